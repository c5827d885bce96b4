//! The closed sets of values, as they stand in `tool_core`: text, then variant.
//!
//! A test of the workspace compares these with the enums themselves.

/// One closed set.
pub(crate) struct Set {
    /// The type in `tool_core`.
    pub(crate) ty: &'static str,
    /// What one value is called.
    pub(crate) what: &'static str,
    /// Each text with its variant.
    pub(crate) values: &'static [(&'static str, &'static str)],
}

pub(crate) const COST_TIER: Set = Set {
    ty: "CostTier",
    what: "cost tier",
    values: &[("free", "Free"), ("low", "Low"), ("medium", "Medium"), ("high", "High")],
};

pub(crate) const ACCESS_MODE: Set = Set {
    ty: "AccessMode",
    what: "access mode",
    values: &[
        ("readonly", "Readonly"),
        ("write", "Write"),
        ("execute", "Execute"),
        ("network", "Network"),
        ("mixed", "Mixed"),
    ],
};

pub(crate) const DANGER_LEVEL: Set = Set {
    ty: "DangerLevel",
    what: "danger level",
    values: &[
        ("safe", "Safe"),
        ("low", "Low"),
        ("medium", "Medium"),
        ("high", "High"),
        ("critical", "Critical"),
    ],
};

pub(crate) const PRIORITY: Set = Set {
    ty: "Priority",
    what: "priority",
    values: &[
        ("critical", "Critical"),
        ("high", "High"),
        ("medium", "Medium"),
        ("low", "Low"),
        ("contextual", "Contextual"),
    ],
};

pub(crate) const STAGE: Set = Set {
    ty: "Stage",
    what: "stage",
    values: &[
        ("initial", "Initial"),
        ("planning", "Planning"),
        ("reading", "Reading"),
        ("analysis", "Analysis"),
        ("execution", "Execution"),
        ("verification", "Verification"),
        ("completion", "Completion"),
    ],
};

pub(crate) const EXECUTION_CATEGORY: Set = Set {
    ty: "ExecutionCategory",
    what: "execution category",
    values: &[
        ("read_only", "ReadOnly"),
        ("write", "Write"),
        ("compute", "Compute"),
        ("network", "Network"),
        ("execute", "Execute"),
        ("mixed", "Mixed"),
    ],
};

pub(crate) const GATE: Set = Set {
    ty: "Gate",
    what: "gate",
    values: &[("none", "None"), ("approve", "Approve"), ("self", "SelfGated")],
};

pub(crate) const LOCATION: Set = Set {
    ty: "Location",
    what: "location",
    values: &[("local", "Local"), ("anywhere", "Anywhere")],
};

pub(crate) const CAPABILITY: Set = Set {
    ty: "Capability",
    what: "capability",
    values: &[
        ("read", "Read"),
        ("write", "Write"),
        ("exec", "Exec"),
        ("http", "Http"),
        ("git", "Git"),
    ],
};

pub(crate) const UNKNOWN_ARGUMENTS: Set = Set {
    ty: "UnknownArguments",
    what: "way to treat unknown arguments",
    values: &[("refuse", "Refuse"), ("ignore", "Ignore")],
};

impl Set {
    /// The variant of a text, or what to say about it.
    pub(crate) fn variant(&self, text: &str) -> Result<&'static str, String> {
        if let Some((_, variant)) = self.values.iter().find(|(name, _)| *name == text) {
            return Ok(variant);
        }
        let names: Vec<&str> = self.values.iter().map(|(name, _)| *name).collect();
        let near = crate::ctxt::did_you_mean(text, names.iter().copied())
            .map(|near| format!("; did you mean \"{near}\"?"))
            .unwrap_or_default();
        Err(format!("unknown {} \"{text}\"{near} One of: {}", self.what, names.join(", "))
            .replacen("\" One", "\". One", usize::from(near.is_empty())))
    }
}
