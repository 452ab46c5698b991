//! The public functions of the library, each on inputs that are hard for some algorithm: what takes
//! linear time takes 16 times as long for 16 times the input.

use std::hint::black_box;
use std::sync::OnceLock;
use std::time::Duration;

use urigram_core::agreement::check_rules;
use urigram_core::cautions::warnings;
use urigram_core::constraints::violations;
use urigram_core::extract::Extractor;
use urigram_core::history::{Lineage, StringHistory};
use urigram_core::migrate::{Migration, Tally};
use urigram_core::urc::{encode_value, UrcWriter};
use urigram_core::{
    accepting, disagreement, iri_to_uri, urc, uri_to_iri, BaseCandidates, Builder, Component,
    Given, Grammar, Iri, IriBuf, IriRef, IriRefBuf, LineClassifier, LineTable, Normalizer,
    Objective, PathStyle, PercentEncoding, Reading, Resolver, Select, Tree, Urc, UriRef, Urn,
    UrnBuf,
};

/// Inputs of one kind: a beginning, pieces that are each repeated for an equal share of the size,
/// and an end.
pub struct Family {
    beginning: &'static str,
    pieces: &'static [&'static str],
    end: &'static str,
}

impl Family {
    /// Returns an input of about `bytes` bytes.
    pub fn of(&self, bytes: usize) -> String {
        let share = bytes.saturating_sub(self.beginning.len() + self.end.len()) / self.pieces.len();
        let middle = self.pieces.iter().map(|piece| piece.repeat(share / piece.len()));
        [self.beginning.to_owned()].into_iter().chain(middle).chain([self.end.to_owned()]).collect()
    }

    /// Returns the pieces with the texts around them.
    pub fn name(&self) -> String {
        format!("{:?} {:?} {:?}", self.beginning, self.pieces, self.end)
    }
}

const fn family(
    beginning: &'static str,
    pieces: &'static [&'static str],
    end: &'static str,
) -> Family {
    Family { beginning, pieces, end }
}

/// Every family.
pub const FAMILIES: &[Family] = &[
    family("http://h", &["/b.c"], ""),
    family("http://h/", &["a/"], "#"),
    family("http://h/", &["a/", "../"], ""),
    family("http://h/", &["../", "a/", "./"], ""),
    family("http://h", &["/"], ""),
    family("http://h/", &["%7e"], ""),
    family("http://h/", &["a"], "%G"),
    family("http://h/?", &["a=b+c&"], ""),
    family("http://h/", &[";a"], ""),
    family("http://h/;", &["a=b;", "a;"], ""),
    family("http://", &["a."], "/"),
    family("http://", &["a:"], "@h:80/"),
    family("http://[", &["1:"], "]/"),
    family("http://h:", &["8"], "/"),
    family("xn", &["+a"], ":b"),
    family("http://", &["xn--a."], "/"),
    family("http://h/#", &["a?", "%41"], ""),
    family("gopher://h/0", &["%09"], ""),
    family("prospero://h/a", &["%00a", "%00"], ""),
    family("prospero://h/a", &[";a=b"], ""),
    family("mailto:", &["a,"], "b@c"),
    family("mailto:", &["a.", "(", "\\"], "@h"),
    family("news:", &["a."], "b@c"),
    family("urn:ab:", &["c%2f"], ""),
    family("urn:ab:c?", &["b=1&", "s=1&"], "b=1"),
    family("urn:ab:c?", &["s=1&"], "s=1"),
    family("urn:ab:c?", &["c=1&", "x=1&", "s=1&"], "s=I2L"),
    family("urn:ab:c?+", &["d?"], "=e"),
    family("urn:ab:c?=", &["d?="], ""),
    family("<URN:a:b;", &["Title=c;"], ">"),
    family("<URN:a:b;", &["BEGIN=c;", "END=c;"], ">"),
    family("<URN:a:b;", &["BEGIN=a;", "END=;"], ">"),
    family("<URN:a:b;Title=", &["%41", "%;"], ";>"),
    family("http://h/", &["\u{E9}"], ""),
    family("http://h/", &["%C3%A9", "%E2%80%AE"], ""),
    family("", &["http://a/b \"", "<", "URL:"], ""),
    family("", &["a://[", "\"", "(http://a/)"], ""),
    family("", &["a:", "<a:", "http://a/,,,"], ""),
    family("", &["\n", "http://a/\n"], ""),
    family(" http://a/", &["a\t", "\n"], "b "),
];

/// A function of the library: the names of the calls that it covers, and the call itself for any
/// grammar. The sizes below do not reach the length limit of trees.
type Function = (&'static str, fn(Grammar, &str));

/// Keeps the compiler from removing calls whose results are unused.
macro_rules! touch {
    ($($call:expr),* $(,)?) => {{ $( black_box(&$call); )* }};
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
                    error.diagnose(text.as_bytes()).to_string()
                );
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
    }),
    ("names", |grammar, text| {
        let Ok(urn) = Urn::parse_by(grammar, Reading::Corrected, text) else { return };
        touch!(
            urn.nid(),
            urn.nss(),
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
            urc.elements().count(),
            urc.check_structors().is_ok(),
            urc.canonical().is_ok(),
            urc.is_same_as(&urc)
        );
        let Ok(outline) = urc.outline() else { return };
        touch!(outline.crossed().count());
        let mut groups = vec![None];
        while let Some(group) = groups.pop() {
            groups.extend(
                outline.children(group).filter(|&index| outline.end(index).is_some()).map(Some),
            );
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
            touch!(writer.finish().is_ok(), encode_value(text.as_bytes()));
            touch!(urc::with_brackets(text.as_bytes()), urc::Charset::keeps_ascii(text));
        }
    }),
    ("violations", |grammar, text| {
        touch!(violations(grammar, Reading::Corrected, text.as_bytes()));
    }),
    ("given", |_, text| {
        // No published document removes anything.
        let table = Grammar::Whatwg.tables(Reading::Corrected).start();
        let given = Given::new(table, text.as_bytes());
        touch!(given.check(table, Reading::Corrected), given.removed().count());
        if let Some(removed) = table.removed() {
            touch!(Given::without(removed, text.as_bytes()), Given::whole(text.as_bytes()));
        }
    }),
    ("warnings", |grammar, text| {
        touch!(warnings(grammar, Reading::Corrected, text.as_bytes()));
    }),
    ("establish a base", |grammar, text| {
        let outer = BaseCandidates::new(grammar).default(text).retrieved(text).establish();
        let candidates = BaseCandidates::new(grammar).header("Content-Location", text);
        touch!(candidates.clone().embedded(text).establish().is_ok());
        if let Ok(outer) = outer {
            touch!(outer.resolve_request(text).is_ok(), candidates.enclosed_in(&outer).establish());
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
            if let Ok(target) = resolver.resolve(base, reference) {
                touch!(target.is_same_document(base), target.to_reference());
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
            touch!(decoded.to_text().is_ok());
        }
    }),
    ("build", |grammar, text| {
        let builder = || Builder::new(grammar).scheme("http").host("h");
        touch!(
            builder().path_segments(text.split('/')).build().is_ok(),
            builder().path(text).build_iri().is_ok()
        );
        touch!(builder().query_data(text).fragment_data(text).build_iri_reference().is_ok());
        touch!(Builder::new(grammar).name("ab", text).build().is_ok());
    }),
    ("map", |grammar, text| {
        if grammar == Grammar::Rfc3987 {
            touch!(iri_to_uri(text).is_ok(), uri_to_iri(text), UriRef::parse(text).is_ok());
            touch!(
                urigram_core::uri_to_iri_by_idna(text).is_ok(),
                urigram_core::iri_to_uri_by_idna(text).is_ok()
            );
        }
    }),
    ("surt", |grammar, text| {
        if grammar == Grammar::Rfc3986 {
            let options = urigram_core::surt::Options::default();
            touch!(urigram_core::surt::surt(text.as_bytes(), options));
        }
    }),
    ("extract", |grammar, text| {
        let extractor = Extractor::new(grammar);
        touch!(extractor
            .in_bytes(text.as_bytes())
            .filter_map(|found| found.without_hyphens())
            .map(|one| one.len())
            .sum::<usize>());
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
        }
        touch!(
            accepting(text.as_bytes(), Reading::Corrected),
            disagreement(grammar, text.as_bytes())
        );
    }),
    ("agreement", |grammar, text| {
        let rule = |grammar: Grammar| (grammar, grammar.tables(Reading::Corrected).start());
        touch!(check_rules(text, [grammar, Grammar::Rfc3986, Grammar::Whatwg].map(rule)).is_ok());
    }),
    ("history", |grammar, text| {
        if grammar == Grammar::Rfc3986 {
            let history = StringHistory::of(text.as_bytes(), Reading::Corrected);
            touch!(history.periods(Lineage::Identifiers), history.lineages().count());
        }
    }),
    ("migrate", |grammar, text| {
        let migration = Migration::new(grammar, Grammar::Rfc3986);
        let mut tally = Tally::new(3);
        tally.add(&migration, 1, text.as_bytes());
        touch!(tally.causes().len(), migration.judge(text.as_bytes()));
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
];

/// The input on which the time of a function grows most.
pub struct Worst {
    /// The function's name.
    pub function: &'static str,
    /// The family.
    pub family: String,
    /// The time for a byte at the larger size, divided by that at the smaller one: 1 if the cost is
    /// linear, 16 if it is quadratic.
    pub bend: f64,
    /// Seconds at the larger size.
    pub seconds: f64,
}

/// The factor between the two sizes.
const FACTOR: usize = 16;

/// The growth, as a multiple of linear growth, from which a time is measured again.
const SUSPECT: f64 = 3.0;

/// Returns the time that this thread has had a processor. Other work on the machine does not count.
#[cfg(unix)]
fn processor_time() -> Duration {
    use rustix::time::{clock_gettime, ClockId};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec.unsigned_abs() as u32)
}

/// Returns the time since the first call, for want of a clock of the thread.
#[cfg(not(unix))]
fn processor_time() -> Duration {
    use std::{sync::OnceLock, time::Instant};
    static FIRST: OnceLock<Instant> = OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed()
}

/// Times a function on every family at a size and at 16 times that size, with all grammars.
pub fn worst((name, call): Function, size: usize) -> Worst {
    let mut worst = Worst { function: name, family: String::new(), bend: 0.0, seconds: 0.0 };
    for family in FAMILIES {
        let time = |size: usize, runs: usize| {
            let text = family.of(size);
            let all = (0..runs).map(|_| {
                let start = processor_time();
                Grammar::ALL.iter().for_each(|&grammar| call(grammar, black_box(&text)));
                (processor_time() - start).as_secs_f64()
            });
            all.fold(f64::INFINITY, f64::min)
        };
        let (small, mut large) = (time(size, 3), time(size * FACTOR, 1));
        let bend_of = |large: f64| large / small / FACTOR as f64;
        // An interruption by the system can look like a bend, but not four times.
        if bend_of(large) > SUSPECT && large < 1.0 {
            large = large.min(time(size * FACTOR, 3));
        }
        let bend = bend_of(large);
        if bend > worst.bend {
            worst = Worst { function: name, family: family.name(), bend, seconds: large };
        }
    }
    worst
}

/// Returns the table of the worst input for each function.
pub fn table(all: &[Worst]) -> String {
    let mut out =
        String::from("| function | bend | ms | worst input |\n| --- | ---: | ---: | --- |\n");
    for Worst { function, family, bend, seconds } in all {
        out += &format!(
            "| {function} | {bend:.2} | {:.1} | `{}` |\n",
            seconds * 1e3,
            family.replace('|', "\\|")
        );
    }
    out
}
