"""Scenarios: sides, a table with terrain, deployment and rules; a game adds what is its own."""
