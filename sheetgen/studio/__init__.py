"""The studio: ships designed, checked and printed in the browser; YAML on disk stays the truth."""
