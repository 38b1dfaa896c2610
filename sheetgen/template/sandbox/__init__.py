"""The sandbox that templates and chapters are filled in: what they may say, and how much do."""
