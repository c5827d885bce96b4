//! `tool select`: what an agent would be shown, and why.

use tool_core::{AgentTools, Registry};
use tool_search::{Request, Selection, Selector};

use crate::commands::SelectArgs;
use crate::exit::USAGE;
use crate::{list, out, text};

pub(crate) fn run(registry: &Registry, args: &SelectArgs) -> u8 {
    let allowed = match &args.allow {
        None => None,
        Some(entries) => {
            match registry.resolve_allow_list(&AgentTools::new(entries.iter().cloned())) {
                Ok(allowed) => Some(allowed),
                Err(error) => return out::error(&error.to_string(), USAGE),
            }
        }
    };
    let mut request = Request::new(args.request.clone())
        .mode(args.mode)
        .most_tools(args.most)
        .level(args.level.into())
        .recent(args.recent.iter().cloned());
    if let Some(stage) = args.stage {
        request = request.stage(stage);
    }
    if let Some(task) = &args.task {
        request = request.task_type(task.clone());
    }
    if let Some(tokens) = args.tokens {
        request = request.most_tokens(tokens);
    }
    let selection = Selector::of(registry).select(&request, allowed.as_ref());
    if args.json {
        return out::result(&list::pretty(&selection.to_json()));
    }
    out::note(&format!(
        "{} of {} tools, about {} tokens",
        selection.tools.len(),
        selection.trace.len(),
        selection.tokens
    ));
    out::result(&table(&selection))
}

/// The chosen ones first.
fn table(selection: &Selection) -> String {
    let mut rows =
        vec![["NAME", "", "SCORE", "LEVEL", "TOKENS", "WHY"].map(str::to_owned).to_vec()];
    let (chosen, left): (Vec<_>, Vec<_>) =
        selection.trace.iter().partition(|verdict| verdict.chosen);
    for verdict in chosen.into_iter().chain(left) {
        let level = verdict.level.map(|level| level.to_string()).unwrap_or_default();
        let level = match verdict.demoted_from {
            Some(from) => format!("{level}, not {from}: tokens"),
            None => level,
        };
        rows.push(vec![
            verdict.name.clone(),
            if verdict.chosen { "in" } else { "out" }.to_owned(),
            format!("{:.2}", verdict.score),
            level,
            verdict.tokens.to_string(),
            verdict.rule.to_string(),
        ]);
    }
    text::columns(&rows)
}
