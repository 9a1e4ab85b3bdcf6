"""The game of Shengji: cards, rules, and a hand as a state machine. Standard library only."""
