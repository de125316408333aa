"""Which step a search takes next: on one board, on several, and shared by workers."""
