"""Views of a comparison: table, plot, page."""
