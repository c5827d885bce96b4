//! `[permissions]`: what tools may do without asking, only after asking, or not at all.

use std::path::Path;

use serde::Deserialize;
use toml::Spanned;
use tool_core::Policy;
use tool_core::exec::{PolicyEffect, PolicyRule};

/// Rules in their short form: see [`PolicyRule`].
///
/// ```toml
/// [permissions]
/// deny = ["*(path: **/.env)"]
/// ask = ["#network"]
/// allow = ["write(path: docs/**)"]
/// ```
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Permissions {
    #[serde(default)]
    allow: Vec<Spanned<String>>,
    #[serde(default)]
    ask: Vec<Spanned<String>>,
    #[serde(default)]
    deny: Vec<Spanned<String>>,
}

impl Permissions {
    pub(super) fn policy(self, path: &Path, text: &str) -> Result<Policy, String> {
        let mut policy = Policy::new();
        for (effect, rules) in [
            (PolicyEffect::Allow, self.allow),
            (PolicyEffect::Ask, self.ask),
            (PolicyEffect::Deny, self.deny),
        ] {
            for rule in rules {
                let line = super::line(text, rule.span().start);
                let place = format!("{}:{line}", path.display());
                let parsed = PolicyRule::parse(effect, rule.get_ref())
                    .map_err(|error| format!("{place}: {error}"))?;
                policy = policy.rule(parsed.at(place));
            }
        }
        Ok(policy)
    }
}
