use super::closed_set::closed_set;
use super::{AccessMode, DangerLevel};

closed_set! {
    /// Whether a call is put before a person.
    ///
    /// Where a tool declares none, access mode and danger decide: see [`ApprovalLevel::of`].
    pub enum Gate ("gate") {
        /// Never asked.
        None = "none",
        /// Asked before it runs.
        Approve = "approve",
        /// The tool asks by itself.
        SelfGated = "self",
    }
}

/// How often a person is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum ApprovalLevel {
    /// Not at all.
    Never,
    /// Not at all; the call is logged.
    Log,
    /// At its first use in a session.
    FirstUse,
    /// At every call.
    EveryTime,
}

impl ApprovalLevel {
    /// The level that access mode and danger ask for, before any gate is looked at.
    ///
    /// ```
    /// use tool_core::{AccessMode, ApprovalLevel, DangerLevel};
    /// let level = ApprovalLevel::required(AccessMode::Write, DangerLevel::Safe);
    /// assert_eq!(level, ApprovalLevel::FirstUse);
    /// ```
    pub const fn required(access: AccessMode, danger: DangerLevel) -> Self {
        if danger.asks_every_time() {
            return ApprovalLevel::EveryTime;
        }
        match access.approval_level() {
            0 => ApprovalLevel::Never,
            1 => ApprovalLevel::Log,
            2 => ApprovalLevel::FirstUse,
            _ => ApprovalLevel::EveryTime,
        }
    }

    /// The level of one call: what mode and danger ask for, raised by an explicit `approve`.
    ///
    /// `declared` is the access mode that the tool declares, `access` the effective one of this
    /// call (equal to it, or narrower). `ungated` is whether the tool says `ungated_because`.
    /// [`Gate::SelfGated`] gives [`ApprovalLevel::Never`]: the tool asks by itself.
    pub fn of(
        gate: Option<Gate>,
        ungated: bool,
        declared: Option<AccessMode>,
        access: AccessMode,
        danger: DangerLevel,
    ) -> Self {
        let required = ApprovalLevel::required(access, danger);
        match gate {
            None => required,
            Some(Gate::SelfGated) => ApprovalLevel::Never,
            Some(Gate::None) if ungated => ApprovalLevel::Log,
            // A gate that is weaker than it may be was refused at registration; a call never
            // trusts that alone.
            Some(Gate::None) => required,
            Some(Gate::Approve) => {
                let readonly_tool = declared.is_some_and(|mode| !mode.requires_approval());
                if readonly_tool {
                    ApprovalLevel::EveryTime
                } else {
                    required.max(ApprovalLevel::FirstUse)
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(
        gate: Option<Gate>,
        declared: Option<AccessMode>,
        danger: DangerLevel,
    ) -> ApprovalLevel {
        let access = declared.unwrap_or(AccessMode::Mixed);
        ApprovalLevel::of(gate, false, declared, access, danger)
    }

    #[test]
    fn an_absent_gate_follows_mode_and_danger() {
        use AccessMode::*;
        let safe = DangerLevel::Safe;
        assert_eq!(level(None, Some(Readonly), safe), ApprovalLevel::Never);
        assert_eq!(level(None, Some(Network), safe), ApprovalLevel::Log);
        assert_eq!(level(None, Some(Write), safe), ApprovalLevel::FirstUse);
        assert_eq!(level(None, Some(Execute), safe), ApprovalLevel::EveryTime);
        assert_eq!(level(None, None, safe), ApprovalLevel::EveryTime);
        assert_eq!(level(None, Some(Readonly), DangerLevel::Medium), ApprovalLevel::EveryTime);
    }

    #[test]
    fn approve_is_never_weaker_than_mode_and_danger() {
        use AccessMode::*;
        let approve = Some(Gate::Approve);
        assert_eq!(level(approve, Some(Readonly), DangerLevel::Safe), ApprovalLevel::EveryTime);
        assert_eq!(level(approve, Some(Network), DangerLevel::Low), ApprovalLevel::EveryTime);
        assert_eq!(level(approve, Some(Write), DangerLevel::Safe), ApprovalLevel::FirstUse);
        assert_eq!(level(approve, Some(Mixed), DangerLevel::Safe), ApprovalLevel::EveryTime);
    }

    #[test]
    fn none_without_a_reason_does_not_lower_the_level() {
        let gate = Some(Gate::None);
        assert_eq!(
            level(gate, Some(AccessMode::Execute), DangerLevel::Safe),
            ApprovalLevel::EveryTime
        );
    }
}
