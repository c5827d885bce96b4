//! The dialects by name.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A provider's or engine's form of tool definitions, calls and results.
///
/// ```
/// use tool_dialects::Dialect;
///
/// assert_eq!("llama-cpp".parse(), Ok(Dialect::LlamaCpp));
/// assert_eq!(Dialect::OpenAiResponses.name(), "openai-responses");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Dialect {
    /// OpenAI Chat Completions.
    #[serde(rename = "openai")]
    OpenAi,
    /// OpenAI Responses.
    #[serde(rename = "openai-responses")]
    OpenAiResponses,
    /// Anthropic Messages.
    #[serde(rename = "anthropic")]
    Anthropic,
    /// Gemini with `parametersJsonSchema`.
    #[serde(rename = "gemini")]
    Gemini,
    /// Gemini with the protobuf `Schema` in `parameters`: the Live API and older gateways.
    #[serde(rename = "gemini-parameters")]
    GeminiParameters,
    /// Amazon Bedrock Converse.
    #[serde(rename = "bedrock")]
    Bedrock,
    /// Mistral chat.
    #[serde(rename = "mistral")]
    Mistral,
    /// Cohere chat, v2.
    #[serde(rename = "cohere")]
    Cohere,
    /// xAI chat. Always strict on the server's side.
    #[serde(rename = "xai")]
    Xai,
    /// DeepSeek chat.
    #[serde(rename = "deepseek")]
    DeepSeek,
    /// Ollama's own `/api/chat`.
    #[serde(rename = "ollama")]
    Ollama,
    /// llama.cpp's server, which makes a grammar of each schema.
    #[serde(rename = "llama-cpp")]
    LlamaCpp,
    /// vLLM, with any of its grammar engines.
    #[serde(rename = "vllm")]
    Vllm,
    /// Model Context Protocol, revision 2026-07-28.
    #[serde(rename = "mcp")]
    Mcp,
    /// Model Context Protocol, revision 2025-11-25.
    #[serde(rename = "mcp-2025-11-25")]
    Mcp2025,
}

impl Dialect {
    /// Every dialect, in the order of the documentation.
    pub const ALL: [Self; 15] = [
        Self::OpenAi,
        Self::OpenAiResponses,
        Self::Anthropic,
        Self::Gemini,
        Self::GeminiParameters,
        Self::Bedrock,
        Self::Mistral,
        Self::Cohere,
        Self::Xai,
        Self::DeepSeek,
        Self::Ollama,
        Self::LlamaCpp,
        Self::Vllm,
        Self::Mcp,
        Self::Mcp2025,
    ];

    /// The name, as on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::OpenAiResponses => "openai-responses",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
            Self::GeminiParameters => "gemini-parameters",
            Self::Bedrock => "bedrock",
            Self::Mistral => "mistral",
            Self::Cohere => "cohere",
            Self::Xai => "xai",
            Self::DeepSeek => "deepseek",
            Self::Ollama => "ollama",
            Self::LlamaCpp => "llama-cpp",
            Self::Vllm => "vllm",
            Self::Mcp => "mcp",
            Self::Mcp2025 => "mcp-2025-11-25",
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The text names no dialect.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{given}` is no dialect; there are {}", names())]
pub struct UnknownDialect {
    /// What was asked for.
    pub given: String,
}

fn names() -> String {
    Dialect::ALL.map(Dialect::name).join(", ")
}

impl FromStr for Dialect {
    type Err = UnknownDialect;

    fn from_str(text: &str) -> Result<Self, UnknownDialect> {
        if text == "mcp-2026-07-28" {
            return Ok(Self::Mcp);
        }
        Self::ALL
            .into_iter()
            .find(|dialect| dialect.name() == text)
            .ok_or_else(|| UnknownDialect { given: text.to_owned() })
    }
}
