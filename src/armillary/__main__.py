"""`python -m armillary` is the command `armillary`."""

import sys

from armillary.cli import main

sys.exit(main())
