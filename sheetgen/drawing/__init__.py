"""Drawings and colours, which every exporter knows."""
