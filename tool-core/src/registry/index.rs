//! Tools by what they say of themselves.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::{Registry, Show, Tool};
use crate::{Stage, ToolMetadata};

/// The metadata of tools, for lookups. It belongs to whoever made it; there is none of the process.
///
/// ```
/// # use tool_core::{FnTool, MetadataIndex, Registry, Show, ToolMetadata, ToolOutput};
/// # let registry = Registry::new();
/// # registry.register(FnTool::new("ls", "Lists.", serde_json::json!({"type": "object"}),
/// #     |_, _| async { Ok(ToolOutput::none()) })
/// #     .metadata(ToolMetadata::new().category("filesystem").keywords(["directory"])))?;
/// let mut index = registry.metadata_index();
/// assert_eq!(index.get_tools_by_category("filesystem"), ["ls"]);
/// assert_eq!(index.get_by_keyword("Directory"), ["ls"]);
/// let tools = registry.list_tools(Show::All);
/// assert!(!index.needs_reindex(&tools));
/// # index.refresh_from_tools(&tools);
/// # Ok::<(), tool_core::RegistryError>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct MetadataIndex {
    tools: BTreeMap<String, Indexed>,
    content: String,
}

#[derive(Debug, Clone)]
struct Indexed {
    found: IndexedMetadata,
    text: String,
}

/// The metadata of a tool as the index has it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct IndexedMetadata {
    /// The metadata; what its author declared is untouched.
    pub metadata: ToolMetadata,
    /// Whether category, keywords and use cases were made of name and description, since the
    /// author declared nothing of the kind.
    pub auto: bool,
}

/// How much an index holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Statistics {
    /// How many tools.
    pub total_tools: usize,
    /// How many of them whose authors declared what selection goes by.
    pub tools_with_explicit_metadata: usize,
    /// How many of them for which it was made.
    pub tools_with_auto_metadata: usize,
    /// How many categories.
    pub total_categories: usize,
    /// How many keywords.
    pub total_keywords: usize,
    /// The categories, in order.
    pub categories: Vec<String>,
}

impl Registry {
    /// An index of the metadata of all tools.
    pub fn metadata_index(&self) -> MetadataIndex {
        let mut index = MetadataIndex::new();
        index.refresh_from_tools(&self.list_tools(Show::All));
        index
    }
}

impl MetadataIndex {
    /// An index of no tools.
    pub fn new() -> Self {
        MetadataIndex::default()
    }

    /// Whether these tools say something else than those that were indexed. Content counts, and
    /// neither number nor order.
    pub fn needs_reindex(&self, tools: &[Tool]) -> bool {
        self.content != content(tools)
    }

    /// Indexes these tools in place of those before; whether there was anything to do.
    pub fn refresh_from_tools(&mut self, tools: &[Tool]) -> bool {
        let content = content(tools);
        if content == self.content {
            return false;
        }
        self.content = content;
        self.tools = tools.iter().map(|tool| (tool.name().to_owned(), indexed(tool))).collect();
        true
    }

    /// The metadata of a tool, by its name.
    pub fn get_metadata(&self, name: &str) -> Option<&IndexedMetadata> {
        self.tools.get(name).map(|tool| &tool.found)
    }

    /// The tools of a category, in order of name. Letter case does not matter, here and below.
    pub fn get_tools_by_category(&self, category: &str) -> Vec<&str> {
        self.filter(|metadata| metadata.category.as_deref().is_some_and(|own| same(own, category)))
    }

    /// The tools with a keyword.
    pub fn get_by_keyword(&self, keyword: &str) -> Vec<&str> {
        self.filter(|metadata| metadata.keywords.iter().any(|own| same(own, keyword)))
    }

    /// The tools with a tag, that of the access mode among them.
    pub fn get_by_tag(&self, tag: &str) -> Vec<&str> {
        self.filter(|metadata| {
            let mode = metadata.decision_access().as_str();
            metadata.tags.iter().any(|own| same(own, tag)) || same(mode, tag)
        })
    }

    /// The tools for a stage, as they declare.
    pub fn get_by_stage(&self, stage: Stage) -> Vec<&str> {
        self.filter(|metadata| metadata.stages.contains(&stage))
    }

    /// The tools for a kind of task, as they declare.
    pub fn get_by_task_type(&self, task: &str) -> Vec<&str> {
        self.filter(|metadata| metadata.task_types.iter().any(|own| same(own, task)))
    }

    /// The tools whose name, description or metadata hold every word of a text, as parts of words.
    /// None for a text without words. For requests in words see the crate `tool-search`.
    pub fn get_tools_matching_text(&self, text: &str) -> Vec<&str> {
        let text = text.to_lowercase();
        let words: Vec<&str> = text.split_whitespace().collect();
        let matches = |tool: &Indexed| words.iter().all(|word| tool.text.contains(word));
        let found = self.tools.iter().filter(|(_, tool)| !words.is_empty() && matches(tool));
        found.map(|(name, _)| name.as_str()).collect()
    }

    /// How much the index holds.
    pub fn get_statistics(&self) -> Statistics {
        let all = || self.tools.values().map(|tool| &tool.found);
        let auto = all().filter(|found| found.auto).count();
        let categories: BTreeSet<String> =
            all().filter_map(|found| found.metadata.category.as_deref()).map(low).collect();
        let keywords: BTreeSet<String> =
            all().flat_map(|found| found.metadata.keywords.iter().map(|word| low(word))).collect();
        Statistics {
            total_tools: self.tools.len(),
            tools_with_explicit_metadata: self.tools.len() - auto,
            tools_with_auto_metadata: auto,
            total_categories: categories.len(),
            total_keywords: keywords.len(),
            categories: categories.into_iter().collect(),
        }
    }

    fn filter(&self, wanted: impl Fn(&ToolMetadata) -> bool) -> Vec<&str> {
        let found = self.tools.iter().filter(|(_, tool)| wanted(&tool.found.metadata));
        found.map(|(name, _)| name.as_str()).collect()
    }
}

fn low(text: &str) -> String {
    text.to_lowercase()
}

fn same(a: &str, b: &str) -> bool {
    low(a) == low(b)
}

/// What all the tools say, as one digest.
fn content(tools: &[Tool]) -> String {
    let mut all: Vec<(&str, &str)> =
        tools.iter().map(|tool| (tool.name(), tool.definition_digest())).collect();
    all.sort_unstable();
    crate::exec::digest_of(&format!("{all:?}"))
}

fn indexed(tool: &Tool) -> Indexed {
    let declared = tool.metadata();
    let auto = says_nothing(declared);
    let mut metadata = declared.clone();
    if auto {
        complete(&mut metadata, tool);
    }
    let mut text = format!("{}\n{}", tool.name(), tool.description());
    let more = metadata.aliases.iter().chain(&metadata.keywords).chain(&metadata.use_cases);
    for part in more.chain(&metadata.examples).chain(&metadata.tags).chain(&metadata.category) {
        text.push('\n');
        text.push_str(part);
    }
    Indexed { found: IndexedMetadata { metadata, auto }, text: low(&text) }
}

/// Whether an author declared nothing that selection goes by.
fn says_nothing(metadata: &ToolMetadata) -> bool {
    metadata.category.is_none()
        && metadata.keywords.is_empty()
        && metadata.use_cases.is_empty()
        && metadata.examples.is_empty()
        && metadata.mandatory_keywords.is_empty()
        && metadata.task_types.is_empty()
        && metadata.stages.is_empty()
}

/// Fills what is empty from name and description: at most ten keywords, one use case. What tools
/// are allowed, asked and charged by is never made up.
fn complete(metadata: &mut ToolMetadata, tool: &Tool) {
    const KEYWORDS: usize = 10;
    const SHORTEST: usize = 4;
    let sentence = crate::schema::first_sentence(tool.description());
    let name = low(tool.name());
    let parts = name.split('_').filter(|part| !part.is_empty());
    let mut keywords: Vec<String> = parts.map(str::to_owned).collect();
    let category = metadata.namespace.clone().or_else(|| keywords.first().cloned().map(Cow::Owned));
    let words = sentence.split(|c: char| !c.is_alphanumeric()).map(low);
    for word in words.filter(|word| word.chars().count() >= SHORTEST) {
        if !keywords.contains(&word) {
            keywords.push(word);
        }
    }
    keywords.truncate(KEYWORDS);
    metadata.category = category;
    metadata.keywords = keywords.into_iter().map(Cow::Owned).collect();
    metadata.use_cases = vec![Cow::Owned(sentence)];
}
