use super::closed_set::closed_set;

closed_set! {
    /// How soon a tool is chosen. Default: [`Medium`](Priority::Medium).
    #[derive(Default)]
    pub enum Priority ("priority") {
        /// Always offered.
        Critical = "critical",
        /// Useful in most tasks.
        High = "high",
        /// For some tasks.
        #[default]
        Medium = "medium",
        /// Specialised.
        Low = "low",
        /// Depends on how the task was classified.
        Contextual = "contextual",
    }
}

impl Priority {
    /// 1 for critical to 5 for contextual.
    pub const fn rank(self) -> u8 {
        match self {
            Priority::Critical => 1,
            Priority::High => 2,
            Priority::Medium => 3,
            Priority::Low => 4,
            Priority::Contextual => 5,
        }
    }
}
