"""Views of an occupancy study."""
