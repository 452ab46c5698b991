//! The answers as WebAssembly, in packs, so that a view loads what it needs.

use urigram_answers::questions::Questions;

/// A WebAssembly with the answers to some of the questions.
#[derive(Clone, Copy, Debug)]
pub struct Pack {
    /// The name: `first`, `answers` or `film`.
    pub name: &'static str,
    /// The questions that it answers.
    pub questions: Questions,
    /// The text by which WebAssembly is known to be this pack of this version. It is somewhere in
    /// the WebAssembly, and JavaScript never reads it.
    pub mark: &'static str,
}

/// The mark of a pack.
macro_rules! mark {
    ($name:literal) => {
        concat!("urigram answers ", env!("CARGO_PKG_VERSION"), " ", $name, "\n")
    };
}

impl Pack {
    /// The pack of the view that the page begins with.
    pub const FIRST: Pack =
        Pack { name: "first", questions: Questions::FIRST, mark: mark!("first") };

    /// The pack of every view except the film.
    pub const ANSWERS: Pack =
        Pack { name: "answers", questions: Questions::ASKED, mark: mark!("answers") };

    /// The pack of the film, which has the rules of every revision.
    pub const FILM: Pack = Pack { name: "film", questions: Questions::FILM, mark: mark!("film") };

    /// The packs in the order in which they are asked: a question goes to the first that has it.
    pub const ALL: [Pack; 3] = [Pack::FIRST, Pack::ANSWERS, Pack::FILM];

    /// Returns the name of its file in the exported folder, where it is compressed by gzip. A name
    /// that ends in `.gz` would make some servers say that the transfer is compressed, and browsers
    /// unpack it twice.
    pub fn file(self) -> String {
        format!("{}.packed", self.name)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use urigram_answers::questions::kept;

    #[test]
    fn every_question_is_in_a_pack_or_kept() {
        let kept: BTreeSet<String> = kept()
            .unwrap()
            .into_iter()
            .filter_map(|(question, _)| Some(question.split_once('?')?.0.to_owned()))
            .collect();
        let is_packed = |name: &str| Pack::ALL.iter().any(|pack| pack.questions.has(name));
        for name in Questions::ALL.names() {
            assert_ne!(is_packed(name), kept.contains(name), "{name}");
        }
        let packed: BTreeSet<&str> =
            Pack::ALL.iter().flat_map(|pack| pack.questions.names()).collect();
        assert!(packed.iter().all(|name| Questions::ALL.has(name)));
        assert!(packed.len() > 10 && kept.len() > 5);
    }

    #[test]
    fn no_mark_is_in_another() {
        for one in Pack::ALL {
            let in_mark = |other: &&Pack| other.mark.contains(one.mark);
            assert_eq!(Pack::ALL.iter().filter(in_mark).count(), 1, "{}", one.name);
        }
    }
}
