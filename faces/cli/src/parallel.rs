//! Work on all processors with results in order.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Calls `work` on every item, on as many threads as there are processors, and `take` on each
/// result in the order of the items, as soon as it is there.
///
/// # Errors
/// The first error of `take`; no further item is begun then.
pub(crate) fn in_order<T: Sync, R: Send, E>(
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
    mut take: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get).min(items.len());
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads {
            let (sender, next, work) = (sender.clone(), &next, &work);
            scope.spawn(move || loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(item) = items.get(index) else { return };
                if sender.send((index, work(item))).is_err() {
                    return;
                }
            });
        }
        drop(sender);
        let mut waiting: Vec<Option<R>> = items.iter().map(|_| None).collect();
        let mut due = 0;
        for (index, result) in receiver {
            waiting[index] = Some(result);
            while let Some(result) = waiting.get_mut(due).and_then(Option::take) {
                take(result).inspect_err(|_| next.store(items.len(), Ordering::Relaxed))?;
                due += 1;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::in_order;

    #[test]
    fn results_come_in_order_and_an_error_ends_it() {
        let items: Vec<u64> = (0..200).collect();
        let square = |item: &u64| {
            std::thread::sleep(std::time::Duration::from_micros(item * 37 % 50));
            item * item
        };
        let mut seen = Vec::new();
        let all = in_order(&items, square, |result| {
            seen.push(result);
            Ok::<(), ()>(())
        });
        assert_eq!((all, seen), (Ok(()), items.iter().map(|item| item * item).collect()));
        assert_eq!(
            in_order(&items, square, |result| if result < 9 { Ok(()) } else { Err(result) }),
            Err(9)
        );
        assert_eq!(in_order(&[] as &[u64], square, |_| Err(())), Ok(()));
    }
}
