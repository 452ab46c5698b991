"""Prints the time of an import and of kernels, beside urllib and a regular expression.

Figures depend on the machine: the ratios of one run are the point.
"""

import re
import subprocess
import sys
import time
from urllib.parse import urlsplit

import pyarrow as pa

from urigram import columns

ROWS = 300_000

# RFC 3986, appendix B.
APPENDIX_B = re.compile(r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?")


def fastest(run, rounds=5):
    times = []
    for _ in range(rounds):
        begun = time.perf_counter()
        run()
        times.append(time.perf_counter() - begun)
    return min(times)


def import_time():
    """Returns the seconds that `import urigram` takes in a fresh interpreter, at best."""
    code = "import time; t = time.perf_counter(); import urigram; print(time.perf_counter() - t)"
    runs = [subprocess.check_output([sys.executable, "-c", code]) for _ in range(9)]
    return min(float(run) for run in runs)


def main():
    print(f"import urigram: {1000 * import_time():.1f} ms")
    texts = [f"https://www{n % 97}.example.org/path/{n}/index.html?q={n}" for n in range(ROWS)]
    column = pa.array(texts)
    host = columns.plan("host")
    kernel = fastest(lambda: host(column))
    print(f"host of {ROWS} URLs: {1e9 * kernel / ROWS:.0f} ns each")
    for name, run in [
        ("urllib.parse.urlsplit", lambda: [urlsplit(text).hostname for text in texts]),
        ("the expression of appendix B", lambda: [APPENDIX_B.match(text)[4] for text in texts]),
    ]:
        print(f"{name}: {fastest(run, 2) / kernel:.1f} times as long, on one core")


if __name__ == "__main__":
    main()
