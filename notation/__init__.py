"""SJN, the Shengji notation: text to records and back."""
