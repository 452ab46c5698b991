//! The expansion of URI templates.

use crate::clock::Contender;
use iri_string::spec::UriSpec;
use iri_string::template::simple_context::{SimpleContext, Value as Theirs};
use iri_string::template::UriTemplateStr;
use uri_template::UriTemplate;
use uri_template_expand::{expand, Value};

/// The examples of RFC 6570: section, template, expansion.
const EXAMPLES: &str = include_str!("../../../specs/uri-template/expand/examples.tsv");

/// The values of RFC 6570, 3.2.
const VALUES: [(&str, Value<'_>); 16] = [
    ("count", Value::List(&["one", "two", "three"])),
    ("dom", Value::List(&["example", "com"])),
    ("dub", Value::Text("me/too")),
    ("hello", Value::Text("Hello World!")),
    ("half", Value::Text("50%")),
    ("var", Value::Text("value")),
    ("who", Value::Text("fred")),
    ("base", Value::Text("http://example.com/home/")),
    ("path", Value::Text("/foo/bar")),
    ("list", Value::List(&["red", "green", "blue"])),
    ("keys", Value::Pairs(&[("semi", ";"), ("dot", "."), ("comma", ",")])),
    ("v", Value::Text("6")),
    ("x", Value::Text("1024")),
    ("y", Value::Text("768")),
    ("empty", Value::Text("")),
    ("empty_keys", Value::Pairs(&[])),
];

/// Returns the templates, each with its expansion.
fn examples() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = EXAMPLES.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once('\t')?.1.split_once('\t'))
}

/// Returns the templates.
pub fn inputs() -> Vec<&'static str> {
    examples().map(|(template, _)| template).collect()
}

fn context() -> SimpleContext {
    let texts = |list: &[&str]| list.iter().map(|&text| text.to_owned()).collect();
    let mut context = SimpleContext::new();
    for (name, value) in VALUES {
        let value = match value {
            Value::Text(text) => Theirs::from(text),
            Value::List(list) => Theirs::List(texts(list)),
            Value::Pairs(pairs) => Theirs::Assoc(
                pairs.iter().map(|&(name, text)| (name.to_owned(), text.to_owned())).collect(),
            ),
        };
        context.insert(name, value);
    }
    context
}

/// Parses and expands each template into a string.
pub fn contenders<'a>() -> Vec<Contender<'a>> {
    let is_right = |template: &str, expansion: Option<String>| {
        examples().any(|(one, other)| one == template && Some(other) == expansion.as_deref())
    };
    let context: &'static SimpleContext = Box::leak(Box::new(context()));
    let theirs = move |template: &str| {
        let template = UriTemplateStr::new(template).ok()?;
        Some(template.expand::<UriSpec, _>(context).ok()?.to_string())
    };
    let own = |template: &str| expand(&UriTemplate::parse(template).ok()?, &VALUES).ok();
    vec![
        Contender::new("iri-string", move |text| is_right(text, theirs(text)), theirs),
        Contender::new("urigram", move |text| is_right(text, own(text)), own),
    ]
}
