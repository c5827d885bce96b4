use super::closed_set::closed_set;

closed_set! {
    /// What one tool is to another.
    pub enum EdgeKind ("kind of edge") {
        /// The target is useful after the source.
        Precedes = "precedes",
        /// The target is useful before the source. Kept the other way round, as
        /// [`Precedes`](EdgeKind::Precedes).
        Follows = "follows",
        /// The target can take the place of the source.
        Alternative = "alternative",
        /// The target goes well with the source.
        Complements = "complements",
        /// The two have to do with each other.
        Related = "related",
    }
}
