//! What source code consists of: lines by kind, complexity, symbols. Files are parsed, never
//! guessed at by their lines.

mod language;
mod metrics;
mod outline;
mod parse;
mod run;

pub use metrics::{CodeLines, FunctionMetrics};
pub(crate) use outline::code_outline;
pub use outline::{OutlineReport, Symbol};
pub use run::{FileMetrics, FunctionPlace, MetricsReport};
pub(crate) use run::{MetricsOptions, code_metrics};
