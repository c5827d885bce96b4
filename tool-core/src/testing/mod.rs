//! What an author's own `cargo test` can call.
//!
//! ```standalone_crate
//! use tool_core::{Registry, testing, tool};
//!
//! /// Says hello.
//! #[tool(access_mode = "readonly", inline)]
//! fn hello(
//!     /// Whom to greet.
//!     name: String,
//! ) -> String {
//!     format!("Hello {name}")
//! }
//!
//! let registry = Registry::collect()?;
//! assert_eq!(testing::lint(&registry), []);
//! # Ok::<(), tool_core::RegistryError>(())
//! ```

mod change;
mod executors;
mod generate;
mod lint;

pub use change::{Change, changes};
pub use executors::{Prompts, denying, executor};
pub use generate::{Random, arguments};
pub use lint::{Finding, lint};

use crate::{Mode, ToolContext};

/// A context for calling a tool's function by itself: no roots, no state, mode build.
///
/// ```
/// let ctx = tool_core::testing::context();
/// assert!(ctx.roots().is_empty());
/// ```
pub fn context() -> ToolContext {
    ToolContext::builder().mode(Mode::Build).session("test").build()
}
