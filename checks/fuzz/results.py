"""Prints the sums of what the fuzzers ran, as Markdown: `results.py RUNS.tsv`."""

import csv
import pathlib
import sys

HEAD = """\
# What the fuzzers ran

Sums over `runs.tsv`, which has a line for each run of a target; `.ci/fuzz` appends to it and writes
this file. Coverage is the most edges that one run reached, and can be compared only under one
sanitizer.

| target | sanitizer | longest | executions | hours | a second | coverage | findings |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
"""


def main(file):
    with pathlib.Path(file).open() as lines:
        runs = list(csv.DictReader(lines, delimiter="\t"))
    kinds = sorted({(run["target"], run["sanitizer"], int(run["longest"])) for run in runs})
    table, all_executions, all_findings = HEAD, 0, 0
    for target, sanitizer, longest in kinds:
        kind = target, sanitizer, str(longest)
        same = [run for run in runs if (run["target"], run["sanitizer"], run["longest"]) == kind]
        executions, seconds, findings = (
            sum(int(run[column]) for run in same) for column in ("executions", "seconds", "findings")
        )
        coverage = max(int(run["coverage"]) for run in same)
        table += (
            f"| `{target}` | {sanitizer} | {longest} | {executions:,} | {seconds / 3600:.1f} "
            f"| {executions // max(seconds, 1):,} | {coverage:,} | {findings} |\n"
        )
        all_executions += executions
        all_findings += findings
    print(f"{table}\n{all_executions:,} executions, {all_findings} findings.")


main(sys.argv[1])
