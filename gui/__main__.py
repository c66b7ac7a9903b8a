"""Run the window with ``python -m gui``."""

import multiprocessing

if __name__ == "__main__":
    multiprocessing.freeze_support()  # in the bundle, what imports a model starts here, too
    from gui.app import main

    raise SystemExit(main())
