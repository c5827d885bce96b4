//! What a turn has spent: calls, cost, refusals.

use super::sync::{Mutex, lock};

/// How much may be spent between two [`begin_turn`](crate::Session::begin_turn).
///
/// ```
/// use tool_core::exec::Budget;
/// let budget = Budget::default();
/// assert_eq!((budget.calls, budget.cost, budget.refusals), (Some(25), None, Some(10)));
/// let server = Budget::unlimited();
/// assert_eq!(server.calls, None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Budget {
    /// Most calls. Default: 25.
    pub calls: Option<u32>,
    /// Most cost: the sum of the weights of [`CostTier`](crate::CostTier), 0 to 3 a call.
    /// Default: no limit.
    pub cost: Option<u32>,
    /// Most calls that are refused before they run; after them the model is told to stop.
    /// Default: 10.
    pub refusals: Option<u32>,
}

impl Budget {
    /// Without any limit: for servers, whose clients have their own turns, and for batch work.
    pub const fn unlimited() -> Self {
        Budget { calls: None, cost: None, refusals: None }
    }

    /// Limits the calls of a turn.
    #[must_use]
    pub const fn calls(mut self, most: u32) -> Self {
        self.calls = Some(most);
        self
    }

    /// Limits the cost of a turn.
    #[must_use]
    pub const fn cost(mut self, most: u32) -> Self {
        self.cost = Some(most);
        self
    }

    /// Limits the refusals of a turn.
    #[must_use]
    pub const fn refusals(mut self, most: u32) -> Self {
        self.refusals = Some(most);
        self
    }
}

impl Default for Budget {
    fn default() -> Self {
        Budget { calls: Some(25), cost: None, refusals: Some(10) }
    }
}

/// What stands in the way of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spent {
    Calls(u32),
    Cost { left: u32, asked: u32 },
    Refusals(u32),
}

#[derive(Debug, Default)]
struct Used {
    turn: u64,
    calls: u32,
    cost: u32,
    refusals: u32,
}

/// The account of a session.
#[derive(Debug)]
pub(crate) struct Ledger {
    budget: Budget,
    used: Mutex<Used>,
}

/// Something taken from the account of a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Taken {
    turn: u64,
    cost: u32,
}

impl Ledger {
    pub(crate) fn new(budget: Budget) -> Self {
        Ledger { budget, used: Mutex::new(Used::default()) }
    }

    /// Starts a new turn: nothing is spent, and what older calls give back is not ours.
    pub(crate) fn renew(&self) {
        let mut used = lock(&self.used);
        *used = Used { turn: used.turn.wrapping_add(1), ..Used::default() };
    }

    /// Takes a call and its cost, or says what is spent.
    pub(crate) fn take(&self, cost: u32) -> Result<Taken, Spent> {
        let mut used = lock(&self.used);
        if let Some(spent) = self.spent(&used, cost) {
            return Err(spent);
        }
        used.calls = used.calls.saturating_add(1);
        used.cost = used.cost.saturating_add(cost);
        Ok(Taken { turn: used.turn, cost })
    }

    /// What would stand in the way of a call of this cost.
    pub(crate) fn would_refuse(&self, cost: u32) -> Option<Spent> {
        self.spent(&lock(&self.used), cost)
    }

    fn spent(&self, used: &Used, cost: u32) -> Option<Spent> {
        if let Some(most) = self.budget.calls.filter(|most| used.calls >= *most) {
            return Some(Spent::Calls(most));
        }
        let left = self.budget.cost?.saturating_sub(used.cost);
        (cost > left).then_some(Spent::Cost { left, asked: cost })
    }

    /// Gives back what a call took that did not run.
    pub(crate) fn give_back(&self, taken: Taken) {
        let mut used = lock(&self.used);
        if used.turn == taken.turn {
            used.calls = used.calls.saturating_sub(1);
            used.cost = used.cost.saturating_sub(taken.cost);
        }
    }

    /// Counts a call that was refused.
    pub(crate) fn refused(&self) {
        let mut used = lock(&self.used);
        used.refusals = used.refusals.saturating_add(1);
    }

    /// Whether so many calls were refused that the model is told to stop.
    pub(crate) fn too_many_refusals(&self) -> Option<Spent> {
        let most = self.budget.refusals?;
        (lock(&self.used).refusals >= most).then_some(Spent::Refusals(most))
    }
}
