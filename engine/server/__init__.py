"""The local server: the engine behind HTTP, for scripts, browsers and other programs.

::

    HTTP → access (host, origin, sizes) → app (routes) → service (asyncio)
         → desk (this process, or a pipe to the one that has the model) → batcher → Translator

Only :mod:`engine.server.listening` opens a network socket.
"""
