//! Tools by what they cost.

use serde::{Serialize, Serializer};

use super::{Registry, Show, Tool};
use crate::CostTier;

impl Registry {
    /// The tools that cost at most `max_tier`, in order of name.
    pub fn get_tools_by_cost(&self, max_tier: CostTier, show: Show) -> Vec<Tool> {
        let mut tools = self.list_tools(show);
        tools.retain(|tool| tool.metadata().cost_tier <= max_tier);
        tools
    }

    /// The names of the tools of each tier.
    pub fn get_cost_summary(&self, show: Show) -> CostSummary {
        let tools = self.list_tools(show);
        let names = |tier: CostTier| {
            tools
                .iter()
                .filter(|tool| tool.metadata().cost_tier == tier)
                .map(|tool| tool.name().to_owned())
                .collect()
        };
        CostSummary(CostTier::ALL.iter().map(|tier| (*tier, names(*tier))).collect())
    }
}

/// The names of the tools of each cost tier, cheapest tier first; empty tiers are listed too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CostSummary(Vec<(CostTier, Vec<String>)>);

impl CostSummary {
    /// The names of the tools of a tier, in order.
    pub fn get(&self, tier: CostTier) -> &[String] {
        let found = self.0.iter().find(|(listed, _)| *listed == tier);
        found.map(|(_, names)| names.as_slice()).unwrap_or_default()
    }

    /// Each tier with its tools.
    pub fn iter(&self) -> impl Iterator<Item = (CostTier, &[String])> {
        self.0.iter().map(|(tier, names)| (*tier, names.as_slice()))
    }
}

impl Serialize for CostSummary {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}
