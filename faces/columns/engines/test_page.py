"""The blocks of docs/lakehouse.md, each run alone in one folder, with what they print."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PAGE = pathlib.Path(__file__).parents[3] / "docs" / "lakehouse.md"
BLOCK = re.compile(r"^```python\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.M | re.S)


class Page(unittest.TestCase):
    def test_every_block_prints_what_the_page_shows(self):
        blocks = BLOCK.findall(PAGE.read_text("utf-8"))
        self.assertGreater(len(blocks), 5)
        # Spark starts its workers with this interpreter.
        environment = os.environ | {"PYSPARK_PYTHON": sys.executable}
        with tempfile.TemporaryDirectory() as folder:
            for code, shown in blocks:
                ran = subprocess.run(
                    [sys.executable, "-c", code],
                    cwd=folder,
                    env=environment,
                    capture_output=True,
                    text=True,
                )
                self.assertEqual(ran.returncode, 0, ran.stderr)
                self.assertEqual(ran.stdout, shown, code)


if __name__ == "__main__":
    unittest.main()
