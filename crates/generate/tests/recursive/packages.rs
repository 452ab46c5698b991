//! Packages of recursive rules: what they hold, and what is refused.

use std::fs;
use std::path::PathBuf;

use urigram_generate::Package;

/// Writes a file of rules into a folder of its own, and returns the file.
fn file(name: &str, text: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("nested-packages");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join(name);
    fs::write(&file, text).unwrap();
    file
}

fn package(name: &str, text: &str, rule: Option<&str>) -> Result<Package, String> {
    Package::by_rule(&file(name, text), rule, &[]).map_err(|error| error.to_string())
}

fn source<'p>(package: &'p Package, name: &str) -> &'p str {
    let file = package.files.iter().find(|(path, _)| path.ends_with(name));
    file.map_or("", |(_, text)| std::str::from_utf8(text).unwrap())
}

/// pest's optimizer takes the opening out of both alternatives. The brackets are brackets still.
const LIST: &str = r#"
list = { "(" ~ item ~ ("," ~ item)* ~ ")" | "(" ~ ")" }
item = { list | number | name }
number = @{ ASCII_DIGIT+ }
name = { first ~ second? }
first = { "a" }
second = { "b" }
WHITESPACE = _{ " " }
"#;

#[test]
fn a_file_of_pest_becomes_types_and_literals() {
    let package = package("list.pest", LIST, None).unwrap();
    assert!(package.notes.is_empty(), "{:?}", package.notes);
    let nodes = source(&package, "src/nodes.rs");
    assert!(nodes.contains("enum Item(1) {\n        List\n        Number\n        Name\n"));
    for part in ["item: many Item;", "first: one First;", "second: optional Second;"] {
        assert!(nodes.contains(part), "{part}: {nodes}");
    }
    let library = source(&package, "src/lib.rs");
    assert!(library.contains("macro_rules! list"), "{library}");
    let words = source(&package, "tests/words.txt");
    for verdict in ["accept\t", "reject\t"] {
        assert!(words.lines().filter(|line| line.starts_with(verdict)).count() > 10, "{words}");
    }
}

/// ABNF alone becomes a package by a PEG that is made of it and proved; the alternatives of `item`
/// change places in it.
#[test]
fn a_file_of_abnf_becomes_types_and_literals() {
    let text = "list = \"(\" [ item *( \",\" item ) ] \")\"\nitem = number / number \".\" list\n\
                number = 1*%x30-39\nbroken = undefined\n";
    let package = package("list.abnf", text, None).unwrap();
    let pest = source(&package, "src/grammar.pest");
    assert!(pest.contains("item = { number ~ \".\" ~ list | number }"), "{pest}");
    let nodes = source(&package, "src/nodes.rs");
    for part in ["item: many Item;", "number: one Number;", "list: optional List;"] {
        assert!(nodes.contains(part), "{part}: {nodes}");
    }
    assert!(source(&package, "src/lib.rs").contains("macro_rules! list"));
    assert!(source(&package, "tests/words.txt").contains("accept\t("));
}

#[test]
fn rules_that_leave_no_node_pass_on_what_is_inside() {
    let text = r#"
        list = { "(" ~ items? ~ ")" }
        items = _{ item ~ ("," ~ items)? }
        item = { list | 'a'..'z' }
        whole = _{ SOI ~ list ~ other? ~ EOI }
        other = { "!" }
    "#;
    let whole = package("items.pest", text, Some("whole")).unwrap();
    let nodes = source(&whole, "src/nodes.rs");
    assert!(nodes.contains("item: many Item;"), "{nodes}");
    assert!(!nodes.contains("Items"), "{nodes}");
    assert!(nodes.contains("struct Whole(3)"), "{nodes}");
    for part in ["list: one List;", "other: optional Other;"] {
        assert!(nodes.contains(part), "{part}: {nodes}");
    }
    assert!(source(&whole, "src/lib.rs").contains("Whole, false, program"));
}

#[test]
fn rules_with_the_stack_have_no_literals_and_say_so() {
    let text = r#"
        tag = { "<" ~ PUSH(name) ~ ">" ~ tag* ~ "</" ~ POP ~ ">" }
        name = @{ 'a'..'b'+ }
    "#;
    let package = package("tag.pest", text, None).unwrap();
    assert!(!source(&package, "src/lib.rs").contains("macro_rules"));
    assert!(package.notes[0].starts_with("no literals"), "{:?}", package.notes);
    assert!(source(&package, "tests/words.txt").contains("accept\t<a></a>"));
}

/// A package of a rule that skips white space has the errors of recursive rules. `number` skips
/// none.
#[test]
fn a_regular_rule_that_skips_white_space_becomes_types() {
    let sum = "WHITESPACE = _{ \" \" }\nsum = { number ~ (\"+\" ~ number)* ~ EOI }\n\
               number = @{ ASCII_DIGIT+ }\n";
    let made = package("sum.pest", sum, Some("sum")).unwrap();
    assert!(source(&made, "src/nodes.rs").contains("number: many Number;"));
    assert!(source(&made, "src/lib.rs").contains("macro_rules! sum"));
    let number = package("sum.pest", sum, Some("number")).unwrap();
    assert!(source(&number, "tests/sum.tsv").starts_with("# Conformance vectors for `number`:"));
}

#[test]
fn what_cannot_be_made_is_refused_by_name() {
    // After the bracket a list or the mark may begin: the call is not alone.
    let open = "list = \"(\" *list \")\" / \"(\" \"!\" list \")\"\n";
    let abnf = package("open.abnf", open, None).unwrap_err();
    assert!(abnf.contains("needs a PEG: no PEG: no repair was found for list"), "{abnf}");
    // A file begins with any rule of it.
    let regular = package("list.pest", LIST, Some("number")).unwrap();
    let vectors = source(&regular, "tests/list.tsv");
    assert!(vectors.starts_with("# Conformance vectors for `number`:"), "{vectors}");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("nested-packages/as");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("printed.pest"), LIST).unwrap();
    for (rule, start) in [("numbers", "list"), ("number", "number")] {
        let facts = format!(
            "id = \"as\"\n[start]\ndefault = \"{start}\"\n\
             [[type]]\nrule = \"{rule}\"\nas = \"u64\"\n"
        );
        fs::write(folder.join("document.toml"), facts).unwrap();
        let error = Package::of(&folder, &[]).unwrap_err().to_string();
        assert!(error.contains(&format!("`{rule}`")) || error.contains("`as`"), "{error}");
    }
}

/// A chain of rules from the last one to the first, and one that doubles at each step.
#[test]
fn large_grammars_end() {
    let mut chain = String::from("r0 = { \"(\" ~ r300 ~ \")\" | \"a\" }\n");
    let mut double = String::from("r0 = { \"(\" ~ r40 ~ \")\" | \"a\" }\n");
    for number in 1..=300 {
        chain += &format!("r{number} = {{ \"b\" | r{} }}\n", number - 1);
    }
    for number in 1..=40 {
        double += &format!("r{number} = {{ r{0} ~ r{0} }}\n", number - 1);
    }
    for (name, text) in [("chain.pest", chain), ("double.pest", double)] {
        match package(name, &text, Some("r0")) {
            Ok(package) => assert!(!source(&package, "src/nodes.rs").is_empty(), "{name}"),
            Err(error) => assert!(error.contains("too many"), "{name}: {error}"),
        }
    }
}

const SUMS: &str = r#"
sum = { sign* ~ term ~ fac* ~ (infix ~ sign* ~ term ~ fac*)* }
infix = _{ add | sub | mul | pow }
add = { "+" }
sub = { "-" }
mul = { "*" }
pow = { "^" }
sign = { "~" }
fac = { "!" }
term = _{ number | "(" ~ sum ~ ")" }
number = { ASCII_DIGIT+ }
"#;

/// Makes a package of a folder with a PEG and rows.
fn with_rows(name: &str, pest: &str, rows: &str) -> Result<Package, String> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("nested-packages").join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("printed.pest"), pest).unwrap();
    fs::write(folder.join("document.toml"), format!("id = {name:?}\n{rows}")).unwrap();
    Package::of(&folder, &[]).map_err(|error| error.to_string())
}

#[test]
fn operators_become_variants_with_levels() {
    let rows = r#"
        [[operator]]
        rule = "sum"
        left = ["add", "sub"]
        [[operator]]
        rule = "sum"
        left = ["mul"]
        [[operator]]
        rule = "sum"
        right = ["pow"]
        [[operator]]
        rule = "sum"
        prefix = ["sign"]
        [[operator]]
        rule = "sum"
        postfix = ["fac"]
    "#;
    let package = with_rows("sums", SUMS, rows).unwrap();
    let nodes = source(&package, "src/nodes.rs");
    for line in [
        "    Sum = SumOperation, SumOperations, SumOperand {\n        primary Sum;",
        "        primary Number;\n        prefix Sign(6), 4;\n",
        "        postfix Fac(7), 5;\n        infix Add(2), 1, Left;\n",
        "        infix Sub(3), 1, Left;\n        infix Mul(4), 2, Left;\n",
        "        infix Pow(5), 3, Right;\n    }\n",
    ] {
        assert!(nodes.contains(line), "{line}: {nodes}");
    }
}

#[test]
fn rows_that_make_no_expression_are_refused() {
    let row = |keys: &str| format!("[[operator]]\nrule = \"sum\"\n{keys}\n");
    let infix = "left = [\"add\", \"sub\", \"mul\", \"pow\"]";
    let all = row(infix) + &row("prefix = [\"sign\"]\npostfix = [\"fac\"]");
    assert!(with_rows("rows", SUMS, &all).is_ok());
    for (rows, wanted) in [
        (row("left = [\"plus\"]"), "[[operator]] sum: no rule `plus` leaves a node"),
        (row("left = [\"infix\"]"), "[[operator]] sum: no rule `infix` leaves a node"),
        (all.replace("\"sum\"", "\"sums\""), "[[operator]] sums: no rule `sums` leaves a node"),
        (all.clone() + &row("right = [\"mul\"]"), "[[operator]] sum: `mul` is an operator twice"),
        (row("left = [\"add\", \"add\"]"), "[[operator]] sum: `add` is an operator twice"),
        (row("left = [\"add\"]\nright = [\"pow\"]"), "make a row of each"),
        (row(""), "name operators"),
        (row(infix), "`sign` is not an operator, and can follow an operand"),
        (row("prefix = [\"sign\"]"), "can follow an operand"),
        (all.replace("prefix = ", "right = "), "`sign` can be where an operand has to be"),
        (
            row(infix) + &row("left = [\"sign\", \"fac\"]"),
            "`sign` can be where an operand has to be",
        ),
        (all.clone() + &row("prefix = [\"number\"]"), "`fac` can be where an operand has to be"),
        (all.clone() + &row("postfix = [\"number\", \"sum\"]"), "nothing in a match is an operand"),
        (all + "assoc = \"left\"", "unknown field `assoc`"),
    ] {
        let error = with_rows("rows", SUMS, &rows).unwrap_err();
        assert!(error.contains(wanted), "{wanted}: {error}");
    }
    let rows = row("left = [\"add\"]");
    for (pest, wanted) in [
        ("number ~ (add ~ number)* ~ EOI", "`EOI` is not an operand"),
        ("number ~ (add ~ number?)*", "`add` can be where an operand has to be"),
        ("(add ~ number)*", "`add` can be where an operand has to be"),
        ("(number ~ add)*", "a match can end where an operand has to be"),
        ("(number ~ add){2} ~ sum?", "a match can end where an operand has to be"),
        ("(number ~ add){2, 3} ~ \"(\" ~ sum ~ \")\"", ""),
        ("(number ~ add?){2}", "`number` is not an operator, and can follow an operand"),
        ("(!add ~ number ~ &add ~ add)+ ~ number", ""),
    ] {
        let pest = format!(
            "sum = {{ {pest} }}\nadd = {{ \"+\" }}\nnumber = {{ \"1\" | \"[\" ~ sum ~ \"]\" }}\n"
        );
        match with_rows("orders", &pest, &rows) {
            Ok(_) => assert_eq!(wanted, "", "{pest}"),
            Err(error) => assert!(!wanted.is_empty() && error.contains(wanted), "{pest}: {error}"),
        }
    }
}

#[test]
fn trees_of_rules_that_do_not_call_themselves_are_made_if_asked_for() {
    let text = "row = { field ~ (\",\" ~ field)* }\nfield = { ASCII_DIGIT* }\n";
    let package = Package::with_trees(&file("row.pest", text), None, &[]).unwrap();
    assert!(source(&package, "src/nodes.rs").contains("field: many Field;"));
    assert!(source(&package, "src/lib.rs").contains("macro_rules! row"));
    let folder = with_rows("row", text, "[package]\ntrees = true\n").unwrap();
    let names = |package: &Package| -> Vec<PathBuf> {
        package.files.iter().map(|(path, _)| path.clone()).collect()
    };
    assert_eq!(names(&package), names(&folder));
    let wrong = Package::with_trees(&file("wrong.pest", "row = { field"), None, &[]);
    assert!(wrong.unwrap_err().to_string().contains("wrong.pest"));
}

/// Rows name the rules of the ABNF; the PEG that is made of it has other names.
#[test]
fn rows_name_rules_as_the_abnf_does() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("nested-packages/abnf-rows");
    fs::create_dir_all(&folder).unwrap();
    let abnf = "a-sum = a-term *( plus-sign a-term )\na-term = 1*DIGIT / \"(\" a-sum \")\"\n\
                plus-sign = \"+\"\n";
    fs::write(folder.join("printed.abnf"), abnf).unwrap();
    let rows = "id = \"abnf-rows\"\n[[type]]\nrule = \"a-term\"\nname = \"Operand\"\n\
                [[operator]]\nrule = \"a-sum\"\nleft = [\"plus-sign\"]\n";
    fs::write(folder.join("document.toml"), rows).unwrap();
    let package = Package::of(&folder, &[]).unwrap();
    let nodes = source(&package, "src/nodes.rs");
    assert!(nodes.contains("struct Operand(1)"), "{nodes}");
    let lines = "    ASum = ASumOperation, ASumOperations, ASumOperand {\n        \
                 primary Operand;\n        infix PlusSign(2), 1, Left;\n    }\n";
    assert!(nodes.contains(lines), "{nodes}");
}
