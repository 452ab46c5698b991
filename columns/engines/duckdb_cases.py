"""The cases that DuckDB answers, whether its functions are native or in Python."""

import duckdb

from cases import CASES, answers, sql_call


class DuckDBCases:
    """The tests of a test case whose `connect` returns a connection that has the functions."""

    def setUp(self):
        self.connection = self.connect()
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
            ("uri_parse_url('http://a/?k=v', 'QUERY')", "k=v"),
            ("uri_parse_url('http://a/?k=v', 'QUERY', 'k')", "v"),
            ("uri_parse_url('http://a/?k=v', 'QUERY', null)", "k=v"),
            ("uri_agrees('http://a/', ['rfc2396', 'rfc3986'])", True),
            ("uri_host(null)", None),
        ]:
            self.assertEqual(self.value(call), wanted, call)
        with self.assertRaisesRegex(duckdb.Error, "uri_resolve"):
            self.value("uri_resolve('x')")

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
            ("uri_parse_url('a b', 'HOST')", "INVALID_URL"),
            ("uri_hosts('http://a/', 'rfc3986')", "uri_host"),
        ]:
            with self.assertRaisesRegex(duckdb.Error, message):
                self.connection.sql(f"select {call} from t").fetchall()
        # An error ends a query and not the connection.
        self.assertEqual(self.value("uri_host('http://a/')"), "a")

