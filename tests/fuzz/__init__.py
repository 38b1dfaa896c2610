"""Inputs broken in thousands of ways: each is printed or reported, and never anything else."""
