//! Crates that read pest's pairs read those of generated packages: `pest_consume`, and `from-pest`
//! with what `pest-ast` derives.
// pest's errors are large; its users' signatures have them.
#![allow(clippy::result_large_err)]

const TEXT: &str = "65279,1179403647\n3.5,-2.5,1.0\r\n-40\n";

mod consumed {
    use csv::{FileParser, Rule};
    use pest_consume::{match_nodes, Error, Parser};

    type Node<'i> = pest_consume::Node<'i, Rule, ()>;
    type Result<T> = std::result::Result<T, Error<Rule>>;

    struct Reader;

    #[pest_consume::parser(parser = FileParser, rule = Rule)]
    impl Reader {
        fn field(input: Node<'_>) -> Result<f64> {
            input.as_str().parse().map_err(|error| input.error(error))
        }

        fn record(input: Node<'_>) -> Result<f64> {
            Ok(match_nodes!(input.into_children(); [field(fields)..] => fields.sum()))
        }

        fn EOI(_end: Node<'_>) -> Result<()> {
            Ok(())
        }

        fn file(input: Node<'_>) -> Result<Vec<f64>> {
            Ok(match_nodes!(input.into_children(); [record(sums).., EOI(_)] => sums.collect()))
        }
    }

    pub(super) fn sums(text: &str) -> Result<Vec<f64>> {
        Reader::file(Reader::parse(Rule::file, text)?.single()?)
    }
}

#[test]
fn pest_consume_reads_pairs() {
    assert_eq!(consumed::sums(TEXT).unwrap(), [1_179_468_926.0, 2.0, -40.0]);
    let error = consumed::sums("1,2\n1-1\n").unwrap_err();
    assert!(error.to_string().starts_with(" --> 2:1\n"), "{error}");
    let error = consumed::sums("1,2\n1;1\n").unwrap_err();
    assert!(error.to_string().starts_with(" --> 2:2\n"), "{error}");
}

mod derived {
    use csv::Rule;
    use pest::Span;
    use pest_ast::FromPest;

    fn number(span: Span<'_>) -> f64 {
        span.as_str().parse().unwrap()
    }

    #[derive(FromPest)]
    #[pest_ast(rule(Rule::field))]
    pub(super) struct Field {
        #[pest_ast(outer(with(number)))]
        pub(super) value: f64,
    }

    #[derive(FromPest)]
    #[pest_ast(rule(Rule::record))]
    pub(super) struct Record {
        pub(super) fields: Vec<Field>,
    }

    #[derive(FromPest)]
    #[pest_ast(rule(Rule::EOI))]
    struct End;

    #[derive(FromPest)]
    #[pest_ast(rule(Rule::file))]
    pub(super) struct File {
        pub(super) records: Vec<Record>,
        _end: End,
    }
}

#[test]
fn pest_ast_makes_types_of_pairs() {
    use from_pest::FromPest;
    use pest::Parser;

    let mut pairs = csv::FileParser::parse(csv::Rule::file, TEXT).unwrap();
    let file = derived::File::from_pest(&mut pairs).unwrap();
    let sums =
        file.records.iter().map(|record| record.fields.iter().map(|field| field.value).sum());
    assert_eq!(sums.collect::<Vec<f64>>(), [1_179_468_926.0, 2.0, -40.0]);
}
