"""``python -m engine`` is the command line."""

import multiprocessing
import sys

try:
    from engine.cli import INTERRUPTED, main
except KeyboardInterrupt:  # before anything is there that could answer it
    sys.exit(130)

if __name__ == "__main__":
    multiprocessing.freeze_support()  # in the bundle, a front end of the server starts here, too
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
