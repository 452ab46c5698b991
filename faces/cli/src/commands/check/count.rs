//! Lines of a file counted in any order: each thread takes the next unclaimed range.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::totals::Totals;
use super::work::Work;
use crate::bulk::{Block, Ranges, SIZE};
use crate::progress::Progress;

/// The totals of the ranges of a file.
#[derive(Default)]
pub(super) struct Count {
    pub(super) totals: Totals,
    /// The end of their lines.
    pub(super) end: u64,
    pub(super) failure: Option<io::Error>,
}

/// Counts the lines of all ranges: `work` adds those of a block to its totals.
pub(super) fn count(
    ranges: &Ranges<'_>,
    progress: &mut Progress,
    work: impl Fn(&mut Block<Work>) + Sync,
) -> Count {
    let next = AtomicU64::new(0);
    let all = Mutex::new((Count::default(), progress));
    rayon::broadcast(|_| {
        let mut block = Block::<Work>::default();
        let mut own = Count::default();
        while own.failure.is_none() {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= ranges.count() {
                break;
            }
            let (end, result) = ranges.read(index, &mut block);
            own.end = own.end.max(end);
            if let Err(error) = result {
                own.failure = Some(error);
                next.store(ranges.count(), Ordering::Relaxed);
            }
            work(&mut block);
            if let Ok(mut all) = all.try_lock() {
                all.1.at(index * SIZE as u64);
            }
        }
        // A panic that poisoned the lock is propagated by `broadcast`.
        let (all, _) = &mut *all.lock().unwrap_or_else(PoisonError::into_inner);
        all.totals.take(&mut block.work.totals);
        all.end = all.end.max(own.end);
        all.failure = all.failure.take().or(own.failure);
    });
    all.into_inner().unwrap_or_else(PoisonError::into_inner).0
}
