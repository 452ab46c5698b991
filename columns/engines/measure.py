"""Prints the time of an import, of kernels beside urllib and a regular expression, and in engines.

Figures depend on the machine: the ratios of one run are the point. Times are those of processors,
of this process and its children, so that other work on the machine hardly shows. All is measured
twice: over URLs that are made, and over collected ones, which `test_browser.py` finds or reads from
the file that URIGRAM_URLS names. URIGRAM_DUCKDB names DuckDB's native extension.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
from urllib.parse import clear_cache, urlsplit

import duckdb
import polars as pl
import pyarrow as pa
import pyarrow.parquet
from datafusion import SessionConfig, SessionContext, udf
from pyspark.sql import SparkSession

import urigram
import urigram.duckdb
import urigram.polars
import urigram.spark
from test_browser import collected
from urigram import columns

ROWS = 300_000
IN_SPARK = 4_000_000

#: The host of an absolute URL, without its userinfo and port.
HOST = r"regexp_extract(url, '^[A-Za-z][-A-Za-z0-9+.]*://([^/?#@]*@)?(\[[^\]]*\]|[^/?#:]*)', 2)"

# RFC 3986, appendix B.
APPENDIX_B = re.compile(r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?")

#: The kernels whose times are printed.
KERNELS = {
    "host": columns.plan("host"),
    "accepts": columns.plan("accepts"),
    "key": columns.plan("key"),
    "changes": columns.plan("changes", "rfc2396", "rfc3986"),
    "try_parse_url": columns.plan("try_parse_url", "HOST"),
}


def least(run, clock=time.process_time, rounds=5):
    """Returns the least time that a task takes, in seconds."""
    times = []
    for _ in range(rounds):
        begun = clock()
        run()
        times.append(clock() - begun)
    return min(times)


def family_time():
    """Returns the seconds that this process and all below it have used, those that ended too."""
    parents, used = {}, {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            pid, rest = path.read_text().split(" (", 1)
        except OSError:
            continue
        fields = rest.rsplit(") ", 1)[1].split()
        parents[int(pid)] = int(fields[1])
        used[int(pid)] = sum(int(field) for field in fields[11:15])
    family = {os.getpid()}
    while more := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= more
    return sum(used[pid] for pid in family) / os.sysconf("SC_CLK_TCK")


def import_time():
    """Returns the seconds that `import urigram` takes in a fresh interpreter, at best."""
    code = "import time; t = time.perf_counter(); import urigram; print(time.perf_counter() - t)"
    runs = [subprocess.check_output([sys.executable, "-c", code]) for _ in range(9)]
    return min(float(run) for run in runs)


def one_value(texts):
    """Returns the nanoseconds of a `Uri` with six parts read, and of `urlsplit` with the same, over
    the different texts that both take."""

    def by_urigram(text):
        uri = urigram.Uri(text)
        return uri.scheme, uri.host, uri.port, uri.path, uri.query, uri.fragment

    def by_urllib(text):
        parts = urlsplit(text)
        return (parts.scheme, parts.hostname, parts.port, parts.path, parts.query, parts.fragment)

    def is_taken(text):
        try:
            return urigram.Uri.accepts(text) and by_urllib(text) is not None
        except ValueError:
            return False

    taken = [text for text in dict.fromkeys(texts) if is_taken(text)]

    def time_of(read):
        def run():
            clear_cache()
            for text in taken:
                read(text)

        return least(run, rounds=7) * 1e9 / len(taken)

    return time_of(by_urigram), time_of(by_urllib)


def urls(rows):
    return [f"https://www{n % 97}.example.org/path/{n}/index.html?q={n}" for n in range(rows)]


def in_duckdb(connection, path, rows, calls, threads=1):
    """Returns the nanoseconds of a URL that is read, and of each call on it."""
    connection.execute(f"set threads to {threads}")
    queries = [f"select sum(length({call})) from '{path}'" for call in ("url", *calls)]
    return [least(lambda: connection.execute(query).fetchall()) * 1e9 / rows for query in queries]


def in_both(path, rows):
    """Returns the nanoseconds of a URL that is read, of its host in the native extension on one
    thread and on two, in Python, and by a regular expression."""
    native = duckdb.connect(config={"allow_unsigned_extensions": "true"})
    native.load_extension(os.environ["URIGRAM_DUCKDB"])
    scan, host, expression = in_duckdb(native, path, rows, ["uri_host(url)", HOST])
    _, shared = in_duckdb(native, path, rows, ["uri_host(url)"], threads=2)
    python = urigram.duckdb.register(duckdb.connect())
    _, wrapped = in_duckdb(python, path, rows, ["uri_host(url)"])
    return scan, host, shared, wrapped, expression


def in_polars(texts):
    """Returns the nanoseconds of a URL that goes to Python, and that is asked."""
    frame = pl.DataFrame({"url": texts})
    url = pl.col("url")
    same = url.map_batches(lambda series: series, return_dtype=pl.String)
    asked = [same.str.len_bytes().sum(), url.urigram.host().str.len_bytes().sum()]
    return [least(lambda: frame.select(one)) * 1e9 / len(texts) for one in asked]


def in_datafusion(path, rows):
    """Returns the nanoseconds of a URL that is read and goes to Python, and that is asked."""
    context = SessionContext(SessionConfig().with_target_partitions(1))
    context.register_parquet("crawl", str(path))
    host = KERNELS["host"]
    runs = {"same": lambda column: column, "host": lambda column: pa.array(host(column))}
    for name, run in runs.items():
        context.register_udf(udf(run, [pa.string_view()], pa.string_view(), "immutable", name))
    queries = [f"select sum(length({name}(url))) from crawl" for name in ("same", "host")]
    return [least(lambda: context.sql(query).collect()) * 1e9 / rows for query in queries]


def in_spark(folder, texts):
    """Returns the nanoseconds of a URL that is read and asked for its host in SQL of Spark."""
    path = str(pathlib.Path(folder) / "spark.parquet")
    times = -(-IN_SPARK // len(texts))
    pa.parquet.write_table(pa.table({"url": texts * times}), path)
    os.environ["PYSPARK_PYTHON"] = sys.executable
    spark = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.log.level", "OFF")
        .getOrCreate()
    )
    urigram.spark.register(spark)
    spark.read.parquet(path).createOrReplaceTempView("crawl")
    query = "select sum(length(uri_host(url, 'rfc3986'))) from crawl"
    found = least(lambda: spark.sql(query).collect(), family_time, 3) * 1e9 / len(texts) / times
    spark.stop()
    return found


def measure(what, texts):
    """Prints the times over texts."""
    print(f"\n{what}: {len(texts)} URLs of {sum(map(len, texts)) / len(texts):.0f} characters")
    rows, column = len(texts), pa.array(texts)
    kernels = {name: least(lambda: plan(column)) * 1e9 / rows for name, plan in KERNELS.items()}
    host = kernels["host"]
    for name, taken in kernels.items():
        print(f"{name}: {taken:.0f} ns each")

    def by_urllib():
        for text in texts:
            try:
                urlsplit(text).hostname
            except ValueError:
                pass

    for name, run in [
        ("urllib.parse.urlsplit", by_urllib),
        ("the expression of appendix B", lambda: [APPENDIX_B.match(text)[4] for text in texts]),
    ]:
        taken = least(run, rounds=2) * 1e9 / rows
        print(f"{name}: {taken / host:.1f} times as long, on one core")
    own, peer = one_value(texts)
    print(f"one Uri with six parts read: {own:.0f} ns, urlsplit {peer:.0f} ({own / peer:.2f})")
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "urls.parquet"
        pa.parquet.write_table(pa.table({"url": texts}), path)
        scan, native, shared, wrapped, expression = in_both(path, rows)
        around = native - scan - host
        print(f"DuckDB: {scan:.0f} ns to read a URL, {around:.0f} ns around the kernel")
        print(f"DuckDB: {wrapped - scan - host:.0f} ns around the kernel through Python")
        print(f"DuckDB: regexp_extract takes {expression / native:.1f} times as long as uri_host")
        print(f"DuckDB: two threads take {shared / native:.2f} of one thread's processor time")
        same, asked = in_polars(texts)
        print(f"Polars: {asked / (same + host):.2f} times its identity function and the kernel")
        same, asked = in_datafusion(path, rows)
        ratio = asked / (same + host)
        print(f"DataFusion: {ratio:.2f} times its identity function and the kernel")
        print(f"Spark: {in_spark(folder, texts) - host:.0f} ns to read a URL and around the kernel")
        if expression < 2 * native:
            raise SystemExit("uri_host should be twice as fast as regexp_extract of the same host")


def main():
    print(f"import urigram: {1000 * import_time():.1f} ms")
    measure("made", urls(ROWS))
    known = collected()
    # Of few rows, beginning and end of a query would be most of its time. No two texts are equal.
    times = max(1, ROWS // len(known))
    measure("collected", [text + f"?{n}" * (n > 0) for n in range(times) for text in known])


if __name__ == "__main__":
    main()
