"""Duels: the printed rules of combat, played many times."""
