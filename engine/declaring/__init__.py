"""From the first card dealt to the buried kitty: declarations, overturns, flips, redeals."""
