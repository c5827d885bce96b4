use super::closed_set::closed_set;

closed_set! {
    /// What kind of access a tool needs.
    ///
    /// A tool that declares none keeps that: `access_mode()` shows `readonly`, the default of
    /// the sources, and every decision treats it as [`Mixed`](AccessMode::Mixed).
    ///
    /// ```
    /// use tool_core::AccessMode;
    /// assert!(AccessMode::Write.requires_approval());
    /// assert!(AccessMode::Readonly.is_safe());
    /// assert_eq!(AccessMode::Network.approval_level(), 1);
    /// ```
    #[derive(Default)]
    pub enum AccessMode ("access mode") {
        /// Only reads; no side effect.
        #[default]
        Readonly = "readonly",
        /// Changes files or state.
        Write = "write",
        /// Runs external commands or code.
        Execute = "execute",
        /// Fetches over the network, and changes nothing there.
        Network = "network",
        /// Several of these, or a change of remote state.
        Mixed = "mixed",
    }
}

impl AccessMode {
    /// Whether a person is asked: write, execute and mixed.
    pub const fn requires_approval(self) -> bool {
        matches!(self, AccessMode::Write | AccessMode::Execute | AccessMode::Mixed)
    }

    /// Whether the tool only reads.
    pub const fn is_safe(self) -> bool {
        matches!(self, AccessMode::Readonly)
    }

    /// How strictly: 0 readonly (never), 1 network (log), 2 write (first use in a session),
    /// 3 execute and mixed (every time).
    pub const fn approval_level(self) -> u8 {
        match self {
            AccessMode::Readonly => 0,
            AccessMode::Network => 1,
            AccessMode::Write => 2,
            AccessMode::Execute | AccessMode::Mixed => 3,
        }
    }

    /// Whether `self` asks for no more than `other` does, so that a call may narrow to it.
    pub const fn narrows(self, other: AccessMode) -> bool {
        match other {
            AccessMode::Mixed => true,
            AccessMode::Readonly => matches!(self, AccessMode::Readonly),
            AccessMode::Write => matches!(self, AccessMode::Readonly | AccessMode::Write),
            AccessMode::Execute => matches!(self, AccessMode::Readonly | AccessMode::Execute),
            AccessMode::Network => matches!(self, AccessMode::Readonly | AccessMode::Network),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::AccessMode::*;
    use super::*;

    #[test]
    fn the_table_of_the_sources() {
        let table: Vec<(bool, bool, u8)> = AccessMode::ALL
            .iter()
            .map(|m| (m.requires_approval(), m.is_safe(), m.approval_level()))
            .collect();
        assert_eq!(
            table,
            [
                (false, true, 0),
                (true, false, 2),
                (true, false, 3),
                (false, false, 1),
                (true, false, 3)
            ]
        );
    }

    #[test]
    fn nothing_widens() {
        for mode in AccessMode::ALL {
            assert!(Readonly.narrows(*mode) && mode.narrows(*mode) && mode.narrows(Mixed));
        }
        assert!(!Write.narrows(Execute) && !Execute.narrows(Write) && !Network.narrows(Write));
        assert!(!Mixed.narrows(Execute));
    }
}
