"""Views of a roofline."""
