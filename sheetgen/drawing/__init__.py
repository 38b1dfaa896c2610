"""What every exporter knows: drawings and colours."""
