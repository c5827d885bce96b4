use super::closed_set::closed_set;

closed_set! {
    /// How much harm a wrong call does. Default: [`Safe`](DangerLevel::Safe).
    ///
    /// [`Medium`](DangerLevel::Medium) and above asks a person every time.
    #[derive(Default)]
    pub enum DangerLevel ("danger level") {
        /// No risk of loss.
        #[default]
        Safe = "safe",
        /// Minor risk, easily reversed.
        Low = "low",
        /// Moderate risk; reversing takes effort.
        Medium = "medium",
        /// Significant risk, hard to reverse.
        High = "high",
        /// Cannot be reversed, or affects the whole system.
        Critical = "critical",
    }
}

impl DangerLevel {
    /// Whether every call is asked for: medium and above.
    pub const fn asks_every_time(self) -> bool {
        matches!(self, DangerLevel::Medium | DangerLevel::High | DangerLevel::Critical)
    }
}
