"""A Sky Full of Ships, 2nd edition: fleets of starships."""
