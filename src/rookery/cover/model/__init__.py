"""The board of a cover as arrays: what each piece on each square covers."""
