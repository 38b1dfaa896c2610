"""Packs: ships, fleets and games in one file, which people give to each other."""
