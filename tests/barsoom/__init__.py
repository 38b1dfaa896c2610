"""Tests of the Sky Ships of Barsoom."""
