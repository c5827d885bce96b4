//! Every combination of mode, access, danger, gate, policy and approver, against a table that
//! people have read.

use std::collections::BTreeSet;

use super::*;

const TABLE: &str = include_str!("decisions.txt");

const GATES: [&str; 5] = ["absent", "reason", "approve", "self", "quiet"];
const POLICIES: [&str; 4] = ["-", "allow", "ask", "deny"];
const APPROVERS: [&str; 5] = ["nobody", "fails", "no", "once", "session"];

fn rows() -> Vec<Vec<&'static str>> {
    let lines = TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split_whitespace().collect()).collect()
}

/// What the table says: the status, and how many prompts were shown.
fn expected(row: &str, approver: &str) -> (Status, usize) {
    match (row, approver) {
        ("mode_refused", _) => (Status::ModeRefused, 0),
        ("denied", _) | ("ask", "nobody") => (Status::Denied, 0),
        ("free", _) => (Status::Ok, 0),
        ("ask", "fails" | "no") => (Status::Denied, 1),
        ("ask", _) => (Status::Ok, 1),
        other => panic!("no such word: {other:?}"),
    }
}

/// An approver that does what its name says, and counts.
struct Said(&'static str, Arc<AtomicUsize>);

impl Approver for Said {
    fn decide<'a>(
        &'a self,
        _: &'a ApprovalRequest<'a>,
    ) -> BoxFuture<'a, Result<Decision, ToolError>> {
        self.1.fetch_add(1, Ordering::SeqCst);
        let said = match self.0 {
            "fails" => Err(ToolError::new("gone")),
            "no" => Ok(Decision::Deny(None)),
            "once" => Ok(Decision::Once),
            _ => Ok(Decision::Session),
        };
        Box::pin(async move { said })
    }
}

async fn outcome(
    mode: Mode,
    access: Option<AccessMode>,
    danger: DangerLevel,
    gate: &str,
    policy: &str,
    approver: &'static str,
) -> (Status, usize) {
    let mut metadata = ToolMetadata::new().danger_level(danger);
    metadata.declared_access = access;
    let metadata = match gate {
        "absent" => metadata,
        "reason" => metadata.gate(Gate::None).ungated_because("a test"),
        "approve" => metadata.gate(Gate::Approve),
        _ => metadata.gate(Gate::SelfGated),
    };
    let asks = gate == "self";
    let tool = FnTool::new("t", "T.", schema(), move |_, ctx| async move {
        if asks {
            ctx.approve("the thing").await?;
        }
        Ok(ToolOutput::text("done"))
    });
    let mut builder = with(vec![tool.metadata(metadata)]).mode(mode);
    if policy != "-" {
        let rule = PolicyRule::parse(policy.parse().unwrap(), "t").unwrap();
        builder = builder.policy(Policy::new().rule(rule));
    }
    let prompts = Arc::new(AtomicUsize::new(0));
    if approver != "nobody" {
        builder = builder.approver(Said(approver, Arc::clone(&prompts)));
    }
    let result = builder.build().unwrap().call("t", json!({})).await;
    (result.status, prompts.load(Ordering::SeqCst))
}

#[tokio::test]
async fn every_combination_ends_as_the_table_says() {
    let rows = rows();
    let mut used = BTreeSet::new();
    let mut count = 0;
    let accesses = AccessMode::ALL.iter().map(|access| Some(*access)).chain([None]);
    for access in accesses {
        let spelt = access.map_or("undeclared", AccessMode::as_str);
        for (mode, danger) in Mode::ALL
            .iter()
            .flat_map(|mode| DangerLevel::ALL.iter().map(move |danger| (*mode, *danger)))
        {
            for (gate, policy) in
                GATES.iter().flat_map(|gate| POLICIES.iter().map(move |policy| (*gate, *policy)))
            {
                let facts = [mode.as_str(), spelt, danger.as_str(), gate, policy];
                let fits = |row: &Vec<&str>| {
                    row.iter().zip(facts).all(|(cell, fact)| {
                        *cell == "*" || cell.split(',').any(|word| word == fact)
                    })
                };
                let index = rows.iter().position(fits).unwrap_or_else(|| panic!("{facts:?}"));
                used.insert(index);
                for approver in APPROVERS {
                    let found = outcome(mode, access, danger, gate, policy, approver).await;
                    let said = expected(rows[index][5], approver);
                    assert_eq!(found, said, "{facts:?} {approver}");
                    count += 1;
                }
            }
        }
    }
    assert_eq!(count, 3 * 6 * 5 * 5 * 4 * 5);
    assert_eq!(used.len(), rows.len(), "every row of the table decides something");
}
