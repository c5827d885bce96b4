//! What each dialect takes, as data. One table a dialect, each rule with its source.

mod anthropic;
mod engines;
mod google;
mod mcp;
mod openai;
mod others;
mod profile;
pub(crate) mod sources;
mod table;

use crate::dialect::Dialect;
use crate::options::Options;
pub(crate) use profile::{Any, Maps, Nulls, Objects, Patterns, Profile, Recursion, Refs, Tuples};
pub use table::{Rule, rules, rules_markdown};

/// The plain form of a dialect.
pub(crate) fn plain(dialect: Dialect, options: &Options) -> &'static Profile {
    match dialect {
        Dialect::OpenAi => &openai::CHAT,
        Dialect::OpenAiResponses => &openai::RESPONSES,
        Dialect::Anthropic => &anthropic::PLAIN,
        Dialect::Gemini => &google::JSON_SCHEMA,
        Dialect::GeminiParameters if options.vertex => &google::VERTEX_PARAMETERS,
        Dialect::GeminiParameters => &google::PARAMETERS,
        Dialect::Bedrock => &anthropic::BEDROCK,
        Dialect::Mistral => &others::MISTRAL,
        Dialect::Cohere => &others::COHERE,
        Dialect::Xai => &others::XAI,
        Dialect::DeepSeek => &others::DEEPSEEK,
        Dialect::Ollama => &engines::OLLAMA,
        Dialect::LlamaCpp => &engines::LLAMA_CPP,
        Dialect::Vllm => &engines::VLLM,
        Dialect::Mcp => &mcp::REVISION_2026,
        Dialect::Mcp2025 => &mcp::REVISION_2025,
    }
}

/// The strict form, where there is one.
pub(crate) fn strict(dialect: Dialect) -> Option<&'static Profile> {
    match dialect {
        Dialect::OpenAi | Dialect::OpenAiResponses => Some(&openai::STRICT),
        Dialect::Anthropic => Some(&anthropic::STRICT),
        Dialect::Bedrock => Some(&anthropic::BEDROCK_STRICT),
        Dialect::Cohere => Some(&others::COHERE_STRICT),
        Dialect::Xai => Some(&others::XAI),
        Dialect::DeepSeek => Some(&others::DEEPSEEK_STRICT),
        _ => None,
    }
}
