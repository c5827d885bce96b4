//! The structures that calls share, under a model checker that tries the orders in which threads
//! can meet: the very source files, with the checker's locks in place of the library's. Each test
//! has a twin with a race in it, which the checker finds.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]
#![allow(dead_code, missing_docs, unreachable_pub, reason = "files of another crate")]

use std::time::Instant;

use shuttle::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use shuttle::sync::{Arc, Mutex};
use shuttle::thread;

mod sync {
    pub(crate) use shuttle::sync::{Mutex, MutexGuard};

    pub(crate) fn lock<T>(place: &Mutex<T>) -> MutexGuard<'_, T> {
        place.lock().unwrap()
    }
}

#[path = "../../tool-core/src/exec/approvals.rs"]
mod approvals;
#[path = "../../tool-core/src/exec/ledger.rs"]
mod ledger;
#[path = "../../tool-core/src/exec/schedule.rs"]
mod schedule;
#[path = "../../tool-core/src/exec/store.rs"]
mod store;

use approvals::{Approvals, Approved};
use ledger::{Budget, Ledger};
use schedule::{Place, Schedule, Touches};
use store::Store;

/// How many orders are tried.
const ORDERS: usize = 3_000;

fn check(scenario: impl Fn() + Send + Sync + 'static) {
    shuttle::check_random(scenario, ORDERS);
}

/// Runs a closure in several threads at once.
fn in_threads(count: usize, work: impl Fn(usize) + Send + Sync + 'static) {
    let work = Arc::new(work);
    let threads: Vec<_> = (0..count)
        .map(|index| {
            let work = Arc::clone(&work);
            thread::spawn(move || work(index))
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
}

// The budget: no call is paid for by money that another has spent.

trait Account: Send + Sync + 'static {
    fn take(&self) -> bool;
    fn give_back(&self);
}

struct Real(Ledger, Mutex<Vec<ledger::Taken>>);

impl Account for Real {
    fn take(&self) -> bool {
        let taken = self.0.take(1).ok();
        self.1.lock().unwrap().extend(taken);
        taken.is_some()
    }

    fn give_back(&self) {
        let taken = self.1.lock().unwrap().pop();
        self.0.give_back(taken.unwrap());
    }
}

/// Looks, and takes in a second step.
struct LooksFirst(Mutex<u32>);

impl Account for LooksFirst {
    fn take(&self) -> bool {
        let left = *self.0.lock().unwrap();
        if left == 0 {
            return false;
        }
        *self.0.lock().unwrap() = left - 1;
        true
    }

    fn give_back(&self) {
        *self.0.lock().unwrap() += 1;
    }
}

fn never_spent_twice<A: Account>(account: impl Fn() -> A + Send + Sync + 'static) {
    check(move || {
        let account = Arc::new(account());
        let spent = Arc::new(AtomicU32::new(0));
        let (shared, counter) = (Arc::clone(&account), Arc::clone(&spent));
        in_threads(4, move |index| {
            if shared.take() {
                if index == 0 {
                    // Its call did not run.
                    shared.give_back();
                } else {
                    counter.fetch_add(1, Ordering::SeqCst);
                }
            }
        });
        assert!(spent.load(Ordering::SeqCst) <= 2, "more calls ran than the turn had");
    });
}

#[test]
fn a_turn_is_never_spent_twice() {
    let budget = || Ledger::new(Budget::unlimited().calls(2));
    never_spent_twice(move || Real(budget(), Mutex::new(Vec::new())));
}

#[test]
#[should_panic(expected = "more calls ran than the turn had")]
fn the_checker_finds_a_budget_that_looks_first() {
    never_spent_twice(|| LooksFirst(Mutex::new(2)));
}

// Approvals: one serves one call, once.

fn approved() -> Approved {
    Approved { tool: "t".into(), digest: "d".into(), call_id: "c".into(), fingerprint: None }
}

fn used_once<S: Send + Sync + 'static>(
    given: impl Fn() -> S + Send + Sync + 'static,
    take: impl Fn(&S) -> bool + Send + Sync + Copy + 'static,
) {
    check(move || {
        let store = Arc::new(given());
        let used = Arc::new(AtomicU32::new(0));
        let counter = Arc::clone(&used);
        in_threads(3, move |_| {
            if take(&store) {
                counter.fetch_add(1, Ordering::SeqCst);
            }
        });
        assert_eq!(used.load(Ordering::SeqCst), 1, "one approval, used by");
    });
}

#[test]
fn an_approval_is_used_by_one_call() {
    used_once(
        || {
            let approvals = Approvals::default();
            approvals.give(approved(), Instant::now());
            approvals
        },
        |approvals| approvals.take(&approved(), Instant::now()).is_ok(),
    );
}

#[test]
#[should_panic(expected = "one approval, used by")]
fn the_checker_finds_an_approval_that_is_looked_up_and_then_removed() {
    used_once(
        || Mutex::new(vec![approved()]),
        |approvals| {
            let found = approvals.lock().unwrap().contains(&approved());
            approvals.lock().unwrap().retain(|own| *own != approved());
            found
        },
    );
}

// The store of results: nothing is served that was read before a change.

fn never_stale(put: impl Fn(&Store<u8, u64>, u64, u64) + Send + Sync + Copy + 'static) {
    check(move || {
        let disk = Arc::new(AtomicU64::new(1));
        let store = Arc::new(Store::<u8, u64>::new());
        let (file, results) = (Arc::clone(&disk), Arc::clone(&store));
        in_threads(3, move |index| {
            if index == 0 {
                file.store(2, Ordering::SeqCst);
                results.forget(|_| true);
            } else {
                let epoch = results.epoch();
                let read = file.load(Ordering::SeqCst);
                put(&results, read, epoch);
            }
        });
        if let Some(kept) = store.get("key", Instant::now()) {
            assert_eq!(kept, disk.load(Ordering::SeqCst), "an old result is served");
        }
    });
}

#[test]
fn a_result_that_was_read_before_a_change_is_not_kept() {
    never_stale(|store, read, epoch| {
        store.put("key".into(), vec![0], read, epoch, Instant::now());
    });
}

#[test]
#[should_panic(expected = "an old result is served")]
fn the_checker_finds_a_store_that_does_not_ask_what_changed_meanwhile() {
    never_stale(|store, read, _| {
        let now = store.epoch();
        store.put("key".into(), vec![0], read, now, Instant::now());
    });
}

// The queue: calls on one resource run one after the other, in their order.

#[derive(Debug, Clone, Copy)]
struct Touch {
    resource: u8,
    writes: bool,
}

impl Touches for Touch {
    fn conflicts(&self, later: &Self) -> bool {
        self.resource == later.resource && (self.writes || later.writes)
    }

    fn is_unbounded(&self) -> bool {
        false
    }

    fn only_reads(&self) -> bool {
        !self.writes
    }
}

fn in_order(enter: impl Fn(&Schedule<Touch>, Place) -> bool + Send + Sync + Copy + 'static) {
    const CALLS: [Touch; 4] = [
        Touch { resource: 0, writes: true },
        Touch { resource: 0, writes: false },
        Touch { resource: 1, writes: true },
        Touch { resource: 0, writes: true },
    ];
    check(move || {
        let schedule = Arc::new(Schedule::new());
        let places = schedule.admit_all(CALLS.len());
        let log = Arc::new(Mutex::new(Vec::new()));
        let (queue, record) = (Arc::clone(&schedule), Arc::clone(&log));
        in_threads(CALLS.len(), move |index| {
            let place = places[index];
            queue.declare(place, CALLS[index]);
            while !enter(&queue, place) {
                thread::yield_now();
            }
            record.lock().unwrap().push((index, "begins"));
            record.lock().unwrap().push((index, "ends"));
            queue.leave(place);
        });
        let log = log.lock().unwrap();
        let on_first: Vec<_> = log.iter().filter(|(index, _)| *index != 2).copied().collect();
        let expected: Vec<_> =
            [0, 1, 3].into_iter().flat_map(|index| [(index, "begins"), (index, "ends")]).collect();
        assert_eq!(on_first, expected, "calls on one resource overtook each other");
    });
}

#[test]
fn calls_on_one_resource_run_in_their_order() {
    in_order(Schedule::may_run);
}

#[test]
#[should_panic(expected = "overtook each other")]
fn the_checker_finds_a_queue_that_lets_calls_in_unasked() {
    // It asks only whether something before it writes, and forgets what only reads.
    in_order(|schedule, place| !schedule.has_writer_before(place));
}
