"""Printing: from definitions to pages, with the options that people choose."""
