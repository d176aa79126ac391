"""Names that registers and addresses of PTX get from the source."""
