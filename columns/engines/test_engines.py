"""One answer in every engine of one process: Polars, pandas, DuckDB."""

import unittest

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa

import urigram.duckdb
import urigram.polars  # noqa: F401  (registers the name space)
from cases import CASES, answers, sql_call
from urigram import columns


class Polars(unittest.TestCase):
    def test_expressions_lazy_frames_and_series(self):
        for function, arguments, inputs, wanted in answers():
            column = pl.col("url").urigram
            frame = pl.DataFrame({"url": inputs}, schema={"url": pl.String})
            asked = getattr(column, function)(**arguments)
            self.assertEqual(frame.select(asked)["url"].to_list(), wanted, function)
            lazy = frame.lazy().select(asked)
            self.assertEqual(lazy.collect_schema(), lazy.collect().schema, function)
            streamed = lazy.collect(engine="streaming")["url"].to_list()
            self.assertEqual(streamed, wanted, function)
            series = getattr(frame["url"].urigram, function)(**arguments)
            self.assertEqual(series.to_list(), wanted, function)

    def test_bases_are_an_expression(self):
        for case in CASES["bases"]:
            references, bases, wanted = zip(*case["rows"])
            frame = pl.DataFrame({"url": references, "base": bases})
            found = frame.select(pl.col("url").urigram.resolve(pl.col("base")))
            self.assertEqual(found["url"].to_list(), list(wanted))

    def test_bad_calls_are_refused_while_planning(self):
        for case in CASES["refused"]:
            method = getattr(pl.col("url").urigram, case["function"], None)
            if method is not None:
                with self.assertRaises(ValueError) as raised:
                    method(**case["arguments"])
                self.assertEqual(str(raised.exception), case["message"])
        numbers = pl.DataFrame({"url": [1]})
        with self.assertRaisesRegex(Exception, "host: the column url is Int64"):
            numbers.select(pl.col("url").urigram.host())
        with self.assertRaisesRegex(TypeError, "host: the column is Int64"):
            numbers["url"].urigram.host()

    def test_categories_and_bytes_are_series(self):
        series = pl.Series(["http://a/", None, "http://a/"])
        for dtype in (pl.Categorical, pl.Binary):
            hosts = series.cast(dtype).urigram.host().cast(pl.String)
            self.assertEqual(hosts.to_list(), ["a", None, "a"])


class Pandas(unittest.TestCase):
    def test_series(self):
        for function, arguments, inputs, wanted in answers():
            series = pd.Series(inputs, dtype="str")
            found = pa.chunked_array(getattr(columns, function)(series, **arguments))
            self.assertEqual(found.to_pylist(), wanted, function)

    def test_answers_become_series(self):
        frame = pd.DataFrame({"url": ["http://a/", "b c"]})
        hosts = pd.Series.from_arrow(columns.host(frame["url"]))
        self.assertEqual(hosts.isna().tolist(), [False, True])
        self.assertEqual(hosts[0], "a")


class DuckDB(unittest.TestCase):
    def setUp(self):
        self.connection = urigram.duckdb.register(duckdb.connect())

    def tearDown(self):
        self.connection.close()

    def test_sql(self):
        for function, arguments, inputs, wanted in answers():
            self.connection.execute("create or replace table t (i integer, url varchar)")
            self.connection.executemany("insert into t values (?, ?)", list(enumerate(inputs)))
            call = sql_call(function, arguments, "[{}]")
            found = self.connection.sql(f"select {call} from t order by i").fetchall()
            self.assertEqual([row[0] for row in found], wanted, call)

    def test_bases_are_a_column(self):
        for case in CASES["bases"]:
            self.connection.execute("create or replace table t (i integer, url text, base text)")
            rows = [(i, row[0], row[1]) for i, row in enumerate(case["rows"])]
            self.connection.executemany("insert into t values (?, ?, ?)", rows)
            call = sql_call(case["function"], case["arguments"], "[{}]", base="base")
            found = self.connection.sql(f"select {call} from t order by i").fetchall()
            self.assertEqual([row[0] for row in found], [row[2] for row in case["rows"]])

    def test_bad_calls_are_refused(self):
        for call, message in [
            ("uri_host('http://a/', 'rfc3968')", "did you mean `rfc3986`"),
            ("uri_host(url, url)", "grammar has to be one text for all rows"),
            ("uri_host('http://a/', null)", "grammar has to be one text for all rows"),
            ("uri_hosts('http://a/', 'rfc3986')", "uri_host"),
        ]:
            self.connection.execute("create or replace table t as select unnest(['a', 'b']) url")
            with self.assertRaisesRegex(duckdb.Error, message):
                self.connection.sql(f"select {call} from t").fetchall()


if __name__ == "__main__":
    unittest.main()
