"""Ratings and tournaments of a club: who meets whom, who stands where. No input, no output."""
