//! docs/theory/rfcs.md, held against the table that it is about.

/// docs/theory/rfcs.md has the totals of the table over all RFCs.
#[test]
fn the_page_on_rfcs_has_the_totals_of_its_table() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |file: &str| std::fs::read_to_string(root.join(file)).unwrap();
    let (table, page) = (read("checks/rfcs/table.tsv"), read("docs/theory/rfcs.md"));
    let page = page.replace('\n', " ");
    let rows: Vec<Vec<usize>> = table
        .lines()
        .skip(1)
        .map(|line| line.split('\t').take(7).map(|cell| cell.parse().unwrap()).collect())
        .collect();
    let sum = |column: usize| rows.iter().map(|row| row[column]).sum::<usize>();
    let grouped = |count: usize| match count {
        0..1000 => count.to_string(),
        _ => format!("{},{:03}", count / 1000, count % 1000),
    };
    let mut reasons = std::collections::BTreeMap::new();
    for cell in table.lines().skip(1).filter_map(|line| line.split('\t').nth(7)) {
        // One of the reasons contains the separator.
        let cell = cell.replace("nested, and", "nested and");
        for reason in cell.split(", ").filter(|reason| !reason.is_empty()) {
            let (why, count) = reason.rsplit_once(' ').unwrap();
            *reasons.entry(why.to_owned()).or_insert(0) += count.parse::<usize>().unwrap();
        }
    }
    let (all, loaded, regular, nested, prose) = (sum(1), sum(2), sum(3), sum(4), sum(5));
    assert_eq!(reasons.values().sum::<usize>(), sum(6));
    assert_eq!((loaded + prose + sum(6), regular + nested), (all, loaded));
    let mut named = std::collections::BTreeSet::<&str>::new();
    let mut because = |names: &[&'static str]| {
        named.extend(names);
        grouped(names.iter().map(|name| reasons[*name]).sum())
    };
    let whole = rows.iter().filter(|row| row[1] == row[2]).count();
    let share = |part: usize, of: usize| format!("{:.1} %", 100.0 * part as f64 / of as f64);
    let described = all - prose;
    for claim in [
        format!("| in {} texts | {} |", rows.len(), grouped(all)),
        format!("and can be compared | {} ({}) |", grouped(regular), share(regular, all)),
        format!("or all readings; they are not compared | {} |", grouped(nested)),
        format!("describe no characters | {} |", grouped(prose)),
        format!("{} load, and {} run.", share(regular, described), share(loaded, described)),
        format!("In {whole} of the texts every rule runs"),
        format!("in one section, no ABNF | {} |", because(&["error", "needs an error"])),
        format!("that no RFC defines | {} |", because(&["defined nowhere"])),
        format!("and the text does not cite these | {} |", because(&["defined in no cited RFC"])),
        format!("or a need of its own | {} |", because(&["defined in one"])),
        format!("define differently | {} |", because(&["defined in several cited RFCs"])),
        format!("too large to be taken apart | {} |", because(&["nested and beyond a limit"])),
        format!("that is not a character | {} |", because(&["derives nothing", "limit", "other"])),
    ] {
        assert!(page.contains(&claim), "{claim}");
    }
    assert!(reasons.keys().all(|name| named.contains(&**name)), "{reasons:?}");
    let rules = |number: u32| {
        let text = read(&format!("crates/rfc/registry/rfc{number}.abnf"));
        urigram_automata::abnf::Grammar::read(&text).rules().len()
    };
    let words = page.split_whitespace().collect::<Vec<_>>().join(" ");
    let errata = read("checks/rfcs/errata.tsv");
    let errata: Vec<Vec<&str>> =
        errata.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    let (open, decided): (Vec<_>, Vec<_>) =
        errata.iter().partition(|row| row[5].starts_with("not decided"));
    let reports: std::collections::BTreeSet<&str> = decided.iter().map(|row| row[0]).collect();
    let all = read("checks/rfcs/errata.toml").matches("[[report]]\n").count();
    for claim in [
        format!("the rules of {all} reports"),
        format!("{} rules in {} reports have a relation", decided.len(), reports.len()),
        format!("Of {} rules nothing is decided", open.len()),
    ] {
        assert!(words.contains(&claim), "{claim}");
    }
    let pegs = read("checks/rfcs/pegs.tsv");
    let pegs: Vec<Vec<&str>> =
        pegs.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    let sum =
        |column: usize| pegs.iter().map(|row| row[column].parse::<usize>().unwrap()).sum::<usize>();
    let [rules_of, printed, repaired, made] = [1, 2, 3, 4].map(sum);
    let open = rules_of - printed - repaired - made;
    for claim in [
        format!("In {} texts, drawn with the seed 36", pegs.len()),
        format!("each of {} rules: {} are", grouped(rules_of), grouped(printed)),
        format!(
            "printed and {repaired} repaired, which is {}.",
            share(printed + repaired, rules_of)
        ),
        format!("Another {made} are made of automata"),
        format!("not a second transcription, and {open} have no PEG."),
    ] {
        assert!(words.contains(&claim), "{claim}");
    }
    let [mail, sip, imap] = [5322, 3261, 9051].map(rules);
    let claim = format!("{mail} of RFC 5322, {sip} of RFC 3261, {imap} of RFC 9051");
    assert!(words.contains(&claim), "{claim}");
    let files = std::fs::read_dir(root.join("crates/rfc/registry")).unwrap().count();
    assert!(words.contains(&format!("The rules of {files} RFCs")), "{files}");
}
