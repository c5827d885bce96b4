//! What contradicts itself, or could not work, in words that say what to write instead.

use proc_macro2::Span;
use syn::{Attribute, FnArg, Signature};

use crate::attr::{ListOption, Text, ToolOptions};
use crate::ctxt::{Ctxt, did_you_mean};
use crate::doc::Doc;
use crate::expand::is_tool;
use crate::model::{Param, ParamKind, Variant};
use crate::params::{is_argument, rust_names};
use crate::sets::{self, Set};

/// The most parameters, as the slots that were seen are bits of one word.
const MOST_PARAMS: usize = 64;

pub(crate) fn is_name(text: &str) -> bool {
    let starts = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    starts && text.len() <= 64 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

pub(crate) fn bad_name(name: &str, what: &str) -> String {
    format!(
        "`{name}` is no name for a {what}: letters, digits and `_`, not a digit first, at most 64 \
         characters"
    )
}

/// The function itself.
pub(crate) fn signature(ctxt: &Ctxt, signature: &Signature) {
    if let Some(token) = &signature.constness {
        ctxt.at(token, "a tool runs when it is called; leave `const` out");
    }
    if let syn::Safety::Unsafe(token) = &signature.safety {
        ctxt.at(token, "a model calls a tool with any arguments, so it cannot be `unsafe`");
    }
    if let Some(abi) = &signature.abi {
        ctxt.at(abi, "a tool is a plain Rust function; leave the ABI out");
    }
    if let Some(variadic) = &signature.variadic {
        ctxt.at(variadic, "a tool has a fixed list of parameters");
    }
    if !signature.generics.params.is_empty() {
        ctxt.at(
            &signature.generics,
            "a tool has one schema, so it has no generic parameters; name the types",
        );
    } else if let Some(clause) =
        signature.generics.where_clause.as_ref().filter(|clause| !clause.predicates.is_empty())
    {
        ctxt.at(clause, "a tool has no generic parameters; leave the `where` clause out");
    }
    let typed = signature.inputs.iter().filter(|input| matches!(input, FnArg::Typed(_))).count();
    if typed > MOST_PARAMS {
        ctxt.at(
            &signature.ident,
            format!("this tool has {typed} parameters; at most {MOST_PARAMS}, and a model does well with few"),
        );
    }
}

/// One `#[tool]`: a free function has had its own taken off, a method has not.
pub(crate) fn once(ctxt: &Ctxt, attributes: &[Attribute], is_method: bool) {
    for more in attributes.iter().filter(|a| is_tool(a)).skip(usize::from(is_method)) {
        ctxt.at(more, "`#[tool]` stands here twice; keep one, with the options of both");
    }
}

/// The list of parameters in the doc comment.
pub(crate) fn doc(ctxt: &Ctxt, doc: &Doc, signature: &Signature) {
    let names = rust_names(signature);
    for (index, param) in doc.params.iter().enumerate() {
        if !names.contains(&param.name) {
            let near = did_you_mean(&param.name, names.iter().map(String::as_str))
                .map(|near| format!("; did you mean `{near}`?"))
                .unwrap_or_default();
            ctxt.span(param.span, format!("there is no parameter `{}`{near}", param.name));
        }
        if doc.params.iter().take(index).any(|earlier| earlier.name == param.name) {
            ctxt.span(param.span, format!("`{}` is described twice; keep one", param.name));
        }
    }
}

/// The parameters among themselves.
pub(crate) fn params(ctxt: &Ctxt, params: &[Param], signature: &Signature) {
    let contexts = params.iter().filter(|p| matches!(p.kind, ParamKind::Context { .. })).count();
    if contexts > 1 {
        ctxt.at(&signature.ident, "a tool has one context; take `&ToolContext` once");
    }
    let mut seen: Vec<&str> = Vec::new();
    for argument in params.iter().filter_map(is_argument) {
        let aliases = argument.aliases.iter().map(|alias| (alias.value.as_str(), alias.span));
        for (name, span) in std::iter::once((argument.name.as_str(), argument.span)).chain(aliases)
        {
            // Parameters under `#[cfg]` may be alternatives of one another.
            let may_be_absent = params
                .iter()
                .any(|p| !p.cfgs.is_empty() && is_argument(p).is_some_and(|a| a.name == name));
            if seen.contains(&name) && !may_be_absent {
                ctxt.span(
                    span,
                    format!("two parameters are called `{name}` on the wire; rename one"),
                );
            }
            seen.push(name);
        }
    }
}

/// The tool's name, aliases and tags.
pub(crate) fn names(ctxt: &Ctxt, name: &str, span: Span, options: &ToolOptions) {
    if !is_name(name) {
        ctxt.span(span, bad_name(name, "tool"));
    }
    let mut seen: Vec<&str> = Vec::new();
    for alias in &options.aliases.0 {
        if !is_name(&alias.value) {
            ctxt.span(alias.span, bad_name(&alias.value, "tool"));
        } else if alias.value == name {
            ctxt.span(alias.span, "this alias is the tool's own name; leave it out");
        } else if seen.contains(&alias.value.as_str()) {
            ctxt.span(alias.span, "this alias is given twice; keep one");
        }
        seen.push(&alias.value);
    }
    for tag in &options.tags.0 {
        if sets::ACCESS_MODE.values.iter().any(|(mode, _)| *mode == tag.value) {
            ctxt.span(
                tag.span,
                format!(
                    "the tag `{0}` follows from the access mode and cannot be set by hand; write \
                     `access_mode = \"{0}\"`",
                    tag.value
                ),
            );
        } else if !is_label(&tag.value) {
            ctxt.span(
                tag.span,
                format!("`{}` is no tag: letters, digits, `_`, `-`, `.`", tag.value),
            );
        }
    }
    let edges = [&options.precedes, &options.follows, &options.alternatives, &options.complements];
    for other in edges.into_iter().flat_map(|list| &list.0) {
        if other.value == name {
            ctxt.span(other.span, "this is the tool itself; name another, or leave it out");
        } else if !is_name(&other.value) {
            ctxt.span(other.span, bad_name(&other.value, "tool"));
        }
    }
    if let Some(namespace) = &options.namespace
        && !namespace.value.split('.').all(is_name)
    {
        ctxt.span(
            namespace.span,
            format!("`{}` is no namespace: names joined by `.`", namespace.value),
        );
    }
}

fn is_label(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c))
}

/// Options that are lists of text, with the names of their fields.
pub(crate) fn text_lists(options: &ToolOptions) -> [(&'static str, &ListOption); 14] {
    [
        ("aliases", &options.aliases),
        ("tags", &options.tags),
        ("keywords", &options.keywords),
        ("use_cases", &options.use_cases),
        ("examples", &options.examples),
        ("call_examples", &options.call_examples),
        ("priority_hints", &options.priority_hints),
        ("task_types", &options.task_types),
        ("mandatory_keywords", &options.mandatory_keywords),
        ("progress_params", &options.progress_params),
        ("precedes", &options.precedes),
        ("follows", &options.follows),
        ("alternatives", &options.alternatives),
        ("complements", &options.complements),
    ]
}

type Closed<'o, T> = (&'static str, &'static Set, T);

/// Options of a closed set.
pub(crate) fn closed(options: &ToolOptions) -> [Closed<'_, Option<&Text>>; 8] {
    [
        ("cost_tier", &sets::COST_TIER, options.cost_tier.as_ref()),
        ("priority", &sets::PRIORITY, options.priority.as_ref()),
        ("access_mode", &sets::ACCESS_MODE, options.access_mode.as_ref()),
        ("danger_level", &sets::DANGER_LEVEL, options.danger_level.as_ref()),
        ("gate", &sets::GATE, options.gate.as_ref()),
        ("execution_category", &sets::EXECUTION_CATEGORY, options.execution_category.as_ref()),
        ("location", &sets::LOCATION, options.location.as_ref()),
        ("unknown_arguments", &sets::UNKNOWN_ARGUMENTS, options.unknown_arguments.as_ref()),
    ]
}

/// Options that are lists of a closed set.
pub(crate) fn closed_lists(options: &ToolOptions) -> [Closed<'_, &ListOption>; 2] {
    [
        ("stages", &sets::STAGE, &options.stages),
        ("capabilities", &sets::CAPABILITY, &options.capabilities),
    ]
}

pub(crate) fn variant(ctxt: &Ctxt, set: &'static Set, text: &Text) -> Option<Variant> {
    match set.variant(&text.value) {
        Ok(variant) => Some(Variant { ty: set.ty, variant }),
        Err(message) => {
            ctxt.span(text.span, message);
            None
        }
    }
}

/// A gate no weaker than access mode and danger allow.
pub(crate) fn gate(ctxt: &Ctxt, options: &ToolOptions) {
    // What could not be read was said; nothing follows from it.
    let known = |set: &Set, option: &Option<Text>| {
        option.as_ref().is_none_or(|text| set.variant(&text.value).is_ok())
    };
    let judged = ["access_mode", "danger_level"].iter().all(|name| options.is_read(name))
        && known(&sets::ACCESS_MODE, &options.access_mode)
        && known(&sets::DANGER_LEVEL, &options.danger_level);
    let value = |option: &Option<Text>| option.as_ref().map(|text| text.value.clone());
    let mode = value(&options.access_mode);
    let danger = value(&options.danger_level).unwrap_or_else(|| "safe".to_owned());
    let safe_mode = matches!(mode.as_deref(), Some("readonly" | "network"));
    let asks = !safe_mode || matches!(danger.as_str(), "medium" | "high" | "critical");
    let ungated = options.gate.as_ref().filter(|gate| gate.value == "none");
    match (ungated, &options.ungated_because) {
        (Some(gate), None) if asks && judged && options.is_read("ungated_because") => {
            let why = match &mode {
                None => "a tool that declares no access mode".to_owned(),
                Some(mode) if safe_mode => format!("danger level `{danger}` (mode `{mode}`)"),
                Some(mode) => format!("access mode `{mode}`"),
            };
            ctxt.span(
                gate.span,
                format!(
                    "`gate = \"none\"` is weaker than {why} allows; leave the gate out, declare \
                     `access_mode = \"readonly\"` if it only reads, or say why in `ungated_because`"
                ),
            );
        }
        (Some(_), Some(why)) if !asks && judged => {
            ctxt.span(why.span, "this tool needs no approval, so there is nothing to excuse; leave `ungated_because` out");
        }
        (None, Some(why)) if options.is_read("gate") => {
            ctxt.span(why.span, "`ungated_because` goes with `gate = \"none\"`");
        }
        _ => {}
    }
    if let (Some(_), Some(second)) = (&options.availability, &options.availability_check) {
        ctxt.at(&second.0, "`availability_check` is `availability`; keep one");
    }
    if let Some(retry) = options.retry.as_ref().filter(|_| !options.idempotent.0)
        && options.is_read("idempotent")
    {
        ctxt.span(
            retry.span,
            "`retry` is for tools that are `idempotent`; say that as well, or leave it out",
        );
    }
}

/// Progress parameters that exist.
pub(crate) fn progress(ctxt: &Ctxt, options: &ToolOptions, params: &[Param]) {
    for name in &options.progress_params.0 {
        if let Some(message) = unknown_param(&name.value, params) {
            ctxt.span(name.span, message);
        }
    }
}

fn unknown_param(name: &str, params: &[Param]) -> Option<String> {
    let names: Vec<&str> = params.iter().filter_map(is_argument).map(|a| a.name.as_str()).collect();
    if names.contains(&name) {
        return None;
    }
    let near = did_you_mean(name, names.iter().copied())
        .map(|near| format!("; did you mean `{near}`?"))
        .unwrap_or_default();
    Some(format!("there is no parameter `{name}`{near}"))
}

/// Example calls that are JSON objects of known parameters.
pub(crate) fn call_examples(ctxt: &Ctxt, options: &ToolOptions, params: &[Param]) {
    for example in &options.call_examples.0 {
        match serde_json::from_str::<serde_json::Value>(&example.value) {
            Ok(serde_json::Value::Object(map)) => {
                for message in map.keys().filter_map(|name| unknown_param(name, params)) {
                    ctxt.span(example.span, message);
                }
            }
            Ok(_) => ctxt.span(example.span, "an example call is one JSON object of arguments"),
            Err(error) => ctxt.span(example.span, format!("this is not valid JSON: {error}")),
        }
    }
}

/// How the function is run.
pub(crate) fn running(ctxt: &Ctxt, options: &ToolOptions, signature: &Signature) {
    if options.inline.0
        && let Some(token) = &signature.asyncness
    {
        ctxt.at(
            token,
            "`inline` keeps a trivial sync tool on the executor; an async one is there anyway",
        );
    }
    if let Some(retry) = options.retry.as_ref().filter(|retry| retry.value == 0) {
        ctxt.span(retry.span, "`retry` counts every attempt, the first included; write at least 1");
    }
    if let Some(limit) = options.loop_limit.as_ref().filter(|limit| limit.value == 0) {
        ctxt.span(limit.span, "a `loop_limit` of zero would refuse every call");
    }
}
