#!/usr/bin/env python3
"""Checks the frames of crates/revisions/frames against the texts: crates/revisions/tools/check.py TEXTS.

TEXTS is the folder that holds index.tsv and the texts. They are not part of the project. A frame is
a revision in which the text of a rule changed; layout and comments are not part of a rule.
"""

import csv
import re
import sys
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
    """A revision of a line, or a published draft without one."""

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
    """Returns the revisions of each line in order, with the other published drafts."""
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
    by_name = defaultdict(list)
    for rule in read(revision.path):
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


def abnf(rule):
    """Returns a rule as printed.abnf has it, on one line."""
    part = "Section" if rule.section[0].isdigit() else "Appendix"
    translated = f"{name(rule.name)} = {expression(rule.tokens)}"
    return f"; {part} {rule.section} ; Printed: {rule.text()} {translated}"


def blocks(path):
    """Returns the rules of a printed.abnf, each on one line. May be empty."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    found = text.replace("\n;   ", " ").split("\n\n")
    return [" ".join(block.split()) for block in found if block]


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
        title = " ".join(issue.findtext("title").split())
        found[id_] = {"title": title, "quote": text, "by": quote.get("by", "")}
    complaints += [f"issues.toml: {id_}: no such issue" for id_ in set(quoted_) - set(found)]
    return found, complaints


def facts(revision, gone, drafts, issues):
    """Returns what revision.toml of a frame has."""
    found = {"line": revision.line, "date": revision.date, "message": revision.message,
             "drafts": drafts, "gone": gone}
    if revision.commit:
        found |= {"number": revision.number, "commit": revision.commit}
    ids = dict.fromkeys(ISSUE.findall(revision.message))
    found["issue"] = [given({"id": id_, **issues.get(id_, {})}) for id_ in ids]
    found["broken"] = [{"rule": rule, "why": why} for rule, why in sorted(revision.wrong.items())]
    found["collected"] = [{"rule": rule, "printed": text}
                          for rule, text in sorted(revision.collected.items())]
    return given(found)


def given(table):
    """Returns a table without what is empty."""
    return {key_: value for key_, value in table.items() if value}


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


def run(texts):
    """Checks every frame. Returns the complaints, and the number of frames."""
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
            toml = (folder / "revision.toml").read_text(encoding="utf-8")
            if tomllib.loads(toml) != facts(revision, gone, drafts, issues):
                complaints.append(f"{folder}/revision.toml: differs from what the text gives")
            if blocks(folder / "printed.abnf") != [abnf(rule) for rule in changed]:
                complaints.append(f"{folder}/printed.abnf: differs from what the text gives")
            missing = contains(revision, [rule.text() for rule in changed])
            complaints += [f"{folder}: not in the text: {rule}" for rule in missing]
        last[line["id"]] = revisions_[-1].rules
        # Revisions before the first frame have the rules of the line that this one continues.
        index += rows(revisions_, starts, last_frame.get(line.get("after"), ""))
        last_frame[line["id"]] = starts[-1].folder()
    text = "line\tnumber\tcommit\tdate\tframe\n" + "".join(index + kept)
    if path.read_text(encoding="utf-8") != text:
        complaints.append(f"{path}: differs from the texts' index")
    folders = set((HERE / "frames").glob("*/*"))
    complaints += [f"{folder}: is not a frame" for folder in folders - wanted]
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
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    complaints, count = run(Path(sys.argv[1]))
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    print(f"{count} frames")
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
