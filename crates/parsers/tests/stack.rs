//! The stack that parsers need: on small ones, and for rules that nest without an end.

use pest_vm::Vm;
use urigram_grammars::{Grammar, Reading};
use urigram_parsers::reference::parse_by_pest;
use urigram_parsers::TreeError;

#[path = "../src/stack.rs"]
mod stack;

use stack::{failure, on_enough_stack};

fn on_a_stack_of<R: Send>(bytes: usize, work: impl FnOnce() -> R + Send) -> R {
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(bytes).spawn_scoped(scope, work);
        worker.expect("a thread starts").join().expect("the work ends")
    })
}

// On 64 KiB pest refused to read the committed grammars, which was a panic.
#[test]
fn a_small_stack_is_enough_for_every_grammar() {
    let inputs = [
        "http://user@[2001:db8::7]:80/a/b;c?d#e",
        "urn:a:b",
        "<URN:a:b;Title=c;>",
        "mailto:a@b.c",
        "%",
    ];
    for &grammar in Grammar::ALL {
        for reading in Reading::ALL {
            on_a_stack_of(64 * 1024, || {
                for input in inputs {
                    let tree = parse_by_pest(grammar, reading, None, input.as_bytes());
                    let accepted = grammar.tables(reading).start().accepts(input.as_bytes());
                    assert_eq!(
                        tree.err(),
                        (!accepted).then_some(TreeError::NoMatch),
                        "{grammar} {input}"
                    );
                }
            });
        }
    }
}

// pest's own limit was taken for a mismatch.
#[test]
fn rules_that_nest_too_deep_are_a_limit() {
    let (_, rules) =
        pest_meta::parse_and_optimize("a = { \"(\" ~ a? ~ \")\" }").expect("a grammar");
    let vm = Vm::new(rules);
    let nested = |depth: usize| "(".repeat(depth) + &")".repeat(depth);
    let parse = |text: &str| vm.parse("a", text).map(|_| ()).map_err(|error| failure(&error));
    on_enough_stack(|| {
        assert_eq!(parse(&nested(9)), Ok(()));
        assert_eq!(parse("(()"), Err(TreeError::NoMatch));
        assert_eq!(parse(&nested(1_000_000)), Err(TreeError::Limit));
    });
}
