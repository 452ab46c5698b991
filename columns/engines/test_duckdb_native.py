"""The native extension of DuckDB, which is loaded unsigned, has the answers of the cases.

`URIGRAM_DUCKDB` names the extension that `columns/duckdb/build` made.
"""

import os
import subprocess
import sys
import unittest

import duckdb
import pyarrow as pa

import urigram.duckdb
from duckdb_cases import DuckDBCases

EXTENSION = os.environ["URIGRAM_DUCKDB"]


def text(n):
    """Returns texts of each length around the one at which DuckDB keeps a string elsewhere."""
    return f"http://{'a' * (n % 17)}{n % 3}.org/" if n % 5 else None


class Native(DuckDBCases, unittest.TestCase):
    def connect(self):
        connection = duckdb.connect(config={"allow_unsigned_extensions": "true"})
        connection.load_extension(EXTENSION)
        return connection

    def test_long_columns_have_the_answers_of_the_functions_in_python(self):
        texts = [text(n) for n in range(10_000)]
        texts[7] = "http://a/?" + "&".join(f"k{n}=v{n}" for n in range(5000))
        # DuckDB reads variables by their names.
        urls = pa.table({"i": range(len(texts)), "url": texts})
        in_python = urigram.duckdb.register(duckdb.connect())
        self.addCleanup(in_python.close)
        for connection in (self.connection, in_python):
            connection.execute("set threads to 2")
            connection.execute("create table t (i integer, url varchar)")
            connection.execute("insert into t select * from urls")
        for call in ("host(url)", "accepts(url)", "accepting(url)", "split(url)", "browser(url)",
                     "error(url, 'rfc1738')", "query_pairs(url)", "key(url)", "surt(url)",
                     "changes(url, 'rfc1738', 'rfc3986')", "resolve(url, url)"):
            query = f"select uri_{call} from t where i % 7 < 6 order by i"
            found, wanted = (of.sql(query).fetchall() for of in (self.connection, in_python))
            self.assertEqual(found, wanted, call)

    def test_parts_of_nulls_are_nulls(self):
        parts = "(uri_split(url)).path, (uri_browser(url)).query"
        query = f"select {parts} from (values (?), (?)) t(url)"
        found = self.connection.execute(query, ["a b", None]).fetchall()
        self.assertEqual(found, [(None, None), (None, None)])
        rows = "(values ('//a/'), ('//a?')) t(url)"
        grouped = f"select uri_host(url) as host, count(*) from {rows} group by host"
        self.assertEqual(self.connection.sql(grouped).fetchall(), [("a", 2)])

    def test_unsigned_extensions_are_loaded_only_if_that_is_allowed(self):
        with duckdb.connect() as connection, self.assertRaisesRegex(duckdb.Error, "signature"):
            connection.load_extension(EXTENSION)

    def test_both_can_be_in_one_connection(self):
        urigram.duckdb.register(self.connection)
        self.assertEqual(self.value("uri_host('http://a/')"), "a")

    def test_a_process_may_load_it_into_many_databases(self):
        code = "\n".join([
            "import duckdb, sys",
            "for _ in range(20):",
            "    one = duckdb.connect(config={'allow_unsigned_extensions': 'true'})",
            "    one.load_extension(sys.argv[1])",
            "    assert one.sql(\"select uri_host('//a')\").fetchall() == [('a',)]",
            "    one.close()",
        ])
        subprocess.run([sys.executable, "-c", code, EXTENSION], check=True)


if __name__ == "__main__":
    unittest.main()
