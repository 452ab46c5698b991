//! Markdown as elements that the page draws: no HTML passes.

use pulldown_cmark::{Event, Tag, TagEnd};
use serde_json::{json, Value};

use crate::refusal::Refusal;

/// The deepest nesting of lists, quotations and the like.
const DEEPEST: usize = 12;

/// Elements that are being built: a stack of open ones, each `[name, attributes, child, …]`.
#[derive(Debug, Default)]
pub(super) struct Blocks {
    open: Vec<Vec<Value>>,
    done: Vec<Value>,
}

impl Blocks {
    /// Adds an event.
    ///
    /// # Errors
    /// A message for raw HTML, for what a lesson cannot hold, and for links that lead anywhere but
    /// to a view or to a web address.
    pub(super) fn add(&mut self, event: Event<'_>) -> Result<(), Refusal> {
        match event {
            Event::Start(tag) => {
                if self.open.len() == DEEPEST {
                    return Err(format!("more than {DEEPEST} elements inside each other").into());
                }
                self.open.push(opened(&tag)?);
            }
            Event::End(TagEnd::HtmlBlock) => {}
            Event::End(_) => {
                let element = Value::Array(self.open.pop().unwrap_or_default());
                self.put(element);
            }
            Event::Text(text) => self.put(json!(&*text)),
            Event::Code(text) => self.put(json!(["code", {}, &*text])),
            Event::SoftBreak => self.put(json!(" ")),
            Event::HardBreak => self.put(json!(["br", {}])),
            Event::Rule => self.put(json!(["hr", {}])),
            Event::Html(text) | Event::InlineHtml(text) => {
                return Err(format!("a lesson cannot contain HTML: `{}`", text.trim()).into())
            }
            _ => return Err("a lesson cannot contain footnotes, tasks or formulas".into()),
        }
        Ok(())
    }

    fn put(&mut self, value: Value) {
        self.open.last_mut().unwrap_or(&mut self.done).push(value);
    }

    /// Returns the elements that are closed.
    pub(super) fn finish(self) -> Vec<Value> {
        self.done
    }
}

/// Returns the beginning of an element.
fn opened(tag: &Tag<'_>) -> Result<Vec<Value>, Refusal> {
    let name = match tag {
        Tag::Paragraph => "p",
        Tag::Heading { .. } => "h3",
        Tag::BlockQuote(_) => "blockquote",
        Tag::CodeBlock(_) => "pre",
        Tag::List(None) => "ul",
        Tag::List(Some(_)) => "ol",
        Tag::Item => "li",
        Tag::Emphasis => "em",
        Tag::Strong => "strong",
        Tag::Link { dest_url, .. } => {
            let is_known = ["#/", "https://", "http://"];
            if !is_known.iter().any(|start| dest_url.starts_with(start)) {
                return Err(format!(
                    "the link to `{dest_url}` leads neither to a view (`#/…`) nor to the web"
                )
                .into());
            }
            return Ok(vec![json!("a"), json!({ "href": &**dest_url })]);
        }
        Tag::HtmlBlock => return Err("a lesson cannot contain HTML".into()),
        Tag::Image { .. } => return Err("a lesson cannot contain images".into()),
        _ => return Err("a lesson cannot contain tables or footnotes".into()),
    };
    Ok(vec![json!(name), json!({})])
}

#[cfg(test)]
mod tests {
    use pulldown_cmark::Parser;

    use super::*;

    fn elements(text: &str) -> String {
        let mut blocks = Blocks::default();
        Parser::new(text).for_each(|event| blocks.add(event).unwrap());
        Value::Array(blocks.finish()).to_string()
    }

    #[test]
    fn every_kind_of_block_has_its_element() {
        for (text, expected) in [
            ("1. a\n2. b", r#"[["ol",{},["li",{},"a"],["li",{},"b"]]]"#),
            ("* a", r#"[["ul",{},["li",{},"a"]]]"#),
            ("# a", r#"[["h3",{},"a"]]"#),
            ("> a", r#"[["blockquote",{},["p",{},"a"]]]"#),
            ("    a", r#"[["pre",{},"a"]]"#),
            ("***", r#"[["hr",{}]]"#),
            (
                "*a* **b** `c`",
                r#"[["p",{},["em",{},"a"]," ",["strong",{},"b"]," ",["code",{},"c"]]]"#,
            ),
        ] {
            assert_eq!(elements(text), expected, "{text}");
        }
    }
}
