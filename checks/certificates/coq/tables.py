"""Writes a rule's PEG and its certificate as tables for `Diagram.v`.

    tables.py GRAMMAR.pest FILE.cert RULE > Rule.v

Coq verifies all of it except that the rows are the rules of GRAMMAR: the reader of `.pest` here is
to be believed, or its rows compared with the grammar. It reads what the documents' grammars use.
"""

import re
import sys

sys.setrecursionlimit(20_000)
FALSE, TRUE = 1, 2
END, ACCEPT = 1, 2


class Numbers:
    """Numbers of values, from `first` on, in the order in which they are first asked for."""

    def __init__(self, first):
        self.first, self.values, self.numbers = first, [], {}

    def of(self, value):
        if value not in self.numbers:
            self.numbers[value] = self.first + len(self.values)
            self.values.append(value)
        return self.numbers[value]

    def __getitem__(self, number):
        return self.values[number - self.first]

    def items(self):
        return enumerate(self.values, self.first)


class Grammar:
    """The rules of a `.pest` file as rows, parts before what they are parts of."""

    TOKEN = re.compile(
        r"""\s*(?:(?P<text>\^?"(?:[^"\\]|\\.)*")|'(?P<low>\\?.)'\s*\.\.\s*'(?P<high>\\?.)'"""
        r"""|(?P<name>[A-Za-z_]\w*)|\{(?P<bounds>\s*\d[\d\s,]*|\s*,\s*\d+\s*)\}"""
        r"""|(?P<mark>[~|*+?()!&]))"""
    )

    def __init__(self, text):
        text = re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE)
        rule = re.compile(r"(\w+)\s*=\s*[_@$!]?\{(.*?)\}\s*(?=\w+\s*=|\Z)", re.DOTALL)
        self.texts = {name: body for name, body in rule.findall(text)}
        self.rows, self.known = Numbers(1), {}

    def rule(self, name):
        if name not in self.known:
            self.known[name] = None
            self.known[name] = self.rows.of(("RRule", self.expression(self.texts[name])))
        if self.known[name] is None:
            sys.exit(f"{name} is recursive")
        return self.known[name]

    def set(self, ranges):
        return self.rows.of(("RSet", tuple(sorted(ranges))))

    def sequence(self, parts):
        if not parts:
            return self.rows.of(("REmpty",))
        *before, last = parts
        for part in reversed(before):
            last = self.rows.of(("RSeq", part, last))
        return last

    def choice(self, parts):
        *before, last = parts
        for part in reversed(before):
            last = self.rows.of(("RChoice", part, last))
        return last

    def repeat(self, inner, low, high):
        if low > 0:
            others = self.repeat(inner, low - 1, None if high is None else high - 1)
            return self.rows.of(("RRepeat", inner, others))
        if high is None:
            return self.rows.of(("RStar", inner))
        less = self.repeat(inner, 0, high - 1) if high else inner
        return self.rows.of(("RUpto", high, inner, less))

    def expression(self, text):
        tokens, at = [], 0
        while text[at:].strip():
            token = self.TOKEN.match(text, at)
            if not token:
                sys.exit(f"not read: {text[at:at + 40]!r}")
            tokens.append(token)
            at = token.end()
        tokens.reverse()
        read = self.alternatives(tokens)
        if tokens:
            sys.exit(f"not read: {text!r}")
        return read

    def alternatives(self, tokens):
        choice, sequence = [], []
        while True:
            sequence.append(self.term(tokens))
            mark = tokens[-1]["mark"] if tokens else None
            if mark in ("~", "|"):
                tokens.pop()
            if mark != "~":
                choice.append(self.sequence(sequence))
                sequence = []
            if mark not in ("~", "|"):
                return self.choice(choice)

    def term(self, tokens):
        token = tokens.pop()
        if token["mark"] in ("!", "&"):
            row = "RNot" if token["mark"] == "!" else "RAnd"
            return self.rows.of((row, self.term(tokens)))
        if token["mark"] == "(":
            read = self.alternatives(tokens)
            if tokens.pop()["mark"] != ")":
                sys.exit("expected )")
        elif token["text"]:
            read = self.string(token["text"])
        elif token["low"]:
            read = self.set([(ord(token["low"][-1]), ord(token["high"][-1]))])
        else:
            read = self.rule(token["name"])
        while tokens and (tokens[-1]["bounds"] or tokens[-1]["mark"] in ("*", "+", "?")):
            token = tokens.pop()
            bounds = {"*": (0, None), "+": (1, None), "?": (0, 1)}.get(token["mark"])
            if not bounds:
                low, comma, high = token["bounds"].replace(" ", "").partition(",")
                bounds = (int(low or 0), int(high) if high else None if comma else int(low))
            read = self.repeat(read, *bounds)
        return read

    def string(self, text):
        any_case, text = text[0] == "^", text.lstrip("^")[1:-1]
        if "\\" in text.replace("\\\\", "").replace('\\"', ""):
            sys.exit(f"not read: {text!r}")
        text = text.replace('\\"', '"').replace("\\\\", "\\")
        cases = lambda c: {c.lower(), c.upper()} if any_case and c.isascii() else {c}
        return self.sequence([self.set([(ord(x), ord(x)) for x in cases(c)]) for c in text])


class Checker:
    """The check that Coq repeats, to find the numbers of what it needs."""

    def __init__(self, grammar):
        self.rows = grammar.rows
        self.conts, self.decisions, self.orders = Numbers(3), Numbers(3), {}
        self.steps, self.known, self.order, self.begun = [], {}, [], set()

    def enter(self, e, t):
        row = self.rows[e]
        if row[0] == "REmpty" or row[:2] == ("RUpto", 0):
            return t
        if row[0] == "RSeq":
            return self.enter(row[1], self.enter(row[2], t))
        return self.conts.of((e, t))

    def top(self, f):
        return None if f <= 2 else self.decisions[f][0]

    def decide(self, k, yes, no):
        return yes if yes == no else self.decisions.of((k, yes, no))

    def atom(self, t):
        return TRUE if t == ACCEPT else self.decide(t, TRUE, FALSE)

    def choose(self, f, g, h):
        if f == TRUE or g == h:
            return g
        if f == FALSE:
            return h
        if (g, h) == (TRUE, FALSE):
            return f
        if (f, g, h) not in self.known:
            tops = {self.top(x) for x in (f, g, h)} - {None}
            k = min(tops, key=lambda k: self.orders.get(k, 1 << 40 | k))
            half = lambda x, yes: self.decisions[x][1 if yes else 2] if self.top(x) == k else x
            yes, no = (self.choose(*(half(x, side) for x in (f, g, h))) for side in (True, False))
            self.known[f, g, h] = r = self.decide(k, yes, no)
            self.steps.append((f, g, h, r, k))
        return self.known[f, g, h]

    def needs(self, i):
        """The continuations that one is answered by: the taken, the one ahead, the other."""
        e, t = self.conts[i]
        match self.rows[e]:
            case ("RSeq" | "RRepeat", a, b):
                return [self.enter(a, self.enter(b, t))]
            case ("RRule", a):
                return [self.enter(a, t)]
            case ("RChoice", a, b):
                return [self.enter(a, t), self.enter(a, ACCEPT), self.enter(b, t)]
            case ("RStar", a):
                return [self.enter(a, i), self.enter(a, ACCEPT), t]
            case ("RUpto", n, a, less) if n:
                return [self.enter(a, self.enter(less, t)), self.enter(a, ACCEPT), t]
            case ("RAnd" | "RNot", a):
                return [self.enter(a, ACCEPT), t]
            case ("RSet", _):
                return []
            case _:
                return [t]

    def arrange(self, i):
        """Puts a continuation into the order, after those that it is answered by."""
        if i in (END, ACCEPT) or i in self.begun:
            return
        self.begun.add(i)
        for need in self.needs(i):
            self.arrange(need)
        self.order.append(i)

    def answer(self, i, symbol, held):
        e, t = self.conts[i]
        row = self.rows[e]
        if row[0] == "RSet":
            inside = symbol is not None and any(low <= symbol <= high for low, high in row[1])
            return self.atom(t) if inside else FALSE
        if row[0] == "REnd" and symbol is not None:
            return FALSE
        found = [held[need] for need in self.needs(i)]
        if row[0] == "RAnd":
            return self.choose(found[0], found[1], FALSE)
        if row[0] == "RNot":
            return self.choose(found[0], FALSE, found[1])
        if len(found) == 3:
            taken, ahead, other = found
            return self.choose(taken, TRUE, self.choose(ahead, FALSE, other))
        return found[0]

    def step(self, symbol, formulas):
        held = {END: TRUE if symbol is None else FALSE, ACCEPT: TRUE}
        for i in self.order:
            held[i] = self.answer(i, symbol, held)
        after = {FALSE: FALSE, TRUE: TRUE}
        for f in formulas:
            k, yes, no = self.decisions[f]
            after[f] = self.choose(held[k], after[yes], after[no])


def theorem(text, rule):
    """The classes and states of a theorem, and the lines of its list `peg`."""
    lines = iter(text.splitlines())
    while not (line := next(lines)).startswith("theorem ") or line.split()[2] != rule:
        pass
    classes, states, peg, section = [], [], [], None
    for line in lines:
        word, *words = line.split()
        if word in ("states", "abnf", "peg", "runs", "end"):
            section = word
        elif word == "class":
            classes.append(ranges(words[0]))
        elif section == "states":
            states.append((word == "+", [int(to) for to in words]))
        elif section == "peg":
            peg.append((word, words))
        if word == "end":
            return classes, states, peg


def ranges(text):
    pairs = [part.partition("-") for part in text.split(",")]
    return tuple((int(low, 16), int(high or low, 16)) for low, _, high in pairs)


def read_list(checker, grammar, peg):
    """Numbers what a list names. Returns the formulas in order, and the entries."""
    exprs, conts, formulas, entries, listed = [], [END, ACCEPT], [FALSE, TRUE], {}, []
    for word, words in peg:
        number = lambda at: int(words[at])
        match word:
            case "set":
                exprs.append(grammar.set(ranges(words[0]) if words else ()))
            case "sequence" | "choice":
                join = grammar.sequence if word == "sequence" else grammar.choice
                exprs.append(join([exprs[int(part)] for part in words]))
            case "repeat":
                high = None if words[2] == "*" else number(2)
                exprs.append(grammar.repeat(exprs[number(0)], number(1), high))
            case "and" | "not":
                exprs.append(grammar.rows.of((f"R{word.title()}", exprs[number(0)])))
            case "eoi":
                exprs.append(grammar.rows.of(("REnd",)))
            case "rule":
                exprs.append(grammar.rule(words[0]))
            case "then":
                conts.append(checker.conts.of((exprs[number(0)], conts[number(1)])))
                checker.orders[conts[-1]] = len(conts)
            case "if":
                cont, yes, no = conts[number(0)], formulas[number(1)], formulas[number(2)]
                formulas.append(checker.decide(cont, yes, no))
                listed.append(formulas[-1])
            case "in":
                entries[formulas[number(1)]] = number(0) + 1
    return listed, entries


def pairs(ranges):
    return "[" + "; ".join(f"({low}, {high})%N" for low, high in ranges) + "]"


def table(name, kind, items):
    """A list in pieces: Coq reads no long ones."""
    items = list(items)
    pieces = [items[at : at + 200] for at in range(0, len(items), 200)]
    for number, piece in enumerate(pieces):
        body = ";\n  ".join(piece)
        print(f"Definition {name}_{number} : list ({kind}) := [\n  {body}]%positive.")
    names = "".join(f"{name}_{number} ++ " for number in range(len(pieces)))
    print(f"Definition {name} : list ({kind}) := {names}[].\n")


def main(pest, certificate, rule):
    grammar = Grammar(open(pest).read())
    start = grammar.rule(rule)
    checker = Checker(grammar)
    classes, states, peg = theorem(open(certificate).read(), rule)
    listed, entries = read_list(checker, grammar, peg)
    for f in listed:
        checker.arrange(checker.decisions[f][0])
    sets = [row[1] for row in grammar.rows.values if row[0] == "RSet"] + classes
    cuts = sorted({cut for set in sets for low, high in set for cut in (low, high + 1)})
    for symbol in [None, 0, *cuts]:
        checker.step(symbol, listed)
    begin = checker.conts.of((start, END))
    eating = set()
    for i, row in grammar.rows.items():
        parts = [part in eating for part in row[1:] if isinstance(part, int)]
        if (
            row[0] == "RSet"
            or row[0] in ("RSeq", "RRepeat", "RRule") and any(parts)
            or row[0] == "RChoice" and all(parts)
        ):
            eating.add(i)
    show = lambda row: f"{row[0]} {pairs(row[1])}" if row[0] == "RSet" else " ".join(
        f"{part}%nat" if row[0] == "RUpto" and at == 1 else str(part) for at, part in enumerate(row)
    )
    print(f"(* {rule}, by tables.py. `rows` is the grammar; `states` the automaton. *)")
    print("Require Import List NArith PArith FMapPositive.\nRequire Import Derivative Diagram.")
    print("Import ListNotations.\n")
    table("the_rows", "positive * row", (f"({i}, {show(row)})" for i, row in grammar.rows.items()))
    table("the_eating", "positive * unit", (f"({i}, tt)" for i in sorted(eating)))
    conts = list(checker.conts.items())
    kind = "positive * (positive * positive)"
    table("the_conts", kind, (f"({i}, ({e}, {t}))" for i, (e, t) in conts))
    numbers = (f"({e * 65536 + t}, {i})" for i, (e, t) in conts)
    table("the_numbers", "positive * positive", numbers)
    decisions = list(checker.decisions.items())
    kind = "positive * (positive * positive * positive)"
    table("the_decisions", kind, (f"({i}, ({k}, {y}, {n}))" for i, (k, y, n) in decisions))
    atoms = (f"({k}, {i})" for i, (k, y, n) in decisions if (y, n) == (TRUE, FALSE))
    table("the_atoms", "positive * positive", atoms)
    table("the_classes", "set", map(pairs, classes))
    row = lambda state: f"({str(state[0]).lower()}, [{'; '.join(str(to + 1) for to in state[1])}])"
    rows = (f"({i}, {row(state)})" for i, state in enumerate(states, 1))
    table("the_states", "positive * (bool * list positive)", rows)
    table("the_entries", "positive * positive", (f"({f}, {q})" for f, q in entries.items()))
    table("the_order", "positive", map(str, checker.order))
    table("the_formulas", "positive", map(str, listed))
    table("the_cuts", "N", (f"{cut}%N" for cut in cuts))
    steps = (f"({', '.join(map(str, step))})" for step in checker.steps)
    table("the_steps", "choice * positive", steps)
    has_last = lambda set: any(high == 0x10FFFF for _, high in set)
    other = next(i for i, set in enumerate(classes) if has_last(set))
    print(f"Definition other : nat := {other}.")
    print(f"Definition start : positive := {start}%positive.")
    print(f"Definition start_cont : positive := {begin}%positive.")
    print(f"Definition start_formula : positive := {checker.atom(begin)}%positive.")


main(*sys.argv[1:])
