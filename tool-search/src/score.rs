//! How much each thing counts.

/// The parameters of the ranking: one set for all catalogues.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Weights {
    /// A word in the name.
    pub name: f64,
    /// A word in an alias, the namespace or the title.
    pub names: f64,
    /// A word in the description.
    pub description: f64,
    /// A word among keywords, use cases and examples.
    pub keywords: f64,
    /// A word in the name of a parameter.
    pub parameter: f64,
    /// A word in the description of a parameter.
    pub parameter_text: f64,
    /// How quickly more of a word stop counting: k1 of BM25.
    pub saturation: f64,
    /// How much a longer text counts less: b of BM25, 0 to 1.
    pub length: f64,
    /// How much it counts that two words follow each other in both.
    pub pair: f64,
    /// How much it counts that the request says the whole name.
    pub whole_name: f64,
    /// How much words count that are only alike: one begins with the other.
    pub alike: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            name: 1.0,
            names: 0.8,
            description: 0.7,
            keywords: 0.7,
            parameter: 0.5,
            parameter_text: 0.3,
            saturation: 1.6,
            length: 0.2,
            pair: 0.3,
            whole_name: 0.3,
            alike: 0.6,
        }
    }
}
