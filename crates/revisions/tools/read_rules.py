"""Reads the rules of a grammar out of the text of a specification, as printed.

A rule is a name, an equals sign and symbols of the notation. Continuation lines are further to the
right. Anything else that has an equals sign (examples, pseudocode, lists in braces) holds a
character that the notation does not know, and is skipped.
"""

import html
import re
from dataclasses import dataclass, field

START = re.compile(r"^(\s*)([A-Za-z][A-Za-z0-9_-]*)\s*=(?:\s+(.*)|)$")
TOKEN = re.compile(
    r"""\s+|<">|<[^<>]*>|\"\"\"|"[^"]*"|%x[0-9A-Fa-f.\-]+|[A-Za-z][A-Za-z0-9_-]*|[0-9]*\*[0-9]*"""
    r"""|[0-9]+|[|/()\[\]]|;.*"""
)
FOOTER = re.compile(r"\[Page \d+\]\s*$")
HEADING = re.compile(r"^(?:Appendix )?(\d+(?:\.\d+)*|[A-Z](?:\.\d+)*)\.?\s+\S")
CONTENTS = re.compile(r"\.{3,}\s*\d+$|\. \. ")


@dataclass
class Rule:
    """A rule as printed: the tokens of its right side, and where it is."""

    name: str
    section: str
    collected: bool
    tokens: list = field(default_factory=list)
    wrong: str = ""

    def text(self):
        """Returns the lines as one, blanks and comments left out."""
        return " ".join([self.name, "=", *self.tokens])


def tokens(line):
    """Returns the tokens of a line without blanks and comments, and what is not a token."""
    found, at = [], 0
    while at < len(line):
        match = TOKEN.match(line, at)
        if not match:
            return found, line[at:]
        at = match.end()
        text = match.group()
        if not text.isspace() and not text.startswith(";"):
            found.append(text)
    return found, ""


def is_open(found):
    """Tells whether more has to follow: an operator at the end, or an open bracket."""
    if not found:
        return True
    balance = sum(found.count(c) for c in "([") - sum(found.count(c) for c in ")]")
    return found[-1] in "|/(" or balance > 0


def plain_lines(text):
    """Yields each line, its section and whether the section collects the rules."""
    section, collected, skip = "", False, False
    for line in text.split("\n"):
        line = line.expandtabs().rstrip()
        if FOOTER.search(line):
            continue
        if "\f" in line:
            skip, line = True, line.replace("\f", "")
        if skip:
            # The running header of a page.
            skip = not line
            continue
        heading = HEADING.match(line)
        if heading and not CONTENTS.search(line):
            section = heading.group(1)
            collected = bool(re.search("collected", line, re.I))
        yield line, section, collected


def xml_lines(text):
    """Yields the same for the artwork of a document in xml2rfc's vocabulary."""
    counts, back, collected_at, inside = [0], False, None, False
    for line in text.split("\n"):
        line = line.expandtabs().rstrip()
        if "<back>" in line:
            back, counts = True, [0]
        for tag in re.findall(r"<section[^>]*|</section>|<appendix[^>]*|</appendix>", line):
            if tag.startswith("</"):
                counts.pop()
                if collected_at is not None and len(counts) <= collected_at:
                    collected_at = None
            else:
                counts[-1] += 1
                counts.append(0)
                if re.search("collected", line, re.I):
                    collected_at = len(counts) - 1
        # Comments and the marks of an editor's changes are no part of the artwork.
        begin = re.search(r"<artwork[^>]*>(.*)", line)
        if begin:
            inside, line = True, begin.group(1)
        if inside:
            end = "</artwork" in line
            line = re.sub(r"</?(?:ed|iref|x):?[^<>]*>", "", line.split("</artwork")[0])
            where = [str(count) for count in counts[:-1]]
            if back and where:
                where[0] = chr(ord("A") + int(where[0]) - 1)
            line = html.unescape(line)
            yield line, ".".join(where), collected_at is not None
            if end:
                inside = False
                yield "", "", False


def candidates(lines):
    """Returns everything that begins like a rule."""
    found, current, indent, prose = [], None, 0, ""
    for line, section, collected in lines:
        start = START.match(line)
        if start:
            current = Rule(start.group(2), section, collected)
            indent, prose = len(start.group(1)), ""
            found.append(current)
            body = start.group(3) or ""
        elif not line.strip():
            if current and not is_open(current.tokens) and not prose:
                current = None
            continue
        elif current and len(line) - len(line.lstrip()) > indent:
            body = line
        else:
            current = None
            continue
        # Prose in angle brackets may go on in the next line.
        more, wrong = tokens(f"{prose} {body.strip()}" if prose else body)
        prose = wrong if re.fullmatch(r"<[A-Z][^<>]*", wrong) else ""
        if prose:
            wrong = ""
        current.tokens += more
        current.wrong = current.wrong or wrong
    return found


def is_rule(rule):
    """Tells a rule from an example or a line of pseudocode."""
    prose = [token for token in rule.tokens if token.startswith("<") and token != '<">']
    links = any(re.search(r"[:/?#.;]", token) for token in prose)
    return bool(rule.tokens) and not rule.wrong and not links and rule.tokens != ['""']


def read(path):
    """Returns the rules of a file in order."""
    text = path.read_text(encoding="latin-1")
    lines = xml_lines(text) if path.suffix == ".xml" else plain_lines(text)
    return [rule for rule in candidates(lines) if is_rule(rule)]
