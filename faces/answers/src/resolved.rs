//! The answer of a document to a base and a reference.

#[cfg(feature = "url")]
use urigram::practices::Href;
use urigram::resolution::{ExcessParents, Step, Target};
use urigram::{Reading, ResolveError, Resolver};
use urigram_study::constraints::{violations, Violation};

use crate::json::{AlternativeJson, RemarkJson, ResolvedJson, ResolvedStepJson, TargetJson};

/// A base, a reference, and the target by a document's algorithm.
#[derive(Clone, Debug)]
pub struct Resolved<'a> {
    resolver: Resolver,
    reading: Reading,
    base: &'a str,
    reference: &'a str,
    /// The target.
    pub result: Result<Target, ResolveError>,
    /// The steps, if they were asked for.
    pub steps: Option<Vec<Step>>,
}

impl<'a> Resolved<'a> {
    /// Resolves a reference by a resolver whose reading is `reading`, and keeps the steps if
    /// `with_steps`.
    pub fn new(
        resolver: Resolver,
        reading: Reading,
        [base, reference]: [&'a str; 2],
        with_steps: bool,
    ) -> Resolved<'a> {
        let resolver = resolver.reading(reading);
        let (result, steps) = if with_steps {
            let (result, steps) = resolver.resolve_with_steps(base, reference);
            (result, Some(steps))
        } else {
            (resolver.resolve(base, reference), None)
        };
        Resolved { resolver, reading, base, reference, result, steps }
    }

    /// Returns a reference to the target; by the URL Standard the URL as its parser serializes it.
    fn reference(&self) -> Option<String> {
        let reference = self.result.as_ref().ok()?.to_reference();
        #[cfg(feature = "url")]
        if let Some(Ok(href)) = Href::of(self.resolver.grammar(), self.reading, &reference) {
            return Some(href.text().to_owned());
        }
        Some(reference)
    }

    /// Returns the target as the document prints it: [`Target`] and, by the URL Standard, the URL
    /// as its parser serializes it.
    pub fn text(&self) -> Option<String> {
        match &self.result {
            Ok(target @ Target::CurrentDocument { .. }) => Some(target.to_string()),
            _ => self.reference(),
        }
    }

    /// Returns the answers by the options that the document leaves open, where they differ, each
    /// with a few words for its option.
    pub fn alternatives(&self) -> Vec<(&'static str, Resolved<'a>)> {
        let resolver = self.resolver;
        let has_excess = resolver.has_excess_parents();
        let all = [
            ("backward compatible", resolver.has_strict(), resolver.strict(false)),
            ("excess .. removed", has_excess, resolver.excess_parents(ExcessParents::Removed)),
            ("excess .. refused", has_excess, resolver.excess_parents(ExcessParents::Refused)),
        ];
        let open = all.into_iter().filter(|(_, is_open, _)| *is_open);
        let inputs = [self.base, self.reference];
        let answers = open.map(|(option, _, resolver)| {
            (option, Resolved::new(resolver, self.reading, inputs, self.steps.is_some()))
        });
        answers.filter(|(_, answer)| answer.result != self.result).collect()
    }

    /// Returns the requirements of the document's prose that the target violates: no rule says
    /// them.
    pub fn violations(&self) -> Vec<Violation> {
        let grammar = self.resolver.grammar();
        let of = |target: String| violations(grammar, self.reading, target.as_bytes());
        self.reference().map_or_else(Vec::new, of)
    }

    /// Returns the object of the answer, without alternatives.
    pub fn json(&self) -> ResolvedJson<'a> {
        let Resolved { base, reference, .. } = *self;
        let (grammar, target) = (self.resolver.grammar().as_str(), self.target());
        ResolvedJson { base, reference, grammar, target, alternatives: Vec::new() }
    }

    /// Returns the object of the answer with its alternatives.
    pub fn json_of_all(&self) -> ResolvedJson<'a> {
        let one = |(option, answer): (_, Resolved<'_>)| AlternativeJson {
            option,
            target: answer.target(),
        };
        let alternatives = self.alternatives().into_iter().map(one).collect();
        ResolvedJson { alternatives, ..self.json() }
    }

    fn target(&self) -> TargetJson {
        let (target, error) = (self.result.as_ref().ok(), self.result.as_ref().err());
        let step = |Step { label, what, value, .. }: &Step| ResolvedStepJson {
            step: label,
            does: what,
            value: value.clone(),
        };
        TargetJson {
            target: self.reference(),
            same_document: target
                .and_then(|target| self.resolver.is_same_document(self.base, target)),
            current_document: matches!(target, Some(Target::CurrentDocument { .. })),
            error: error.map(Into::into),
            literal: error.and_then(ResolveError::literal).map(str::to_owned),
            violations: self.violations().iter().map(RemarkJson::from).collect(),
            steps: self.steps.as_ref().map(|steps| steps.iter().map(step).collect()),
        }
    }
}
