"""YAML text to strict data with places, and data to models."""
