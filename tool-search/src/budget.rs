//! Spending tools and tokens on the best.

use std::collections::BTreeMap;

use tool_core::{SchemaLevel, Tool};

use crate::selector::{MOST_TOOLS, Request};
use crate::trace::{Rule, Selection, Verdict};

/// A tool that would be shown if nothing were scarce.
pub(crate) struct Candidate<'a> {
    pub(crate) tool: &'a Tool,
    pub(crate) rule: Rule,
    pub(crate) score: f64,
}

struct Shown<'a> {
    candidate: Candidate<'a>,
    level: SchemaLevel,
    dropped: bool,
}

/// Mandatory before critical before suitable, the better before the worse, then by name.
fn rank(rule: &Rule) -> u8 {
    match rule {
        Rule::Mandatory(_) => 0,
        Rule::Critical => 1,
        _ => 2,
    }
}

pub(crate) fn spend(
    request: &Request,
    mut candidates: Vec<Candidate<'_>>,
    mut trace: BTreeMap<String, Verdict>,
) -> Selection {
    candidates.sort_by(|a, b| {
        let names = || a.tool.name().cmp(b.tool.name());
        rank(&a.rule).cmp(&rank(&b.rule)).then(b.score.total_cmp(&a.score)).then_with(names)
    });
    let most = request.most_tools.unwrap_or(MOST_TOOLS);
    let over = candidates.split_off(most.min(candidates.len()));
    for candidate in over {
        let verdict = Verdict::out(candidate.tool.name(), Rule::ToolBudget);
        let verdict = Verdict { score: candidate.score, ..verdict };
        trace.insert(candidate.tool.name().to_owned(), verdict);
    }
    let mut shown: Vec<Shown<'_>> = candidates
        .into_iter()
        .map(|candidate| Shown { candidate, level: request.level, dropped: false })
        .collect();
    if let Some(most) = request.most_tokens {
        fit(&mut shown, most);
    }
    let mut tools = Vec::new();
    let mut tokens = 0;
    for Shown { candidate, level, dropped } in shown {
        let Candidate { tool, rule, score } = candidate;
        let verdict = if dropped {
            Verdict { score, ..Verdict::out(tool.name(), Rule::TokenBudget) }
        } else {
            let own = tool.tokens_estimate(level);
            tokens += own;
            tools.push((tool.clone(), level));
            Verdict {
                chosen: true,
                score,
                level: Some(level),
                demoted_from: (level != request.level).then_some(request.level),
                tokens: own,
                ..Verdict::out(tool.name(), rule)
            }
        };
        trace.insert(tool.name().to_owned(), verdict);
    }
    tools.sort_by(|(a, _), (b, _)| a.name().cmp(b.name()));
    Selection { tools, trace: trace.into_values().collect(), tokens }
}

/// Demotes the worst first, one level for all before the next level for any, and then drops the
/// worst, until the definitions fit.
fn fit(shown: &mut [Shown<'_>], most: usize) {
    let all = |shown: &[Shown<'_>]| -> usize {
        let kept = shown.iter().filter(|shown| !shown.dropped);
        kept.map(|shown| shown.candidate.tool.tokens_estimate(shown.level)).sum()
    };
    let mut spent = all(shown);
    for lower in [SchemaLevel::Compact, SchemaLevel::Stub] {
        for one in shown.iter_mut().rev() {
            if spent <= most {
                return;
            }
            let tool = one.candidate.tool;
            let (now, then) = (tool.tokens_estimate(one.level), tool.tokens_estimate(lower));
            // A level that saves nothing takes something away for nothing.
            if then < now {
                one.level = lower;
                spent -= now - then;
            }
        }
    }
    for one in shown.iter_mut().rev() {
        if spent <= most {
            return;
        }
        one.dropped = true;
        spent -= one.candidate.tool.tokens_estimate(one.level);
    }
}
