//! The public functions of the library that take an input, each as a call for any grammar. The
//! growth test times these, and the fuzz target `functions` runs them all.

use std::hint::black_box;
use std::sync::OnceLock;

use urigram_core::agreement::{check_rules, AllowList, Places};
use urigram_core::errors::{explain, mistake};
use urigram_core::iri::{iri_to_uri, uri_to_iri};
use urigram_core::lines::{LineClassifier, LineTable};
use urigram_core::normalization::Objective;
use urigram_core::practices::{Href, Stripped};
use urigram_core::proof::{RulePlaces, Side};
use urigram_core::selection::{accepting, Selector};
use urigram_core::tree::Tree;
use urigram_core::{
    Builder, Component, Grammar, Iri, IriBuf, IriRef, IriRefBuf, Normalizer, PathStyle,
    PercentEncoding, Reading, Resolver, Select, Urc, UrcBuf, UriBuf, UriRef, Urn, UrnBuf,
};
use urigram_extract::extract::Extractor;
use urigram_study::base::BaseCandidates;
use urigram_study::cautions::warnings;
use urigram_study::constraints::violations;
use urigram_study::history::{Acceptance, Lineage, StringHistory};
use urigram_study::migrate::{Migration, Tally};
use urigram_study::{disagreement, disagreement_between};
use urigram_urc::{self as urc, Kind, UrcWriter};

use crate::exercise;

/// A function of the library: the names of the calls that it covers, and the call itself for any
/// grammar. The sizes below do not reach the length limit of trees.
pub type Function = (&'static str, fn(Grammar, &str));

/// Keeps the compiler from removing calls whose results are unused.
macro_rules! touch {
    ($($call:expr),* $(,)?) => {{ $( black_box(&$call); )* }};
}

/// Reads the parts of an element of a citation.
fn describe(kind: &Kind<'_>) {
    match kind {
        Kind::Url(locator) | Kind::Urn(locator) => {
            touch!(locator.value.raw(), locator.value.decode().is_ok());
        }
        Kind::Urd(descriptor) | Kind::Urf(descriptor) => {
            touch!(descriptor.charset(), descriptor.fragment().map(|(_, rest)| rest.count()));
            if let Some(language) = &descriptor.language {
                touch!(language.is_well_formed());
            }
            if let Some(representation) = &descriptor.representation {
                touch!(representation.mime_type(), representation.mime_subtype());
                touch!(representation.attributes().count());
            }
        }
        Kind::Structor(structor) => touch!(structor.label()),
        _ => {}
    }
}

/// Every function whose cost depends on the length of an input.
pub const FUNCTIONS: &[Function] = &[
    ("tables", |grammar, text| {
        for table in grammar.tables(Reading::Corrected).all {
            touch!(table.accepts(text.as_bytes()), table.prefix(text.as_bytes()));
            if let Err(error) = table.check(text.as_bytes(), Reading::Corrected) {
                touch!(
                    error.to_string(),
                    error.expected(),
                    error.diagnose(text.as_bytes()).to_string(),
                    explain(&error, text.as_bytes()).to_string()
                );
                if let Some(mistake) = mistake(&error, text) {
                    touch!(mistake.sentence(), mistake.suggestion());
                }
            }
        }
    }),
    ("components", |grammar, text| {
        let table = grammar.tables(Reading::Corrected).start();
        let Ok(components) = table.components(text.as_bytes(), Reading::Corrected) else { return };
        for component in components.iter() {
            touch!(components.parts(component.component).count());
        }
        touch!(components.defaults().count(), format!("{components:?}"));
    }),
    ("values", |grammar, text| {
        touch!(Iri::parse_by(grammar, Reading::Corrected, text).is_ok());
        touch!(IriBuf::parse_by(grammar, Reading::Corrected, text).is_ok());
        touch!(IriRefBuf::parse_by(grammar, Reading::Corrected, text).is_ok());
        let Ok(value) = IriRef::parse_by(grammar, Reading::Corrected, text) else { return };
        for component in Component::ALL {
            touch!(value.component(component));
        }
        touch!(
            value.host_typed(),
            value.port_u16(),
            value.to_string(),
            value.host_typed().map(|host| host.zone())
        );
        touch!(
            value.username(),
            value.password(),
            value.path_segments_decoded().count(),
            value.query_value("name"),
            value.scheme_lower(),
            value.is_scheme("data")
        );
        if let Ok(mut uri) = UriBuf::parse_by(grammar, Reading::Corrected, text) {
            touch!(uri.data_bytes());
            touch!(uri.set_password(text).is_ok());
        }
    }),
    ("names", |grammar, text| {
        let Ok(urn) = Urn::parse_by(grammar, Reading::Corrected, text) else { return };
        touch!(
            urn.nid(),
            urn.nss(),
            urn.nid_span(),
            urn.nss_span(),
            urn.is_assigned_name(),
            urn.assigned_name(),
            urn.r_component(),
            urn.q_component(),
            urn.f_component()
        );
        touch!(
            urn.directives().count(),
            urn.heeded_directives(&["x"]).count(),
            urn.service(),
            urn.to_owned()
        );
        touch!(UrnBuf::parse_by(grammar, Reading::Corrected, text).is_ok());
        for objective in [Objective::Identity, Objective::Retrieval] {
            touch!(urn.key(objective), urn.is_equivalent_to(&urn, objective));
        }
    }),
    ("citations", |grammar, text| {
        let Ok(urc) = Urc::parse_by(grammar, Reading::Corrected, text.as_bytes()) else { return };
        touch!(
            urc::elements(urc).count(),
            urc::check_structors(urc).is_ok(),
            urc::canonical(urc).is_ok(),
            urc::compare(urc, urc, Normalizer::new(grammar)).is_equivalent()
        );
        touch!(urc.to_owned().as_urc(), urc.to_owned().into_bytes());
        touch!(UrcBuf::parse(urc.as_bytes()).is_ok());
        touch!(UrcBuf::parse_by(grammar, Reading::Corrected, text).is_ok());
        for element in urc::elements(urc) {
            describe(&element.kind);
        }
    }),
    ("write citations", |grammar, text| {
        if grammar == Grammar::Urc1993 {
            let mut writer = UrcWriter::new();
            writer
                .locator("URN", None, text.as_bytes())
                .descriptor("Title", text.as_bytes())
                .begin(text)
                .end(text);
            touch!(writer.finish().is_ok());
            touch!(urc::with_brackets(text.as_bytes()), urc::keeps_ascii(text));
        }
    }),
    ("violations", |grammar, text| {
        touch!(violations(grammar, Reading::Corrected, text.as_bytes()));
        let start = grammar.tables(Reading::Corrected).start();
        touch!(grammar.verdict(Reading::Corrected, start, text.as_bytes()).check());
    }),
    ("stripped", |_, text| {
        // No published document removes anything.
        let table = Grammar::Whatwg.tables(Reading::Corrected).start();
        let stripped = Stripped::new(table, text.as_bytes());
        touch!(stripped.check(table, Reading::Corrected), stripped.removed().count());
        touch!(stripped.left().len());
        if let Some(removed) = table.removed() {
            touch!(removed.first_in(text.as_bytes()), removed.is_at_an_end(text.as_bytes()));
            touch!(removed.is_inside(text.as_bytes()));
            touch!(Stripped::without(removed, text.as_bytes()), Stripped::whole(text.as_bytes()));
        }
    }),
    ("warnings", |grammar, text| {
        touch!(warnings(grammar, Reading::Corrected, text.as_bytes()));
    }),
    ("establish a base", |grammar, text| {
        let retrieved = BaseCandidates { retrieved: Some(text), ..Default::default() };
        let headers = &[("Content-Location", text)];
        let places = BaseCandidates { headers, enclosing: Some(text), ..retrieved };
        touch!(places.establish(grammar).is_ok());
        touch!(BaseCandidates { embedded: Some(text), ..places }.establish(grammar).is_ok());
        if let Ok(base) = retrieved.establish(grammar) {
            touch!(retrieved.of_request(grammar, &base));
        }
    }),
    ("normalize", |grammar, text| {
        touch!(
            Normalizer::new(grammar).normalize(text).is_ok(),
            Normalizer::new(grammar).key(text).is_ok()
        );
    }),
    ("normalization steps", |grammar, text| touch!(Normalizer::new(grammar).steps(text).is_ok())),
    ("equivalent", |grammar, text| {
        touch!(Normalizer::new(grammar).equivalent(text, text).is_ok());
        let shorter = text.char_indices().next_back().map_or("", |(last, _)| &text[..last]);
        touch!(Normalizer::new(grammar).equivalent(text, shorter).is_ok());
    }),
    ("resolve", |grammar, text| {
        let resolver = Resolver::new(grammar);
        let reference = text.split_once("//h").map_or(text, |(_, rest)| rest);
        for (base, reference) in
            [(text, "../g"), ("http://a/b/c", text), ("http://a/b/c", reference), (text, text)]
        {
            touch!(resolver.accept_relative_base(true).resolve(base, reference).is_ok());
            if let Ok(target) = resolver.resolve(base, reference) {
                touch!(resolver.is_same_document(base, &target).is_some(), target.to_reference());
                touch!(target.clone().into_iri().is_some(), target.into_uri().is_some());
            }
            touch!(resolver.resolve_with_steps(base, reference).1.len());
        }
    }),
    ("relativize", |grammar, text| {
        let resolver = Resolver::new(grammar);
        touch!(
            resolver.relativize(text, text).is_ok(),
            resolver.relativize(text, "http://h/a/b").is_ok()
        );
        touch!(resolver.relativize("http://h/a/b", text).is_ok());
    }),
    ("percent-encoding", |grammar, text| {
        let encoding = PercentEncoding::of(grammar);
        let (path, bytes) = (Component::Path, text.as_bytes());
        touch!(encoding.encode(path, bytes).is_ok());
        touch!(encoding.encode_into(path, bytes, &mut String::new()).is_ok());
        touch!(encoding.encoded(path, bytes).map(|all| all.to_string().len()).ok());
        touch!(PathStyle::Unix.to_uri(bytes).is_ok(), PathStyle::Windows.to_uri(bytes).is_ok());
        if let Ok(decoded) = encoding.decode(text) {
            touch!(decoded.to_text().is_ok(), decoded.clone().into_bytes().len());
            touch!(decoded.into_text().is_ok());
        }
    }),
    ("build", |grammar, text| {
        let builder = || Builder::new(grammar).scheme("http").host("h");
        touch!(
            builder().path_segments(text.split('/')).build().is_ok(),
            builder().path(text).build_iri().is_ok()
        );
        touch!(builder().query_data(text).fragment_data(text).build_iri_ref().is_ok());
        touch!(Builder::new(grammar).name("ab", text).build().is_ok());
    }),
    ("map", |grammar, text| {
        if grammar == Grammar::Rfc3987 {
            touch!(iri_to_uri(text).is_ok(), uri_to_iri(text), UriRef::parse(text).is_ok());
            touch!(
                urigram_core::iri::uri_to_iri_by_idna(text).is_ok(),
                urigram_core::iri::iri_to_uri_by_idna(text).is_ok()
            );
        }
    }),
    ("surt", |grammar, text| {
        if grammar == Grammar::Rfc3986 {
            let options = urigram_extract::surt::Options::default();
            touch!(urigram_extract::surt::surt(text.as_bytes(), options));
        }
    }),
    ("extract", |grammar, text| {
        let extractor = Extractor::new(grammar);
        let is_cut = extractor.in_bytes(text.as_bytes()).map(|found| found.is_cut_in_authority());
        touch!(is_cut.count());
        touch!(extractor.in_part(text.as_bytes(), 0..text.len()).count());
        touch!(extractor.in_reader(text.as_bytes()).count());
    }),
    ("select", |grammar, text| {
        let date = grammar.document().date;
        for select in [
            Select::Auto,
            Select::Newest,
            Select::Oldest,
            Select::AsOf(date),
            Select::Exactly(grammar),
        ] {
            touch!(select.select(text.as_bytes(), Reading::Corrected).closest());
            touch!(Selector::new(select).candidates(text.as_bytes()));
        }
        touch!(
            accepting(text.as_bytes(), Reading::Corrected),
            disagreement(grammar, text.as_bytes())
        );
        let tables = Reading::ALL.map(|reading| (grammar.tables(reading).start(), reading));
        touch!(disagreement_between(grammar, tables, text.as_bytes()));
    }),
    ("agreement", |grammar, text| {
        touch!(Places::of(text, grammar.tables(Reading::Corrected).start()).is_ok());
        if grammar == Grammar::Rfc3986 {
            // A list, and a rule that has one place.
            static RULES: OnceLock<[Option<RulePlaces>; 2]> = OnceLock::new();
            let rules = RULES.get_or_init(|| {
                let side = Side { grammar, reading: Reading::Corrected, rule: None };
                let places = |rule| RulePlaces::of(side, Component::Rule(rule)).ok().flatten();
                ["segment", "path-abempty"].map(places)
            });
            if let Ok(places) = Places::of(text, grammar.tables(Reading::Corrected).start()) {
                rules.iter().flatten().for_each(|rule| touch!(places.items(rule)));
            }
        }
        let rule = |grammar: Grammar| (grammar, grammar.tables(Reading::Corrected).start());
        touch!(check_rules(text, [grammar, Grammar::Rfc3986, Grammar::Whatwg].map(rule)).is_ok());
    }),
    ("allow_lists", |grammar, text| {
        let any = AllowList::new(&[grammar, Grammar::Whatwg]).any_host().private().port(80);
        let Ok(any) = any.scheme("http") else { return };
        match any.check(text) {
            Ok(vetted) => {
                let owned = vetted.to_owned();
                touch!(owned.host(), owned.as_str(), vetted.get().as_str(), vetted.port());
                touch!(vetted.address().map(|address| any.admits_address(address)));
                touch!(vetted.into_inner());
            }
            Err(denied) => {
                touch!(denied.to_string(), denied.reader(), denied.component(), denied.why());
                touch!(denied.is_limit());
            }
        }
        touch!(AllowList::read(text, &[grammar]).map_err(|error| error.line()).is_ok());
        touch!(any.clone().suffix(text).is_ok(), any.clone().host(text).is_ok());
        touch!(any.scheme(text).is_ok());
    }),
    ("history", |grammar, text| {
        if grammar == Grammar::Rfc3986 {
            touch!(StringHistory::among(text.as_bytes(), Reading::Corrected, &[grammar]));
            let history = StringHistory::of(text.as_bytes(), Reading::Corrected);
            touch!(history.periods(Lineage::Identifiers), history.lineages().count());
            let by_rule =
                StringHistory::by_rule(text.as_bytes(), "host", Reading::Corrected, &[grammar]);
            touch!(by_rule.is_ok());
            let accepted = Acceptance::of(text.as_bytes(), Reading::Corrected);
            touch!(accepted.periods(Lineage::Identifiers), accepted.lineages().count());
        }
    }),
    ("migrate", |grammar, text| {
        let migration = Migration::new(grammar, Grammar::Rfc3986);
        let mut tally = Tally::new(3);
        tally.add(&migration, 1, text.as_bytes());
        touch!(tally.causes().len(), migration.judge(text.as_bytes()));
        touch!(migration.verdicts(text.as_bytes()).map(|verdict| verdict.check().is_ok()));
        for (cause, _) in tally.causes() {
            touch!(migration.illustrate(text.as_bytes(), cause));
        }
    }),
    ("lines", |grammar, text| {
        // Made once for lines of any number.
        static TABLE: OnceLock<(LineTable, LineClassifier)> = OnceLock::new();
        if grammar == Grammar::Rfc3986 {
            let start = grammar.tables(Reading::Corrected).start();
            let made = || (LineTable::new(start), LineClassifier::new(Reading::Corrected));
            let (table, classifier) = TABLE.get_or_init(made);
            touch!(table.count(text.as_bytes()), classifier.count(text.as_bytes()));
            table.judge(text.as_bytes(), |_, accepts| touch!(accepts));
        }
    }),
    ("tree", |grammar, text| {
        if let Ok(tree) = Tree::parse(grammar, Reading::Corrected, None, text.as_bytes()) {
            touch!(tree.nodes().map(|node| node.children().count()).sum::<usize>());
        }
    }),
    ("change values", |grammar, text| {
        let short = text.char_indices().nth(20).map_or(text, |(at, _)| &text[..at]);
        for (value, new) in [(text, "a/b"), ("http://h/a?q#f", text), (short, short)] {
            exercise::all(grammar, Reading::Corrected, value, new);
        }
    }),
    ("append segments", |grammar, text| {
        let Ok(value) = UriBuf::parse_by(grammar, Reading::Corrected, "http://h/a") else { return };
        let mut all = value.clone();
        touch!(all.extend_segments(text.split('/')).is_ok(), all.path());
        // One by one, where a segment is appended without a parse.
        if grammar.tables(Reading::Corrected).sets.get(Component::Path).is_free {
            let mut all = value;
            for segment in text.split('/') {
                touch!(all.push_segment(segment).is_ok());
            }
            while all.pop_segment() {}
        }
    }),
    ("forms and files", |grammar, text| {
        let builder = Builder::new(grammar).scheme("http").host("h");
        touch!(builder.query_form([(text, text)]).build().is_ok());
        if let Ok(mut value) = UriBuf::parse_by(grammar, Reading::Corrected, text) {
            touch!(value.as_uri().query_form().count(), value.as_uri().to_file_path().is_ok());
            touch!(value.as_uri().agrees_with(&[grammar, Grammar::Rfc3986]).is_ok());
            touch!(PathStyle::Unix.to_path(&value.as_uri()).is_ok());
            touch!(value.extend_query_form([(text, text)]).is_ok());
        }
        touch!(UriBuf::from_file_path(text).is_ok());
        let href = Href::of(Grammar::Whatwg, Reading::Corrected, text).and_then(Result::ok);
        touch!(href.is_some_and(|href| href.host().is_some()));
    }),
];
