//! The answers as WebAssembly, in packs, so that a view loads what it needs.

#[cfg(feature = "unpack")]
use lzma_rust2::{Action, LzmaStream, Status};
use urigram_answers::questions::Questions;

/// A WebAssembly with the answers to some of the questions.
#[derive(Clone, Copy, Debug)]
pub struct Pack {
    /// The name: `first`, `hosts`, `compare`, `documents` or `history`.
    pub name: &'static str,
    /// The questions that it answers.
    pub questions: Questions,
    /// The text that identifies WebAssembly as this pack of this version. It is somewhere in the
    /// WebAssembly, and JavaScript never reads it.
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
        Pack { name: "first", questions: Questions::STRINGS, mark: mark!("first") };

    /// The pack of Hosts, where the URL Standard's hosts are serialized.
    pub const HOSTS: Pack =
        Pack { name: "hosts", questions: Questions::HOSTS, mark: mark!("hosts") };

    /// The pack of Compare.
    pub const COMPARE: Pack =
        Pack { name: "compare", questions: Questions::COMPARE, mark: mark!("compare") };

    /// The pack of a document, with steps, trees and exercises.
    pub const DOCUMENTS: Pack =
        Pack { name: "documents", questions: Questions::DOCUMENTS, mark: mark!("documents") };

    /// The pack of a rule and a string through all documents, and of a visitor's rules.
    pub const HISTORY: Pack =
        Pack { name: "history", questions: Questions::HISTORY, mark: mark!("history") };

    /// The packs in the order in which they are asked: a question goes to the first that has it.
    pub const ALL: [Pack; 5] =
        [Pack::FIRST, Pack::HOSTS, Pack::COMPARE, Pack::DOCUMENTS, Pack::HISTORY];

    /// Returns the name of its file in the exported folder, where it is compressed by LZMA.
    pub fn file(self) -> String {
        format!("{}.packed", self.name)
    }
}

/// The name of the file with the WebAssembly that unpacks the packs.
pub const UNPACK: &str = "unpack.wasm";

/// The text that identifies that WebAssembly as of this version.
pub const UNPACK_MARK: &str = mark!("unpack");

/// The most bytes that a pack is unpacked to, and the most memory that this takes besides.
#[cfg(feature = "unpack")]
const LARGEST: usize = 64 << 20;

/// Returns what is in a pack, whose bytes 5 to 12 are the length; `None` for other bytes, and for
/// more than 64 MiB.
///
/// Nothing of `std::io` is asked for, whose errors would make up a third of the WebAssembly.
#[cfg(feature = "unpack")]
pub fn unpacked(pack: &[u8]) -> Option<Vec<u8>> {
    let length = u64::from_le_bytes(*pack.get(5..)?.first_chunk()?);
    let mut wasm = vec![0; usize::try_from(length).ok().filter(|length| *length <= LARGEST)?];
    let mut stream = LzmaStream::new_mem_limit((LARGEST >> 10) as u32, None);
    let (mut read, mut written) = (0, 0);
    loop {
        let done = stream.process(&pack[read..], &mut wasm[written..], Action::Finish).ok()?;
        read += done.bytes_consumed;
        written += done.bytes_produced;
        match done.status {
            Status::StreamEnd => return (written == wasm.len()).then_some(wasm),
            Status::Ok if done.bytes_consumed + done.bytes_produced == 0 => return None,
            Status::Ok => {}
        }
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
