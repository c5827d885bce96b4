//! The time of a call, which stands still while a person is asked.

use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use super::sync::{Mutex, lock};

/// How long a call has run, without the time in which it waited for a person.
#[derive(Debug)]
pub(crate) struct Clock {
    times: Mutex<Times>,
    moved: Notify,
}

#[derive(Debug)]
struct Times {
    /// None until the call runs.
    started: Option<Instant>,
    paused: Duration,
    /// Since when it stands, and for how many askers.
    standing: Option<(Instant, u32)>,
}

/// A clock that stands until this is dropped.
pub(crate) struct Standing<'a>(&'a Clock);

impl Clock {
    pub(crate) fn new() -> Self {
        let times = Times { started: None, paused: Duration::ZERO, standing: None };
        Clock { times: Mutex::new(times), moved: Notify::new() }
    }

    /// Starts to count now.
    pub(crate) fn start(&self) {
        lock(&self.times).started = Some(Instant::now());
    }

    pub(crate) fn stand_still(&self) -> Standing<'_> {
        let mut times = lock(&self.times);
        let (since, askers) = times.standing.unwrap_or((Instant::now(), 0));
        times.standing = Some((since, askers + 1));
        Standing(self)
    }

    /// When a limit is reached, or nothing while the clock stands.
    fn due(&self, limit: Duration) -> Option<Instant> {
        let times = lock(&self.times);
        match times.standing {
            Some(_) => None,
            None => times.started?.checked_add(limit)?.checked_add(times.paused),
        }
    }

    /// Returns when the call has run for so long.
    pub(crate) async fn reached(&self, limit: Duration) {
        loop {
            let moved = self.moved.notified();
            match self.due(limit) {
                Some(due) => tokio::select! {
                    biased;
                    () = moved => {}
                    () = tokio::time::sleep_until(due) => {
                        if self.due(limit).is_some_and(|due| due <= Instant::now()) {
                            return;
                        }
                    }
                },
                None => moved.await,
            }
        }
    }
}

impl Drop for Standing<'_> {
    fn drop(&mut self) {
        let mut times = lock(&self.0.times);
        match times.standing {
            Some((since, 1)) => {
                times.paused += since.elapsed();
                times.standing = None;
            }
            Some((since, askers)) => times.standing = Some((since, askers.saturating_sub(1))),
            None => {}
        }
        drop(times);
        self.0.moved.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_clock_stands_still_while_it_is_held() {
        let clock = Clock::new();
        clock.start();
        let began = Instant::now();
        let held = async {
            tokio::time::sleep(Duration::from_secs(1)).await;
            let _first = clock.stand_still();
            let _second = clock.stand_still();
            tokio::time::sleep(Duration::from_secs(60)).await;
        };
        tokio::join!(clock.reached(Duration::from_secs(3)), held);
        assert_eq!(began.elapsed(), Duration::from_secs(63));
    }

    #[tokio::test(start_paused = true)]
    async fn a_limit_beyond_all_time_is_never_reached() {
        let clock = Clock::new();
        clock.start();
        let reached = tokio::time::timeout(Duration::from_secs(1), clock.reached(Duration::MAX));
        assert!(reached.await.is_err());
    }
}
