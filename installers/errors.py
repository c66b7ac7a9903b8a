"""What can go wrong while an installer is made."""


class BuildError(Exception):
    """An installer cannot be made; the message names the thing and says what is wrong with it."""
