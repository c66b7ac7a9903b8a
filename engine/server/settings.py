"""What the server may be asked for, and by whom."""

from dataclasses import field

from engine.records import record


@record(kw_only=True)
class Limits:
    """How much the server takes on.

    Attributes:
        batch: Most sentences that are translated together.
        requests: Most translations that wait or are at work at a time.
        size: Most bytes of a request.
        characters: Most characters of a request, all its texts together.
        texts: Most texts of a request.
        alternatives: Most further translations of a text.
        seconds: Longest time from a request's first byte to its answer.
    """

    batch: int = 64
    requests: int = 256
    size: int = 5_000_000
    characters: int = 200_000
    texts: int = 2_000
    alternatives: int = 10
    seconds: float = 120.0


@record(kw_only=True)
class Access:
    """Who may ask.

    Attributes:
        api_key: What every request for work has to bring along, if anything.
        hosts: Names by which the server is called, besides ``localhost`` and addresses.
        origins: Pages, such as ``https://example.org``, whose scripts may ask and read the answer.
    """

    api_key: str | None = field(default=None, repr=False)
    hosts: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()


@record(kw_only=True)
class About:
    """What the server says of itself.

    Attributes:
        version: The program's.
        pack: Name of the model pack.
        source: Tag of the language that it translates from.
        native: Tag of the language that it writes if not asked for another.
        targets: What can be asked for.
    """

    version: str
    pack: str
    source: str
    native: str
    targets: tuple[str, ...]


@record(kw_only=True)
class Settings:
    """Everything that a front end has to know.

    Attributes:
        about: What it says of itself.
        limits: How much it takes on.
        access: Who may ask.
        downloads: The folder in which translated files wait to be fetched.
    """

    about: About
    limits: Limits
    access: Access
    downloads: str
