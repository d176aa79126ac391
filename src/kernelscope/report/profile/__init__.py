"""Views of a profile."""
