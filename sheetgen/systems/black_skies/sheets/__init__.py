"""Sheets: what is printed, as plain values for the templates."""
