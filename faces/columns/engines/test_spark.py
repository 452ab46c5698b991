"""One answer in Spark 3.5 and later: the cases, and a cluster that loses a worker.

The cluster is Spark standalone on loopback: one master, two workers. `URIGRAM` names the command
whose totals the cluster has to give.
"""

import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import pyarrow as pa
import pyarrow.parquet
import pyspark
import pyspark.sql.functions
from pyspark.sql import SparkSession

import urigram.spark
from cases import CASES, answers, sql_call
from urigram.columns import TABLE

ROWS = 1_000_000
FILES = 64
HOME = pathlib.Path(pyspark.__file__).parent
#: Whether this Spark has functions of Arrow columns for SQL.
HAS_SQL = hasattr(pyspark.sql.functions, "arrow_udf")
needs_sql = unittest.skipUnless(HAS_SQL, "functions for SQL need Spark 4.1")


def urls():
    """Yields a million texts. Documents accept different ones."""
    patterns = [
        "http://www{0}.example.org/path/{1}/index.html?q={2}",
        "http://host_{0}/{1}",
        "https://[2001:db8::{0}]/{2}",
        "ftp://u{0}@h/a;type=a",
        "http://example.org/a b{2}",
        "http://example.org/%{0}G{2}",
        "../{1}/./{2}#f",
        "urn:isbn:{2}",
    ]
    for n in range(ROWS):
        yield patterns[n % len(patterns)].format(n % 97, n % 7919, n)


def as_json(value):
    """Returns a value with dictionaries for rows, at any depth."""
    if isinstance(value, list):
        return [as_json(one) for one in value]
    return value.asDict(recursive=True) if hasattr(value, "asDict") else value


def positional(function, arguments):
    """Returns the arguments of a call in the order of the table, to the last one given."""
    parameters = TABLE[function]["parameters"]
    last = max((at for at, (name, _, _) in enumerate(parameters) if name in arguments), default=-1)
    return [arguments.get(name, kind != "flag" and default)
            for name, kind, default in parameters[: last + 1]]


class Cluster:
    """A master and two workers, each in a session of its own with its executors."""

    def __init__(self, folder):
        self.folder = folder
        self.environment = os.environ | {
            "PYSPARK_PYTHON": sys.executable,
            "SPARK_LOCAL_IP": "127.0.0.1",
            "SPARK_HOME": str(HOME),
            "SPARK_WORKER_DIR": str(folder / "work"),
        }
        self.processes = []
        master = self.start("master", "master.Master", "--port", "0", "--webui-port", "0")
        self.url = self.wait(master, r"Starting Spark master at (spark://\S+)")
        options = ["--cores", "1", "--memory", "1g", "--webui-port", "0"]
        start = ("worker.Worker", *options, self.url)
        self.workers = [self.start(name, *start) for name in ("worker1", "worker2")]
        for worker in self.workers:
            self.wait(worker, r"(Successfully registered with master)")

    def start(self, name, main, *arguments):
        log = self.folder / f"{name}.log"
        main = f"org.apache.spark.deploy.{main}"
        command = [HOME / "bin/spark-class", main, "--host", "127.0.0.1"]
        with log.open("wb") as out:
            process = subprocess.Popen(
                [*command, *arguments],
                stdout=out,
                stderr=subprocess.STDOUT,
                env=self.environment,
                start_new_session=True,
            )
        self.processes.append(process)
        process.log = log
        return process

    def wait(self, process, pattern):
        for _ in range(600):
            found = re.search(pattern, process.log.read_text("utf-8", "replace"))
            if found:
                return found[1]
            time.sleep(0.2)
        raise AssertionError(f"{pattern} is not in {process.log.read_text()}")

    def end(self, process):
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def end_all(self):
        for process in self.processes:
            self.end(process)


class Spark(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.temporary.name)
        cls.cluster = Cluster(cls.folder)
        os.environ["PYSPARK_PYTHON"] = sys.executable
        cls.spark = (
            SparkSession.builder.master(cls.cluster.url)
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.ui.enabled", "false")
            .config("spark.ui.showConsoleProgress", "false")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.executor.memory", "512m")
            .getOrCreate()
        )
        cls.spark.sparkContext.setLogLevel("OFF")
        if HAS_SQL:
            urigram.spark.register(cls.spark)

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()
        cls.cluster.end_all()
        cls.temporary.cleanup()

    @needs_sql
    def test_1_sql_has_the_answers_of_the_cases(self):
        for function, arguments, inputs, wanted in answers():
            rows = list(enumerate(inputs))
            frame = self.spark.createDataFrame(rows, "i int, url string").coalesce(1)
            call = sql_call(function, arguments, "array({})")
            found = frame.orderBy("i").selectExpr(f"{call} as answer").collect()
            found = [as_json(row["answer"]) for row in found]
            self.assertEqual(found, wanted, call)

    @needs_sql
    def test_2_bases_are_a_column(self):
        for case in CASES["bases"]:
            rows = [(i, *row[:2]) for i, row in enumerate(case["rows"])]
            frame = self.spark.createDataFrame(rows, "i int, url string, base string").coalesce(1)
            call = sql_call(case["function"], case["arguments"], "array({})", base="base")
            found = frame.orderBy("i").selectExpr(f"{call} as target").collect()
            self.assertEqual([row["target"] for row in found], [row[2] for row in case["rows"]])

    @unittest.skipIf(HAS_SQL, "functions for SQL are there")
    def test_1_an_older_spark_is_told_what_to_write(self):
        with self.assertRaisesRegex(RuntimeError, "4.1: use urigram.spark.with_columns"):
            urigram.spark.register(self.spark)

    def test_1_data_frames_have_the_answers_of_the_cases(self):
        cases = list(answers())
        urls = list(dict.fromkeys(url for case in cases for url in case[2]))
        frame = self.spark.createDataFrame([(url,) for url in urls], "url string").coalesce(1)
        asked = {
            f"answer{at}": ("url", function, *positional(function, arguments))
            for at, (function, arguments, _, _) in enumerate(cases)
        }
        found = {row["url"]: row for row in urigram.spark.with_columns(frame, **asked).collect()}
        for at, (function, arguments, inputs, wanted) in enumerate(cases):
            rows = [as_json(found[url][f"answer{at}"]) for url in inputs]
            self.assertEqual(rows, wanted, (function, arguments))

    def test_3_bad_calls_are_refused_while_planning(self):
        frame = self.spark.createDataFrame([("http://a/",)], "url string")
        with self.assertRaisesRegex(ValueError, "did you mean `rfc3986`"):
            urigram.spark.with_columns(frame, host=("url", "host", "rfc3968"))
        with self.assertRaisesRegex(ValueError, "did you mean `host`"):
            urigram.spark.with_columns(frame, host=("url", "hosts"))

    def test_3_columns_are_checked_and_replaced_as_by_spark(self):
        rows = [("http://a/", 1, "x"), ("b c", 2, None)]
        frame = self.spark.createDataFrame(rows, "`user-agent` string, n bigint, `a.b` string")
        found = urigram.spark.with_columns(
            frame, N=("user-agent", "host"), host=("user-agent", "accepts", "rfc3986")
        )
        self.assertEqual(found.columns, ["user-agent", "N", "a.b", "host"])
        answers = sorted(tuple(row) for row in found.collect())
        self.assertEqual(answers, [("b c", None, None, False), ("http://a/", "a", "x", True)])
        split = urigram.spark.with_columns(frame, parts=("user-agent", "split"))
        self.assertEqual(split.select("parts.host").distinct().count(), 2)
        with self.assertRaisesRegex(ValueError, "no column `url`; there are user-agent, n, a.b"):
            urigram.spark.with_columns(frame, host=("url", "host"))
        with self.assertRaisesRegex(ValueError, "host: the column `n` is bigint"):
            urigram.spark.with_columns(frame, host=("n", "host"))

    def test_4_a_million_rows_with_a_worker_that_ends_in_the_middle(self):
        texts = list(urls())
        lines = self.folder / "urls.txt"
        lines.write_text("".join(text + "\n" for text in texts), "utf-8")
        parquet = self.folder / "urls"
        parquet.mkdir()
        size = ROWS // FILES
        for n in range(FILES):
            part = pa.table({"url": texts[n * size : (n + 1) * size]})
            pa.parquet.write_table(part, parquet / f"{n}.parquet")
        grammars = ["url-1993", "rfc2396", "rfc2732", "rfc3986", "rfc8141"]
        named = [option for grammar in grammars for option in ("-g", grammar)]
        command = [os.environ["URIGRAM"], "check", "--quiet", "--format", "json", *named, lines]
        checked = subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout
        totals = json.loads(checked.splitlines()[-1])["totals"]
        self.assertEqual(totals["lines"], ROWS)

        frame = self.spark.read.parquet(str(parquet)).repartition(FILES)
        asked = {grammar.replace("-", ""): ("url", "accepts", grammar) for grammar in grammars}
        frame = urigram.spark.with_columns(frame, **asked)
        sums = [f"sum(cast({name} as int)) as {name}" for name in asked]

        ended = threading.Event()
        tracker = self.spark.sparkContext.statusTracker()
        at_the_end = {}

        def end_a_worker():
            while not ended.is_set():
                for stage in tracker.getActiveStageIds():
                    info = tracker.getStageInfo(stage)
                    if info and info.numTasks == FILES and info.numCompletedTasks >= FILES // 8:
                        at_the_end["completed"] = info.numCompletedTasks
                        self.cluster.end(self.cluster.workers[0])
                        return
                time.sleep(0.01)

        watcher = threading.Thread(target=end_a_worker)
        watcher.start()
        begun = time.monotonic()
        found = frame.selectExpr("count(*) as lines", *sums).collect()[0].asDict()
        seconds = time.monotonic() - begun
        ended.set()
        watcher.join()
        self.assertLess(at_the_end["completed"], FILES, "the worker was not ended in the middle")
        self.assertEqual(found["lines"], totals["lines"])
        for name, (_, _, grammar) in asked.items():
            self.assertEqual(found[name], totals["grammars"][grammar], grammar)
        completed = at_the_end["completed"]
        print(f"\n{ROWS} rows by {len(grammars)} grammars in {seconds:.1f} s; a worker was ended")
        print(f"after {completed} of {FILES} tasks")


if __name__ == "__main__":
    unittest.main()
