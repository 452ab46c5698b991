//! The reader of a lesson's file.

use std::fmt::Display;
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use serde::{Serialize, Serializer};
use serde_json::Value;

use super::markdown::Blocks;
use super::Claim;
use crate::refusal::Refusal;

/// The longest file, in bytes.
const LONGEST: usize = 256 * 1024;

/// A lesson.
#[derive(Clone, Debug, Serialize)]
pub struct Lesson {
    /// The file's name without its extension.
    pub id: String,
    /// The heading of the first level.
    pub title: String,
    /// The words between the title and the first step, as elements.
    pub summary: Vec<Value>,
    /// The steps, at least one.
    pub steps: Vec<Step>,
}

/// A step of a lesson.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// The heading of the second level.
    pub title: String,
    /// The link of the view, `#/string?input=…`.
    pub view: String,
    /// The claims about the documents.
    pub claims: Vec<Claim>,
    /// The texts that the view shows, each with the CSS selector of its element.
    pub shown: Vec<Shown>,
    /// The words, as elements `[name, attributes, child, …]`.
    pub words: Vec<Value>,
}

/// A text that a view shows.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The CSS selector of the element.
    pub selector: String,
    /// The text that the element contains.
    pub text: String,
}

/// A pair in JSON.
impl Serialize for Shown {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [&self.selector, &self.text].serialize(serializer)
    }
}

/// The step that is being read.
struct Open {
    line: usize,
    title: String,
    head: Option<Head>,
    words: Blocks,
}

/// The block ```` ```step ````.
#[derive(Default)]
struct Head {
    view: Option<String>,
    claims: Vec<Claim>,
    shown: Vec<Shown>,
}

impl Lesson {
    /// Reads a lesson.
    ///
    /// # Errors
    /// A message with the line: no title, no steps, a step without a view, an unknown claim, HTML.
    pub fn read(id: &str, markdown: &str) -> Result<Lesson, Refusal> {
        if markdown.len() > LONGEST {
            return Err(format!("a lesson has at most {LONGEST} bytes").into());
        }
        let ends: Vec<usize> = markdown.match_indices('\n').map(|(at, _)| at).collect();
        let line = |at: usize| 1 + ends.partition_point(|&end| end < at);
        let mut reader = Reader { title: None, summary: Blocks::default(), steps: Vec::new() };
        let mut events = Parser::new_ext(markdown, Options::empty()).into_offset_iter();
        while let Some((event, range)) = events.next() {
            let number = line(range.start);
            let at = |message: &dyn Display| Refusal::Usage(format!("line {number}: {message}"));
            match event {
                Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }) => {
                    let title = text_of(&mut events);
                    if reader.title.replace(title).is_some() {
                        return Err(at(&"a second title: a step's heading begins with `##`"));
                    }
                }
                Event::Start(Tag::Heading { level: HeadingLevel::H2, .. }) => {
                    let (title, words) = (text_of(&mut events), Blocks::default());
                    reader.steps.push(Open { line: number, title, head: None, words });
                }
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(kind))) if &*kind == "step" => {
                    let text = text_of(&mut events);
                    let step = reader.steps.last_mut();
                    let step = step.ok_or_else(|| at(&"`step` before the first `##`"))?;
                    if step.head.replace(Head::read(number + 1, &text)?).is_some() {
                        return Err(at(&format!("the step `{}` has two heads", step.title)));
                    }
                }
                event => {
                    let words = match reader.steps.last_mut() {
                        Some(step) => &mut step.words,
                        None => &mut reader.summary,
                    };
                    words.add(event).map_err(|error| at(&error))?;
                }
            }
        }
        reader.finish(id)
    }
}

/// The parts of a lesson that were read.
struct Reader {
    title: Option<String>,
    summary: Blocks,
    steps: Vec<Open>,
}

impl Reader {
    fn finish(self, id: &str) -> Result<Lesson, Refusal> {
        let title = self.title.ok_or("a lesson begins with its title: `# …`")?;
        if self.steps.is_empty() {
            return Err("a lesson has at least one step: `## …`".into());
        }
        let steps = self.steps.into_iter().map(Step::of).collect::<Result<_, _>>()?;
        Ok(Lesson { id: id.to_owned(), title, summary: self.summary.finish(), steps })
    }
}

impl Step {
    fn of(open: Open) -> Result<Step, Refusal> {
        let Open { line, title, head, words } = open;
        let head = head.unwrap_or_default();
        let view = head
            .view
            .ok_or_else(|| format!("line {line}: the step `{title}` has no `view:` in its head"))?;
        Ok(Step { title, view, claims: head.claims, shown: head.shown, words: words.finish() })
    }
}

impl Head {
    /// Reads the lines of a head. The first line has this number.
    fn read(first: usize, text: &str) -> Result<Head, Refusal> {
        let mut head = Head::default();
        for (line, row) in (first..).zip(text.lines()) {
            let at = |message: &dyn Display| Refusal::Usage(format!("line {line}: {message}"));
            if row.trim().is_empty() {
                continue;
            }
            let (key, value) = row.split_once(':').unwrap_or((row, ""));
            let value = value.trim();
            match key.trim() {
                "view" if !value.starts_with("#/") => {
                    return Err(at(&format!("a view's link begins with `#/`, not `{value}`")));
                }
                "view" => {
                    if head.view.replace(value.to_owned()).is_some() {
                        return Err(at(&"a step has one view"));
                    }
                }
                "claim" => head.claims.push(Claim::read(line, value).map_err(|error| at(&error))?),
                "shows" => {
                    let pair = value.split_once(" => ");
                    let (selector, text) =
                        pair.ok_or_else(|| at(&"write `shows: SELECTOR => TEXT`"))?;
                    head.shown.push(Shown { selector: selector.into(), text: text.into() });
                }
                key => {
                    return Err(at(&format!(
                        "`{key}` is not a key: write `view`, `claim` or `shows`"
                    )));
                }
            }
        }
        Ok(head)
    }
}

/// Returns the text up to the end of the element that was just opened.
fn text_of<'a>(events: &mut impl Iterator<Item = (Event<'a>, Range<usize>)>) -> String {
    let mut text = String::new();
    for (event, _) in events {
        match event {
            Event::End(TagEnd::Heading(_) | TagEnd::CodeBlock) => break,
            Event::Text(part) | Event::Code(part) => text.push_str(&part),
            _ => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "# T\n\nS `c`.\n\n## One\n\n```step\nview: #/string\n```\n\n";

    #[test]
    fn words_become_elements_and_nothing_else() {
        let lesson = Lesson::read("x", &format!("{HEAD}A *b* [c](#/own).\n\n- d\n")).unwrap();
        assert_eq!((&*lesson.title, &*lesson.steps[0].title), ("T", "One"));
        let words = serde_json::to_string(&lesson.steps[0].words).unwrap();
        let expected = r##"[["p",{},"A ",["em",{},"b"]," ",["a",{"href":"#/own"},"c"],"."],"##;
        assert!(words.starts_with(expected), "{words}");
        assert!(words.ends_with(r#"["ul",{},["li",{},"d"]]]"#), "{words}");
        assert_eq!(lesson.summary[0][3][2], "c");
    }

    #[test]
    fn bad_lessons_are_refused_with_their_line() {
        let deep = "> ".repeat(60);
        for (text, says) in [
            ("", "begins with its title"),
            ("# T\n", "at least one step"),
            ("# T\n## One\nWords.\n", "line 2: the step `One` has no `view:`"),
            ("# T\n```step\n```\n", "line 2: `step` before"),
            ("# T\n# T\n", "line 2: a second title"),
            ("# T\n## One\n```step\nview: string\n```\n", "line 4: a view's link begins"),
            ("# T\n## One\n```step\nclaim: nonsense\n```\n", "line 4: "),
            ("# T\n## One\n```step\nshow: x\n```\n", "line 4: `show` is not a key"),
            (
                &format!("{HEAD}<script>alert(1)</script>\n"),
                "line 11: a lesson cannot contain HTML",
            ),
            (&format!("{HEAD}a <b>c</b>\n"), "line 11: a lesson cannot contain HTML"),
            (&format!("{HEAD}[a](javascript:alert(1))\n"), "leads neither"),
            (&format!("{HEAD}![a](https://example.org/)\n"), "cannot contain images"),
            (&format!("{HEAD}{deep}a\n"), "inside each other"),
            (&"a".repeat(LONGEST + 1), "at most"),
        ] {
            let error = Lesson::read("x", text).unwrap_err().to_string();
            assert!(error.contains(says), "{error} does not say {says}");
        }
    }
}
