"""The commands of the command line, one module each. They import what is heavy when they run."""
