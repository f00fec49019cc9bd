"""The club of a server: members, ratings and tournaments."""
