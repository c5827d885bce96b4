use crate::metadata::closed_set;

closed_set! {
    /// A ceiling over every call, which child contexts inherit and can only narrow. Default:
    /// [`Build`](Mode::Build).
    #[derive(Default)]
    pub enum Mode ("mode") {
        /// Writing and running only in a sandbox.
        Explore = "explore",
        /// Reading and fetching only.
        Plan = "plan",
        /// Everything, under its gates.
        #[default]
        Build = "build",
    }
}

/// Every mode that narrows a context: its own, and those above it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Ceiling {
    mode: Mode,
    explore: bool,
    plan: bool,
}

impl Ceiling {
    /// This ceiling, and a mode below it.
    pub(crate) fn narrowed(self, mode: Mode) -> Self {
        match mode {
            Mode::Build => self,
            Mode::Explore => {
                // What plan refuses, explore refuses as well where there is no sandbox: plan stays.
                let mode = if self.plan { Mode::Plan } else { mode };
                Ceiling { mode, explore: true, ..self }
            }
            Mode::Plan => Ceiling { mode, plan: true, ..self },
        }
    }

    /// Both ceilings at once.
    pub(crate) fn and(self, other: Ceiling) -> Self {
        let mut both = self;
        for mode in [Mode::Explore, Mode::Plan] {
            if other.has(mode) {
                both = both.narrowed(mode);
            }
        }
        both
    }

    /// The mode that people are told.
    pub(crate) fn mode(self) -> Mode {
        self.mode
    }

    /// Whether the rules of a mode hold.
    pub(crate) fn has(self, mode: Mode) -> bool {
        match mode {
            Mode::Explore => self.explore,
            Mode::Plan => self.plan,
            Mode::Build => !self.explore && !self.plan,
        }
    }
}
