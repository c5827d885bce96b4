//! Asking tools whether they can be used, without letting a bad answer hurt anyone.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// How long an answer is kept.
const KEPT: Duration = Duration::from_secs(30);

/// How long a check may take.
const LIMIT: Duration = Duration::from_secs(1);

type Check = Box<dyn FnOnce() -> Result<(), String> + Send>;
type Answer = Result<(), String>;

/// The last answer of a tool's availability check.
#[derive(Default)]
pub(super) struct Availability(Mutex<Option<(Instant, Answer)>>);

impl Availability {
    /// The answer, waiting for it in this thread.
    pub(super) fn blocking(&self, check: Option<Check>) -> Answer {
        let Some(check) = check else { return Ok(()) };
        if let Some(kept) = self.kept() {
            return kept;
        }
        let (tell, told) = mpsc::sync_channel(1);
        let asked = ask(check, move |answer| drop(tell.send(answer)));
        let answer = match asked {
            Ok(()) => told.recv_timeout(LIMIT).unwrap_or_else(|_| too_slow()),
            Err(answer) => answer,
        };
        self.keep(answer)
    }

    /// The answer, without blocking the runtime.
    pub(super) async fn waiting(&self, check: Option<Check>) -> Answer {
        let Some(check) = check else { return Ok(()) };
        if let Some(kept) = self.kept() {
            return kept;
        }
        let (tell, told) = tokio::sync::oneshot::channel();
        let asked = ask(check, move |answer| drop(tell.send(answer)));
        let answer = match asked {
            Ok(()) => match tokio::time::timeout(LIMIT, told).await {
                Ok(Ok(answer)) => answer,
                _ => too_slow(),
            },
            Err(answer) => answer,
        };
        self.keep(answer)
    }

    fn kept(&self) -> Option<Answer> {
        let place = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        place.as_ref().filter(|(when, _)| when.elapsed() < KEPT).map(|(_, answer)| answer.clone())
    }

    fn keep(&self, answer: Answer) -> Answer {
        let mut place = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *place = Some((Instant::now(), answer.clone()));
        answer
    }
}

fn too_slow() -> Answer {
    Err("its availability check did not answer within 1 s".to_owned())
}

/// Runs a check in a thread of its own: it may block, and it may never return.
fn ask(check: Check, tell: impl FnOnce(Answer) + Send + 'static) -> Result<(), Answer> {
    let work = move || {
        let answer = catch_unwind(AssertUnwindSafe(check))
            .unwrap_or_else(|_| Err("its availability check panicked".to_owned()));
        tell(answer);
    };
    match thread::Builder::new().name("availability".to_owned()).spawn(work) {
        Ok(_detached) => Ok(()),
        Err(_) => Err(Err("no thread could be started for its availability check".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_check_is_available() {
        assert_eq!(Availability::default().blocking(None), Ok(()));
    }

    #[test]
    fn a_panic_is_a_no_with_a_reason() {
        let answer = Availability::default().blocking(Some(Box::new(|| panic!("broken"))));
        assert_eq!(answer, Err("its availability check panicked".to_owned()));
    }

    #[tokio::test]
    async fn an_answer_is_kept() {
        let availability = Availability::default();
        let no: Check = Box::new(|| Err("no key".to_owned()));
        assert_eq!(availability.waiting(Some(no)).await, Err("no key".to_owned()));
        let yes: Check = Box::new(|| Ok(()));
        assert_eq!(availability.waiting(Some(yes)).await, Err("no key".to_owned()));
    }

    #[tokio::test]
    async fn a_check_that_never_returns_is_a_no() {
        let never: Check = Box::new(|| {
            loop {
                thread::park();
            }
        });
        let answer = Availability::default().waiting(Some(never)).await;
        assert!(answer.unwrap_err().contains("within 1 s"));
    }
}
