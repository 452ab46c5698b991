"""One answer in every engine of one process: Polars, pandas, DuckDB."""

import inspect
import io
import pathlib
import pickle
import re
import subprocess
import sys
import tempfile
import threading
import unittest

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa

import urigram.duckdb
import urigram.pandas  # noqa: F401  (registers the accessor)
import urigram.polars  # noqa: F401  (registers the name space)
from cases import CASES, answers, present, sql_call, verdicts
from urigram import columns


PACKAGE = pathlib.Path(__file__).parents[1] / "python"


class Types(unittest.TestCase):
    def mypy(self, *lines):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder, "program.py")
            program.write_text("\n".join(lines) + "\n", "utf-8")
            options = ["--strict", "--no-error-summary", "--cache-dir", folder]
            command = [sys.executable, "-m", "mypy", *options, program]
            return subprocess.run(command, capture_output=True, text=True).stdout

    def test_typed_programs_pass_and_wrong_ones_do_not(self):
        readme = (PACKAGE / "README.md").read_text("utf-8")
        first = re.findall(r"```python\n(.*?)```", readme, re.DOTALL)[0]
        self.assertEqual(self.mypy(first), "")
        typed = [
            "import duckdb",
            "import polars as pl",
            "import urigram.duckdb",
            "from urigram import columns",
            "from urigram.polars import UrigramExpr",
            "urigram.duckdb.register(duckdb.connect())",
            'hosts = columns.host(pl.Series(["http://a/"]), "rfc2396")',
            'print(len(hosts), UrigramExpr(pl.col("url")).surt(keep_www=True))',
        ]
        self.assertEqual(self.mypy(*typed), "")
        wrong = self.mypy(*typed, "columns.host(1)", 'columns.surt(hosts, keep_ww=True)')
        self.assertIn('Argument 1 to "host"', wrong)
        self.assertIn("keep_ww", wrong)


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

    def test_the_verdicts_of_the_table(self):
        for arguments, inputs, rows in verdicts():
            frame = pl.DataFrame({"url": inputs}, schema={"url": pl.String})
            column = pl.col("url").urigram
            found = frame.select(
                accepts=column.accepts(**arguments),
                error=column.error(**arguments).struct.field("offset"),
                split=column.split(**arguments),
            )
            for row, answer in zip(rows, found.to_dicts()):
                self.assertEqual(answer["accepts"], row["verdict"] == "accepted", row)
                if not answer["accepts"]:
                    self.assertEqual(str(answer["error"]), row["verdict"].split()[-1], row)
                split = present(answer["split"]) if answer["accepts"] else None
                self.assertEqual(split, row.get("components"), row)

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

    def test_columns_of_nulls_give_nulls(self):
        frame = pl.DataFrame({"url": ["x", "y"], "none": [None, None]})
        for asked in (
            pl.col("url").urigram.resolve(pl.lit(None)),
            pl.col("url").urigram.resolve(pl.col("none")),
            pl.col("none").urigram.host(),
            pl.lit(None).urigram.host() + pl.col("url"),
        ):
            found = frame.select(url=asked)["url"]
            self.assertEqual((found.to_list(), found.dtype), ([None, None], pl.String))
        self.assertEqual(frame["none"].urigram.host().to_list(), [None, None])

    def test_categories_and_bytes(self):
        series = pl.Series("url", ["http://a/", None, "http://a/"])
        for dtype in (pl.Categorical, pl.Enum(["http://a/", "b"]), pl.Binary):
            hosts = series.cast(dtype).urigram.host().cast(pl.String)
            self.assertEqual(hosts.to_list(), ["a", None, "a"])
            if dtype != pl.Binary:
                frame = pl.LazyFrame({"url": series.cast(dtype)})
                found = frame.select(pl.col("url").urigram.host()).collect()["url"]
                self.assertEqual((found.to_list(), found.dtype), (["a", None, "a"], pl.String))

    def test_literals_are_as_long_as_the_frame(self):
        frame = pl.DataFrame({"url": ["x", "y"]})
        base = pl.lit("http://a/b")
        found = frame.select(pl.col("url").urigram.resolve(base))["url"].to_list()
        self.assertEqual(found, ["http://a/x", "http://a/y"])
        found = frame.with_columns(host=base.urigram.host())["host"].to_list()
        self.assertEqual(found, ["a", "a"])
        found = frame.select(pl.lit("z").urigram.resolve(pl.lit("http://a/") + pl.col("url")))
        self.assertEqual(found.to_series().to_list(), ["http://a/z", "http://a/z"])

    def test_lazy_frames_are_serialized(self):
        lazy = pl.LazyFrame({"url": ["http://a/", None]}).select(pl.col("url").urigram.host())
        again = pl.LazyFrame.deserialize(io.BytesIO(lazy.serialize()))
        self.assertEqual(again.collect()["url"].to_list(), ["a", None])


class Plans(unittest.TestCase):
    def test_every_plan_of_the_cases_survives_pickling(self):
        for function, arguments, inputs, wanted in answers():
            again = pickle.loads(pickle.dumps(columns.plan(function, **arguments)))
            self.assertEqual(pa.array(again(pa.array(inputs, pa.string()))).to_pylist(), wanted)
        bases = pickle.loads(pickle.dumps(columns.plan("resolve", ...)))
        found = bases(pa.array(["x"]), pa.array(["http://a/"]))
        self.assertEqual(pa.array(found).to_pylist(), ["http://a/x"])

    def test_signatures_say_what_a_call_takes(self):
        shown = str(inspect.signature(columns.surt))
        flags = "with_scheme=False, trailing_comma=False, keep_www=False"
        self.assertEqual(shown, f"(column, /, {flags})")
        shown = str(inspect.signature(columns.resolve))
        self.assertEqual(shown, "(column, /, base, grammar='rfc3986')")
        for name, row in columns.TABLE.items():
            for of in (urigram.polars.UrigramExpr, urigram.polars.UrigramSeries,
                       urigram.pandas.UrigramSeries):
                parameters = list(inspect.signature(getattr(of, name)).parameters)
                names = [columns.python_name(one) for one, _, _ in row["parameters"]]
                self.assertEqual(parameters[1:], names)
        changed = columns.changes(pa.array(["http://a_b/"]), from_="rfc2396", to="rfc3986")
        self.assertEqual(pa.array(changed).to_pylist()[0][0]["kind"], "split")


class Pandas(unittest.TestCase):
    def test_the_accessor_keeps_the_index(self):
        for function, arguments, inputs, wanted in answers():
            index = [f"row {n}" for n in range(len(inputs))][::-1]
            series = pd.Series(inputs, index=index, dtype="str", name="url")
            found = getattr(series.urigram, function)(**arguments)
            self.assertEqual((list(found.index), found.name), (index, "url"))
            self.assertEqual(pa.array(found.array).to_pylist(), wanted, function)

    def test_sorted_filtered_and_grouped_frames_get_their_own_rows(self):
        urls = ["http://c/", "http://a/", None, "b c", "http://b/"]
        frame = pd.DataFrame({"url": urls, "group": [1, 2, 1, 2, 1]})
        wanted = {0: "c", 1: "a", 4: "b"}
        for view in (frame, frame.sort_values("url"), frame[frame["url"].notna()].copy(),
                     frame.sample(frac=1, random_state=7), frame.iloc[::-2].copy()):
            view["host"] = view["url"].urigram.host()
            found = view["host"].dropna().to_dict()
            self.assertEqual(found, {key: wanted[key] for key in view.index if key in wanted})
        grouped = frame.groupby("group")["url"].apply(lambda urls: urls.urigram.accepts().sum())
        self.assertEqual(grouped.to_dict(), {1: 2, 2: 1})

    def test_every_kind_of_series_is_read_or_refused_by_name(self):
        urls = ["http://a/", None]
        for dtype in ("str", "object", "category", "string", "string[pyarrow]"):
            found = pd.Series(urls, dtype=dtype).urigram.host()
            self.assertEqual(found.isna().tolist(), [False, True], dtype)
            self.assertEqual(found[0], "a", dtype)
        self.assertEqual(pd.Series([b"http://a/"]).urigram.host()[0], b"a")
        self.assertTrue(pd.Series([None, None]).urigram.host().isna().all())
        with self.assertRaisesRegex(TypeError, "host: the Series n is int64: it has to be texts"):
            pd.Series([1], name="n").urigram.host()
        for mixed in (["http://a/", 1], [1, "http://a/"], ["http://a/", b"http://a/", {}]):
            with self.assertRaisesRegex(TypeError, "host: the Series m has values of several types"):
                pd.Series(mixed, dtype="object", name="m").urigram.host()

    def test_bases_are_a_series_of_the_same_index(self):
        frame = pd.DataFrame({"url": ["x", "y"], "base": ["http://a/", "http://b/"]}, index=[5, 3])
        found = frame["url"].urigram.resolve(frame["base"])
        self.assertEqual(found.to_dict(), {5: "http://a/x", 3: "http://b/y"})
        with self.assertRaisesRegex(ValueError, "another index"):
            frame["url"].urigram.resolve(frame["base"].sort_index())

    def test_a_column_is_not_assigned(self):
        frame = pd.DataFrame({"url": ["http://a/", "http://b/"]})
        with self.assertRaisesRegex(TypeError, r'write frame\["url"\].urigram.host\(\)'):
            frame["host"] = columns.host(frame["url"])
        self.assertEqual(list(frame.columns), ["url"])

    def test_series(self):
        for function, arguments, inputs, wanted in answers():
            series = pd.Series(inputs, dtype="str")
            found = pa.chunked_array(getattr(columns, function)(series, **arguments))
            self.assertEqual(found.to_pylist(), wanted, function)


class DuckDB(unittest.TestCase):
    def setUp(self):
        self.connection = urigram.duckdb.register(duckdb.connect())
        self.addCleanup(self.connection.close)

    def value(self, call):
        return self.connection.sql(f"select {call}").fetchall()[0][0]

    def answers_of(self, call, columns, rows):
        """Returns the answers of a call for rows of the columns, in the order of the rows."""
        typed = ", ".join(f"{column} varchar" for column in columns)
        self.connection.execute(f"create or replace table t (i integer, {typed})")
        marks = ", ".join("?" * (len(columns) + 1))
        numbered = [(i, *row) for i, row in enumerate(rows)]
        self.connection.executemany(f"insert into t values ({marks})", numbered)
        found = self.connection.sql(f"select {call} from t order by i").fetchall()
        return [row[0] for row in found]

    def test_sql(self):
        for function, arguments, inputs, wanted in answers():
            call = sql_call(function, arguments, "[{}]")
            found = self.answers_of(call, ["url"], [(one,) for one in inputs])
            self.assertEqual(found, wanted, call)

    def test_the_verdicts_of_the_table(self):
        for arguments, inputs, rows in verdicts():
            calls = [sql_call(name, arguments, "[{}]") for name in ("accepts", "error", "split")]
            column = [(one,) for one in inputs]
            accepted, errors, splits = (self.answers_of(one, ["url"], column) for one in calls)
            for row, is_accepted, error, split in zip(rows, accepted, errors, splits):
                self.assertEqual(is_accepted, row["verdict"] == "accepted", row)
                if not is_accepted:
                    self.assertEqual(str(error["offset"]), row["verdict"].split()[-1], row)
                self.assertEqual(present(split), row.get("components"), row)

    def test_bases_are_a_column(self):
        for case in CASES["bases"]:
            call = sql_call(case["function"], case["arguments"], "[{}]", base="base")
            found = self.answers_of(call, ["url", "base"], [row[:2] for row in case["rows"]])
            self.assertEqual(found, [row[2] for row in case["rows"]], call)

    def test_arguments_with_a_default_are_left_out(self):
        for call, wanted in [
            ("uri_host('http://a_b/')", "a_b"),
            ("uri_host('http://a_b/', 'rfc2396')", None),
            ("uri_resolve('x', 'http://a/')", "http://a/x"),
            ("uri_surt('http://www.a.org/')", "org,a)/"),
            ("uri_surt('http://www.a.org/', true)", "http://(org,a)/"),
            ("uri_agrees('http://a/', ['rfc2396', 'rfc3986'])", True),
            ("uri_host(null)", None),
        ]:
            self.assertEqual(self.value(call), wanted, call)
        for call, message in [("uri_resolve('x')", "base is missing"),
                              ("uri_host('x', 'rfc3986', '', '')", "at most 2 arguments"),
                              ("uri_host(1)", "host: the column is Int32")]:
            with self.assertRaisesRegex(duckdb.Error, message):
                self.value(call)

    def test_bad_calls_are_refused(self):
        self.connection.execute("create table t as select unnest(['a', 'b']) url")
        constant = "has to be one text for all rows"
        for call, message in [
            ("uri_host('http://a/', 'rfc3968')", "did you mean `rfc3986`"),
            ("uri_host(url, url)", f"grammar {constant}"),
            ("uri_host('http://a/', null)", f"grammar {constant}"),
            ("uri_agrees(url, [url, 'rfc3986'])", f"grammars {constant}"),
            ("uri_agrees(url, ['rfc3986', null])", f"grammars {constant}"),
            ("uri_agrees(url, []::varchar[])", "grammars is empty"),
            ("uri_hosts('http://a/', 'rfc3986')", "uri_host"),
        ]:
            with self.assertRaisesRegex(duckdb.Error, message):
                self.connection.sql(f"select {call} from t").fetchall()
        # An error ends a query and not the connection.
        self.assertEqual(self.value("uri_host('http://a/')"), "a")

    def test_cursors_know_the_functions_and_register_again(self):
        for connection in (self.connection, self.connection.cursor()):
            for _ in range(2):
                self.assertIs(urigram.duckdb.register(connection), connection)
            for one in (connection, connection.cursor()):
                self.assertEqual(one.sql("select uri_host('http://a/')").fetchall(), [("a",)])
        # DuckDB reads freed memory if a function goes with the connection that registered it.
        cursor = urigram.duckdb.register(duckdb.connect()).cursor()
        self.assertEqual(cursor.sql("select uri_host('http://a/')").fetchall(), [("a",)])

    def test_four_threads_ask_by_cursors(self):
        self.connection.execute("create table t as select 'http://h' || i || '/' url, i "
                                "from range(50000) r(i)")
        begin, found = threading.Barrier(4), []

        def work(cursor):
            begin.wait()
            urigram.duckdb.register(cursor)
            for grammar in ("rfc3986", "rfc2396", "rfc1738"):
                query = f"select count(*), sum((uri_host(url, '{grammar}') = 'h' || i)::int) from t"
                found.append(cursor.sql(query).fetchall())

        threads = [threading.Thread(target=work, args=[self.connection.cursor()])
                   for _ in range(4)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        self.assertEqual(found, [[(50_000, 50_000)]] * 12)


if __name__ == "__main__":
    unittest.main()
