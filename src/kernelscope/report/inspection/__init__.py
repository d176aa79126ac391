"""Views of an inspection."""
