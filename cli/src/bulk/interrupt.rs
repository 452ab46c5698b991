//! The end of a command by Ctrl-C: the work so far is shown.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Once;
use std::thread;
use std::time::Duration;

static ASKED: AtomicBool = AtomicBool::new(false);

/// The time in which a command that was asked to end must show what it has. A command that waits
/// for more of a stream does not end by itself.
const GRACE: Duration = Duration::from_secs(10);

/// Lets Ctrl-C end the command after the blocks that are being handled, instead of at once.
pub(super) fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Without a handler Ctrl-C ends the command at once, as it does by default.
        let _ = ctrlc::set_handler(|| {
            if ASKED.swap(true, Ordering::Relaxed) {
                std::process::exit(STATUS.into());
            }
            // The handler returns, so that a second Ctrl-C ends the command at once.
            thread::spawn(|| {
                thread::sleep(GRACE);
                std::process::exit(STATUS.into());
            });
        });
    });
}

/// Returns true if the command was asked to end.
pub(crate) fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// The exit status of a command that Ctrl-C ended: that of a shell's.
pub(super) const STATUS: u8 = 130;
