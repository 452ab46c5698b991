use pest::Parser;
use pest::error::Error;
use pest::iterators::Pair;

/// A place in a document, as its keys and the numbers of items, with the text of the value there.
pub type Values = Vec<(String, String)>;

/// Reads the values of a document that are not tables and no arrays, in order.
pub fn read(text: &str) -> Result<Values, Box<Error<Rule>>> {
    let document = Toml::parse(Rule::toml, text)?.next().unwrap();
    let (mut values, mut table) = (Values::new(), String::new());
    for line in document.into_inner() {
        match line.as_rule() {
            Rule::table | Rule::table_array => {
                table = path("", line.into_inner().next().unwrap());
            }
            Rule::pair => pair(&table, line, &mut values),
            Rule::EOI => (),
            _ => unreachable!(),
        }
    }
    Ok(values)
}

/// Returns the path of a key below a table.
fn path(table: &str, key: Pair<'_, Rule>) -> String {
    let parts = key.into_inner().map(|part| part.as_str().to_owned());
    let above = Some(table.to_owned()).filter(|table| !table.is_empty());
    above.into_iter().chain(parts).collect::<Vec<_>>().join(".")
}

fn pair(table: &str, pair: Pair<'_, Rule>, values: &mut Values) {
    let mut inside = pair.into_inner();
    let path = path(table, inside.next().unwrap());
    value(&path, inside.next().unwrap(), values);
}

fn value(path: &str, of: Pair<'_, Rule>, values: &mut Values) {
    let inside = of.into_inner().next().unwrap();
    match inside.as_rule() {
        Rule::array => {
            for (number, item) in inside.into_inner().enumerate() {
                value(&format!("{path}[{number}]"), item, values);
            }
        }
        Rule::inline_table => inside.into_inner().for_each(|one| pair(path, one, values)),
        _ => values.push((path.to_owned(), inside.as_str().to_owned())),
    }
}
