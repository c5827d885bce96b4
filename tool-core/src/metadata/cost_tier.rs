use super::closed_set::closed_set;

closed_set! {
    /// What a call costs, for budgets and selection. Default: [`Free`](CostTier::Free).
    ///
    /// ```
    /// use tool_core::CostTier;
    /// assert!(CostTier::Low < CostTier::High);
    /// assert_eq!(CostTier::High.weight(), 3.0);
    /// ```
    #[derive(Default)]
    pub enum CostTier ("cost tier") {
        /// Local operations with no external cost.
        #[default]
        Free = "free",
        /// Computation only, no external call.
        Low = "low",
        /// An external call.
        Medium = "medium",
        /// Resource-intensive work.
        High = "high",
    }
}

impl CostTier {
    /// The weight as a budget counts it.
    pub(crate) const fn points(self) -> u32 {
        self as u32
    }

    /// The weight in a budget: 0, 1, 2 or 3.
    pub const fn weight(self) -> f64 {
        match self {
            CostTier::Free => 0.0,
            CostTier::Low => 1.0,
            CostTier::Medium => 2.0,
            CostTier::High => 3.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_rise_from_zero_to_three() {
        let weights: Vec<f64> = CostTier::ALL.iter().map(|t| t.weight()).collect();
        assert_eq!(weights, [0.0, 1.0, 2.0, 3.0]);
    }

    #[test]
    fn names_round_trip() {
        for tier in CostTier::ALL {
            assert_eq!(tier.as_str().parse::<CostTier>().unwrap(), *tier);
        }
    }
}
