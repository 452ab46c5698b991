# Counts the rules that the text of an RFC defines, without any code of the extraction: a second
# opinion on how many there are.
#
#     awk -f checks/rfcs/count.awk rfc5322.txt rfc9110.txt
#
# A definition is a line with a name, "=", ":=" or "=/", and something that only ABNF has behind
# it, or the name of another definition. Each name counts once, whatever its case. Prints the number
# of the RFC and the count, for each text that speaks of ABNF.

function finish(    name, n, i, words, count, w, ok) {
  if (file == "" || !speaks) { return }
  n = 0
  for (name in certain) { n++ }
  for (name in perhaps) {
    if (name in certain) { continue }
    count = split(perhaps[name], words, " ")
    ok = count > 0
    for (i = 1; i <= count; i++) {
      w = tolower(words[i])
      if (!(w in certain) && !(w in perhaps) && !(w in core)) { ok = 0 }
    }
    n += ok
  }
  number = file
  sub(/.*rfc/, "", number)
  sub(/\.txt$/, "", number)
  if (n > 0) { print number "\t" n }
}

BEGIN {
  count = split("alpha bit char cr crlf ctl digit dquote hexdig htab lf lwsp octet sp vchar wsp",
                words, " ")
  for (i = 1; i <= count; i++) { core[words[i]] = 1 }
}

FNR == 1 {
  finish()
  file = FILENAME
  speaks = 0
  split("", certain)
  split("", perhaps)
}

/ABNF|[Aa]ugmented BNF|[Aa]ugmented Backus/ { speaks = 1 }

/^[ \t]*[A-Za-z][A-Za-z0-9_-]*[ \t]*:?=\/?([ \t]|$|["(*\[<%0-9])/ {
  line = $0
  gsub(/\f|\r/, "", line)
  sub(/^[ \t]+/, "", line)
  name = line
  sub(/[ \t]*:?=.*/, "", name)
  attribute = line ~ /^[A-Za-z0-9_-]+=["0-9]/
  rest = line
  sub(/^[A-Za-z0-9_-]+[ \t]*:?=\/?[ \t]*/, "", rest)
  name = tolower(name)
  gsub(/_/, "-", name)
  statement = rest ~ /[;{]$/ && rest !~ / ;$/
  if (rest ~ /^[=>]/ || attribute || statement) { next }
  strict = rest
  gsub(/"[^"]*"/, "\"", strict)
  sub(/;.*/, "", strict)
  if (rest == "" || rest ~ /^;/) { waits = name; next }
  # Operators and terminals that no sentence and no program has in this place.
  if (strict ~ /^["<%(\[*]|^[0-9]*[*#]|[ \t][\/|]([ \t]|$)|[ \t][0-9]*[*#][0-9]*[(A-Za-z"<]|"|%[xdb][0-9A-Fa-f]|\[[ \t]*[A-Za-z"(*]/ &&
      strict !~ /[+&^~]|->|\(\)|:[ \t]|[a-z]\.[a-z]/) {
    certain[name] = 1
  } else if (strict ~ /^[A-Za-z][A-Za-z0-9 \t_-]*$/ && !(name in perhaps)) {
    gsub(/_/, "-", strict)
    perhaps[name] = strict
  }
  next
}

waits != "" {
  if ($0 ~ /^[ \t]+["<%(\[*A-Za-z0-9]/) { certain[waits] = 1 }
  waits = ""
}

END { finish() }
