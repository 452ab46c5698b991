"""Computes the results of docs/scale.md from the inputs on that page.

`scale.py` fails where the page shows other results; `scale.py --write` writes them.
"""

import math
import pathlib
import re
import sys

PAGE = pathlib.Path(__file__).parents[2] / "docs" / "scale.md"
INPUT = re.compile(r"^\| `(\w+)` \| ([\d.e]+) \|", re.M)

#: The questions, and the input that is the time of one answer.
QUESTIONS = [
    ("hosts by RFC 3986", "host_ns"),
    ("verdicts of RFC 3986", "accepts_ns"),
    ("keys to group and join by", "key_ns"),
    ("changes from RFC 2396 to RFC 3986", "changes_ns"),
    ("Spark's `parse_url`", "parse_url_ns"),
]


def inputs(page):
    """Returns the inputs of a page by name."""
    return {name: float(value) for name, value in INPUT.findall(page)}


def duration(seconds):
    """Returns a time with two digits that count."""
    for unit, size in [("h", 3600), ("min", 60)]:
        if seconds >= 2 * size:
            return f"{float(f'{seconds / size:.2g}'):g} {unit}"
    return f"{float(f'{seconds:.2g}'):g} s"


def results(given):
    """Returns the table of results for inputs."""
    rows, cores = given["rows"], given["cores"] * given["machines"]
    read = rows * given["url_bytes"]
    network = read / given["network"]
    index = given["index_bytes"]
    lines = [
        f"Of {index / 1e9:.0f} GB, an engine reads {read / 1e9:.0f} GB: the column of URLs.",
        f"A machine receives them in {duration(network)}; {given['machines']:.0f} machines "
        f"in {duration(network / given['machines'])}.",
        "",
        "| question | DuckDB, one core | by Python, one core | DuckDB, two cores | cores for the "
        f"network | Spark, one core | Spark, {cores:.0f} cores |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for question, name in QUESTIONS:
        engine = rows * (given["scan_ns"] + given["engine_ns"] + given[name]) / 1e9
        python = rows * (given["scan_ns"] + given["python_ns"] + given[name]) / 1e9
        spark = rows * (given["spark_ns"] + given[name]) / 1e9
        two = max(engine * given["two_threads"] / 2, network)
        shared = max(spark / cores, network / given["machines"])
        least = f"{math.ceil(engine / network)}"
        durations = [duration(one) for one in (engine, python, two, spark, shared)]
        cells = [question, *durations[:3], least, *durations[3:]]
        lines.append(f"| {' | '.join(cells)} |")
    hour = 3600 * given["network"] / given["url_bytes"]
    groups = given["hosts"] * given["group_bytes"]
    lines += [
        "",
        f"A machine receives {float(f'{hour / 1e9:.2g}'):g} billion URLs in an hour.",
        f"To group by host, {given['hosts'] / 1e6:.0f} million groups need {groups / 1e9:.0f} GB "
        "of memory.",
    ]
    return "\n".join(lines)


def updated(page):
    """Returns the page with the results of its inputs."""
    head, found, rest = page.partition("## Results\n\n")
    if not found:
        raise SystemExit("docs/scale.md should have a section of results")
    _, found, rest = rest.partition("\n\n## ")
    if not found:
        raise SystemExit("docs/scale.md should have a section after its results")
    return f"{head}## Results\n\n{results(inputs(page))}\n\n## {rest}"


def main():
    page = PAGE.read_text("utf-8")
    new = updated(page)
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(new, "utf-8")
    elif new != page:
        raise SystemExit("docs/scale.md shows other results than its inputs give: scale.py --write")


if __name__ == "__main__":
    main()
