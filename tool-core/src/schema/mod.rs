//! From types to a JSON Schema that is good for a model.

mod build;
mod clean;
mod fold;
mod levels;
mod tokens;

pub(crate) use build::{of_output, of_params};
pub(crate) use levels::{first_sentence, lower};
pub(crate) use tokens::tokens_estimate;

use crate::metadata::closed_set;

closed_set! {
    /// How much of a schema a model is shown. Default: [`Full`](SchemaLevel::Full).
    #[derive(Default)]
    pub enum SchemaLevel ("schema level") {
        /// Everything.
        #[default]
        Full = "full",
        /// Every parameter, with the first sentence of each description.
        Compact = "compact",
        /// Only required parameters, without descriptions.
        Stub = "stub",
    }
}
