//! Values that are computed once for each key and kept.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

/// Values by their keys, for the life of the program. Use it where few keys are possible: values
/// are never freed.
pub(crate) struct Memo<K, V: 'static>(Mutex<Option<HashMap<K, &'static V>>>);

impl<K: Eq + Hash, V> Memo<K, V> {
    pub(crate) const fn new() -> Memo<K, V> {
        Memo(Mutex::new(None))
    }

    /// Returns the value of a key, computed if this is the first time. Two threads can compute the
    /// same value at the same time; one of the two is kept.
    pub(crate) fn get<E>(
        &self,
        key: K,
        compute: impl FnOnce() -> Result<V, E>,
    ) -> Result<&'static V, E> {
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get_or_insert_default().get(&key) {
            return Ok(known);
        }
        // The lock is free meanwhile, so that other keys need not wait.
        let computed = compute()?;
        Ok(lock()
            .get_or_insert_default()
            .entry(key)
            .or_insert_with(|| Box::leak(Box::new(computed))))
    }
}

#[cfg(test)]
mod tests {
    use super::Memo;

    #[test]
    fn values_are_kept_and_errors_are_not() {
        static LENGTHS: Memo<&str, usize> = Memo::new();
        assert_eq!(LENGTHS.get("abc", || Err("not now")), Err("not now"));
        assert_eq!(LENGTHS.get("abc", || Ok::<_, ()>(3)), Ok(&3));
        assert_eq!(LENGTHS.get("abc", || Err("never asked")), Ok(&3));
    }
}
