#!/usr/bin/env python3
"""Makes the frames of revisions/frames out of the texts of the revisions.

    revisions/tools/extract.py TEXTS           writes printed.abnf and revision.toml of each frame
    revisions/tools/extract.py TEXTS --check   writes nothing; fails if a frame is not in its text

TEXTS is the folder that holds index.tsv and the texts. They are not part of the project. A frame is
a revision in which the text of a rule changed; layout and comments are not part of a rule.
"""

import csv
import re
import shutil
import sys
import textwrap
import tomllib
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from read_rules import read
from translate import CORE, Untranslatable, expression, key, name, names

HERE = Path(__file__).resolve().parent.parent
ISSUE = re.compile(r"\b\d{3}-[A-Za-z0-9_-]+")


@dataclass
class Revision:
    """A revision of a line, or a published draft that is none."""

    line: str
    number: int
    commit: str
    date: str
    message: str
    path: Path
    draft: str = ""
    rules: dict = field(default_factory=dict)
    wrong: dict = field(default_factory=dict)
    collected: dict = field(default_factory=dict)

    def folder(self):
        """Returns the name of the frame's folder."""
        if not self.commit:
            return f"{self.line}/{self.draft}"
        return f"{self.line}/{self.number:03}-{self.date}-{self.commit}"


def revisions(texts, lines):
    """Returns the revisions of each line in order, with the published drafts that are none."""
    found = defaultdict(list)
    with open(texts / "index.tsv", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            # A line's rows begin with those of the line before it, without a number.
            if row["number"]:
                found[row["line"]].append(
                    Revision(row["line"], int(row["number"]), row["commit"], row["date"],
                             row["message"].strip(), texts / row["file here"])
                )
    for line in lines:
        for row in line.get("published", []):
            path = texts / "published" / (row["draft"] + ".txt")
            published = Revision(line["id"], 0, "", row["date"], "", path, row["draft"])
            later = [i for i, r in enumerate(found[line["id"]]) if r.date > row["date"]]
            found[line["id"]].insert(later[0] if later else len(found[line["id"]]), published)
    return found


def fill(revision, has_core):
    """Reads the rules of a revision, and what is wrong with them."""
    found, _ = read(revision.path)
    by_name = defaultdict(list)
    for rule in found:
        by_name[key(rule.name)].append(rule)
    for name_, rules in by_name.items():
        body = [rule for rule in rules if not rule.collected] or rules
        if len({rule.text() for rule in body}) > 1:
            revision.wrong[name_] = "defined twice: " + "; ".join(
                f"in {rule.section} as {rule.text()}" for rule in body
            )
            continue
        differs = {rule.text() for rule in rules} - {body[0].text()}
        if differs:
            revision.collected[name_] = sorted(differs)[0]
        try:
            expression(body[0].tokens)
        except Untranslatable as error:
            revision.wrong[name_] = str(error)
            continue
        revision.rules[name_] = body[0]
    known = set(revision.rules) | set(revision.wrong) | (CORE if has_core else set())
    for rule in revision.rules.values():
        for used in names(rule.tokens):
            if key(used) not in known:
                revision.wrong.setdefault(key(used), f"not defined: {rule.name} uses it")


def abnf(rules):
    """Returns rules in ABNF, each with its section and its printed form above it."""
    blocks = []
    for rule in rules:
        section = f"; Section {rule.section}" if rule.section[0].isdigit() else (
            f"; Appendix {rule.section}")
        printed = textwrap.wrap(f"; Printed: {rule.text()}", 96, subsequent_indent=";   ",
                                break_long_words=False, break_on_hyphens=False)
        text = textwrap.wrap(f"{name(rule.name)} = {expression(rule.tokens)}", 96,
                             subsequent_indent="    ", break_long_words=False,
                             break_on_hyphens=False)
        blocks.append("\n".join([section, *printed, *text]) + "\n")
    return "\n".join(blocks)


def quoted(text):
    """Returns a TOML string."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def issues_of(path, quoted_):
    """Returns the title and the quotation of each issue of the list, and the complaints.

    A quotation is in what its author wrote, blanks apart.
    """
    found, complaints = {}, []
    for issue in ElementTree.parse(path).getroot().iter("issue"):
        id_ = issue.findtext("name")
        quote = quoted_.get(id_, {})
        text = " ".join(quote.get("text", "").split())
        parts = [part for part in issue if part.findtext("author") == quote.get("by")]
        said = (" ".join("".join(part.itertext()).split()) for part in parts)
        if text and not any(text in one for one in said):
            complaints.append(f"issues.toml: {id_}: {quote['by']} did not write this: {text}")
        found[id_] = (" ".join(issue.findtext("title").split()), text, quote.get("by", ""))
    complaints += [f"issues.toml: {id_}: no such issue" for id_ in set(quoted_) - set(found)]
    return found, complaints


def facts(revision, gone, drafts, issues):
    """Returns revision.toml of a frame."""
    lines = [f"line = {quoted(revision.line)}"]
    if revision.commit:
        lines += [f"number = {revision.number}", f"commit = {quoted(revision.commit)}"]
    lines.append(f"date = {quoted(revision.date)}")
    if revision.message:
        lines.append(f"message = {quoted(revision.message)}")
    if drafts:
        lines.append(f"drafts = [{', '.join(map(quoted, drafts))}]")
    if gone:
        lines.append(f"gone = [{', '.join(map(quoted, gone))}]")
    for issue in dict.fromkeys(ISSUE.findall(revision.message)):
        lines += ["", "[[issue]]", f"id = {quoted(issue)}"]
        for key_, text in zip(("title", "quote", "by"), issues.get(issue, ())):
            lines += [f"{key_} = {quoted(text)}"] if text else []
    for rule, why in sorted(revision.wrong.items()):
        lines += ["", "[[broken]]", f"rule = {quoted(rule)}", f"why = {quoted(why)}"]
    for rule, text in sorted(revision.collected.items()):
        lines += ["", "[[collected]]", f"rule = {quoted(rule)}", f"printed = {quoted(text)}"]
    return "\n".join(lines) + "\n"


def frames(line, all_revisions, before):
    """Yields each frame of a line with the rules that changed and those that went.

    `before` are the rules of the line that this one continues.
    """
    texts = {name_: rule.text() for name_, rule in before.items()}
    wrong = {}
    for revision in all_revisions:
        fill(revision, revision.number >= line.get("core_rules_from", 10**9))
        now = {name_: rule.text() for name_, rule in revision.rules.items()}
        changed = [rule for name_, rule in revision.rules.items() if texts.get(name_) != now[name_]]
        gone = sorted(set(texts) - set(now))
        if changed or gone or revision.wrong != wrong:
            yield revision, changed, gone
        texts, wrong = now, revision.wrong


def published_states(texts):
    """Returns the rules of each published draft, by its name."""
    states = {}
    for path in sorted((texts / "published").glob("*.txt")):
        draft = Revision("", 0, "", "", "", path, path.stem)
        fill(draft, False)
        states[path.stem] = state(draft)
    return states


def state(revision):
    """Returns what two revisions with the same rules have in common."""
    return {name_: rule.text() for name_, rule in revision.rules.items()}, revision.wrong


def contains(revision, rules):
    """Yields the rules whose text, blanks apart, is not in the file as it was printed."""
    text = revision.path.read_text(encoding="latin-1")
    if revision.path.suffix == ".xml":
        text = re.sub(r"<[^<>]*>", "", text.replace("<artwork", "\n<artwork"))
        for entity, char in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", '"'), ("&amp;", "&")]:
            text = text.replace(entity, char)
    # Comments, page ends and blanks are no part of a rule.
    text = re.sub(r"\n[^\n]*\[Page \d+\]\s*\n\f?[^\n]*\n", "\n", text)
    text = re.sub(r'^((?:[^";\n]|"[^"\n]*")*);.*$', r"\1", text, flags=re.M)
    text = re.sub(r"\s+", "", text)
    for rule in rules:
        if re.sub(r"\s+", "", rule) not in text:
            yield rule


def printed(text):
    """Returns the printed forms that the comments of an .abnf file quote."""
    joined = re.sub(r"\n;   ", " ", text)
    return re.findall(r"^; Printed: (.*)$", joined, re.M)


def write(folder, text, toml):
    """Writes a frame. The PEG beside it is made by the next tool."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "revision.toml").write_text(toml, encoding="utf-8")
    if text:
        (folder / "printed.abnf").write_text(text, encoding="utf-8")


def compare(folder, text, toml):
    """Yields the files of a frame that differ from the texts."""
    for file, wanted in [("revision.toml", toml), ("printed.abnf", text)]:
        path = folder / file
        if (path.read_text(encoding="utf-8") if path.exists() else "") != wanted:
            yield f"{path}: differs from what the text gives"


def run(texts, check):
    """Makes or checks every frame. Returns the complaints."""
    lines = tomllib.loads((HERE / "lines.toml").read_text(encoding="utf-8"))["line"]
    found = revisions(texts, lines)
    quotes = tomllib.loads((HERE / "issues.toml").read_text(encoding="utf-8"))
    issues, complaints = issues_of(texts / "issues.xml", quotes)
    published = published_states(texts)
    path = HERE / "index.tsv"
    by_hand = {line["id"] for line in lines if line.get("by_hand")}
    # What was written by hand stays as it is.
    kept = [row for row in path.read_text(encoding="utf-8").splitlines(keepends=True)
            if row.split("\t")[0] in by_hand]
    wanted = {HERE / "frames" / row.split("\t")[4].strip() for row in kept}
    last, last_frame, index = {}, {}, []
    for line in lines:
        if line["id"] in by_hand:
            continue
        revisions_ = found[line["id"]]
        starts = []
        for revision, changed, gone in frames(line, revisions_, last.get(line.get("after"), {})):
            starts.append(revision)
            end = state(revision)
            drafts = [revision.draft] if revision.draft else []
            drafts += [d for d, s in published.items() if s == end and d not in drafts
                       and d.startswith(line["drafts"]) and d not in line.get("elsewhere", [])]
            drafts += [d["draft"] for d in line.get("draft", [])
                       if within(d["revision"], revision, revisions_, line, last)]
            folder = HERE / "frames" / revision.folder()
            wanted.add(folder)
            text, toml = abnf(changed), facts(revision, gone, drafts, issues)
            if check:
                complaints += compare(folder, text, toml)
                missing = contains(revision, printed(text))
                complaints += [f"{folder}: not in the text: {rule}" for rule in missing]
            else:
                write(folder, text, toml)
        last[line["id"]] = revisions_[-1].rules
        # Revisions before the first frame have the rules of the line that this one continues.
        index += rows(revisions_, starts, last_frame.get(line.get("after"), ""))
        last_frame[line["id"]] = starts[-1].folder()
    text = "line\tnumber\tcommit\tdate\tframe\n" + "".join(index + kept)
    if not check:
        path.write_text(text, encoding="utf-8")
    elif path.read_text(encoding="utf-8") != text:
        complaints.append(f"{path}: differs from the texts' index")
    for folder in (HERE / "frames").glob("*/*"):
        if folder not in wanted:
            if check:
                complaints.append(f"{folder}: is no frame")
            else:
                shutil.rmtree(folder)
    return complaints, len(wanted)


def within(number, frame, all_revisions, line, last):
    """Tells whether the revision of this number has the rules of a frame, and no frame between."""
    numbers = [r.number for r in all_revisions]
    if frame.number > number or not frame.commit:
        return False
    between = all_revisions[numbers.index(frame.number): numbers.index(number) + 1]
    for revision in between:
        if not revision.rules:
            fill(revision, revision.number >= line.get("core_rules_from", 10**9))
    return all(state(revision) == state(frame) for revision in between)


def rows(all_revisions, starts, frame):
    """Returns a row of the index for each revision, with the frame that holds its rules."""
    rows_ = []
    for revision in all_revisions:
        if any(revision is start for start in starts):
            frame = revision.folder()
        number = str(revision.number) if revision.commit else ""
        row = [revision.line, number, revision.commit, revision.date, frame]
        rows_.append("\t".join(row) + "\n")
    return rows_


def main():
    """Runs the tool."""
    arguments = [argument for argument in sys.argv[1:] if argument != "--check"]
    if len(arguments) != 1:
        sys.exit(__doc__)
    complaints, count = run(Path(arguments[0]), "--check" in sys.argv)
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    print(f"{count} frames")
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
