use super::*;
use crate::copy::to_peg;

/// An edit that the repair does not need is taken back, and the others are kept and named.
#[test]
fn a_repair_is_left_with_the_edits_that_it_needs() {
    let parse = |text: &str| abnf::Grammar::parse(text).unwrap();
    let text = "r = n m\nn = d / d d\nm = \"x\" / \"y\"\nd = %x30-39\n";
    let abnf = parse(text);
    let (terminals, budget) = (Terminals::CodePoints, Budget::default());
    let names: Vec<String> = abnf.rules().iter().map(|rule| rule.name.clone()).collect();
    let ideal = |name: &String| abnf.dfa(name, terminals, budget.limits).ok().map(Rc::new);
    let ideals = names.iter().map(ideal).collect();
    let mut search = Search::new(&abnf, terminals, budget, names, ideals, vec![3, 2, 1, 0]);
    let copies = |abnf: &abnf::Grammar| -> Vec<Expr> {
        abnf.rules().iter().map(|rule| to_peg(&rule.expr, &|name| name.to_owned())).collect()
    };
    let before = search.start(copies(&abnf));
    let edited = text.replace("d / d d", "d d / d").replace("\"x\" / \"y\"", "\"y\" / \"x\"");
    let mut after = search.start(copies(&parse(&edited)));
    after.edits = vec![(1, EditKind::Order), (2, EditKind::Order)];
    assert!(search.check_all(&before, 0, 0).is_err() && search.check_all(&after, 0, 0).is_ok());
    let simplified = search.simplified(&before, after.clone(), 0);
    assert_eq!(simplified.edits, [(1, EditKind::Order)]);
    assert_eq!(simplified.rules.exprs[1], after.rules.exprs[1]);
    assert_eq!(simplified.rules.exprs[2], before.rules.exprs[2]);
}
