"""Airships: fleets of the air, from a page of rules whose heading is lost."""
