//! Vectors of a host's own model.

use std::fmt;

/// Turns texts into vectors, as a sentence model does. Nothing here brings one: a host that has one
/// gives it to [`Index::search_with`](crate::Index::search_with).
pub trait Embedder {
    /// A vector for each text, all of one length.
    ///
    /// # Errors
    /// Why there are none; the search then goes on by words alone.
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError>;
}

/// Why a model gave no vectors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmbedError(pub String);

impl fmt::Display for EmbedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the embedding model failed: {}", self.0)
    }
}

impl std::error::Error for EmbedError {}

/// How alike two vectors are: 1 for the same direction, 0 for none in common.
pub(crate) fn cosine(a: &[f32], b: &[f32]) -> f64 {
    let dot: f64 = a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum();
    let length = |v: &[f32]| v.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>().sqrt();
    let both = length(a) * length(b);
    if both > 0.0 { dot / both } else { 0.0 }
}
