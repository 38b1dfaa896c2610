"""Shapes and pictures to operators."""
