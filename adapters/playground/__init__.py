"""A web page on this machine: the group and every seat side by side."""
