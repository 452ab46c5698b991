"""`parse_url` of Spark and of urigram on the same strings.

`URIGRAM_STRINGS` names a file with a string in hexadecimal digits on each line, as
`cargo run -p urigram-conform --example net_uri` prints them: the W-method suite of the grammar and
changed samples of it.
"""

import os
import pathlib
import re
import sys
import tempfile
import time
import unittest

import pyarrow as pa
import pyarrow.parquet
from pyspark.sql import SparkSession

import urigram.spark
from urigram import columns

PARTS = ["HOST", "PATH", "QUERY", "REF", "PROTOCOL", "FILE", "AUTHORITY", "USERINFO", "PORT"]
KEYS = ["a", "", "q", "a.", "(a|b)", "a|b", r"\w+", r"[^=]*?"]

#: Queries for keys, for the suite has few.
QUERIES = ["a=1&b=2", "b=1&a=2", "=1&a", "a==&b", "aa=1&ab=2", "q=%20&a=é", "a=1;b=2&a=3"]


def is_uncaught(text):
    """Returns whether java.net.URI may throw an exception that Spark does not catch.

    It does so for a number beyond 2^31 inside of brackets.
    """
    inside = re.findall(r"\[([^\]]*)", text)
    return any(int(digits) >= 2**31 for part in inside for digits in re.findall(r"[0-9]{10,}", part))


def strings():
    lines = pathlib.Path(os.environ["URIGRAM_STRINGS"]).read_text("ascii").splitlines()
    texts = [bytes.fromhex(line).decode() for line in lines]
    return texts + [f"http://h/p?{query}#a=9" for query in QUERIES]


class ParseUrl(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        os.environ["PYSPARK_PYTHON"] = sys.executable
        cls.spark = (
            SparkSession.builder.master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.ui.showConsoleProgress", "false")
            .getOrCreate()
        )
        cls.spark.sparkContext.setLogLevel("OFF")
        urigram.spark.register(cls.spark)
        texts = strings()
        cls.asked = [text for text in texts if not is_uncaught(text)]
        cls.left_out = len(texts) - len(cls.asked)
        path = str(pathlib.Path(cls.temporary.name) / "strings.parquet")
        pa.parquet.write_table(pa.table({"url": cls.asked}), path, row_group_size=65_536)
        cls.spark.read.parquet(path).createOrReplaceTempView("strings")

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()
        cls.temporary.cleanup()

    def one(self, query):
        return self.spark.sql(query).collect()[0]

    def test_every_part_and_key_is_spark_s(self):
        questions = [(part, None) for part in PARTS] + [("QUERY", key) for key in KEYS]
        self.assertGreater(len(self.asked), 1_000_000)
        self.assertLess(self.left_out, len(self.asked) // 100)
        for part, key in questions:
            sparks = "" if key is None else f", '{sql(key)}'"
            ours = "cast(null as string)" if key is None else f"'{sql(key)}'"
            pairs = f"""select url, try_parse_url(url, '{part}'{sparks}) as spark,
                uri_try_parse_url(url, '{part}', {ours}) as urigram from strings"""
            different = f"select * from ({pairs}) where not (spark <=> urigram) limit 5"
            self.assertEqual(self.spark.sql(different).collect(), [], (part, key))
            found = self.one(f"select count(spark), count(urigram), count(*) from ({pairs})")
            self.assertEqual(found[0], found[1])
            if part != "PORT":
                self.assertGreater(found[0], 0, (part, key))
            print(f"{part} {key or ''}: {found[0]} of {found[2]} are not null, 0 differ")

    def test_an_invalid_url_is_an_error_of_the_same_name(self):
        ours = "uri_parse_url('a b', 'HOST', cast(null as string))"
        for call in ("parse_url('a b', 'HOST')", ours):
            with self.assertRaisesRegex(Exception, "INVALID_URL"):
                self.spark.sql(f"select {call}").collect()

    def test_times(self):
        """Prints times: of Spark's function, of this one in Spark, and of the kernel alone."""
        for name, call in [
            ("Spark", "try_parse_url(url, 'HOST')"),
            ("urigram in Spark", "uri_try_parse_url(url, 'HOST', cast(null as string))"),
        ]:
            seconds = min(self.timed(f"select count({call}) from strings") for _ in range(3))
            print(f"{name}: {seconds:.2f} s for {len(self.asked)} strings, two tasks")
        column = pa.array(self.asked)
        plan = columns.plan("try_parse_url", "HOST")
        begun = time.perf_counter()
        plan(column)
        print(f"the kernel: {time.perf_counter() - begun:.2f} s, one core")

    def timed(self, query):
        begun = time.perf_counter()
        self.one(query)
        return time.perf_counter() - begun


def sql(text):
    """Returns a text as Spark's SQL writes it between quotes."""
    return text.replace("\\", "\\\\").replace("'", "\\'")


if __name__ == "__main__":
    unittest.main()
