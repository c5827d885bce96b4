//! Where the rules stand. Checked 2026-12-01; no provider was called.

pub(crate) const OPENAI_STRICT: &str =
    "https://developers.openai.com/api/docs/guides/structured-outputs";
pub(crate) const OPENAI_TOOLS: &str =
    "https://developers.openai.com/api/docs/guides/function-calling";
/// A recorded 400 for a union at the root.
pub(crate) const ROOT_UNION: &str = "https://github.com/nspady/google-calendar-mcp/issues/39";
/// Responses refuses `oneOf` without strict, too.
pub(crate) const RESPONSES_ONE_OF: &str = "https://github.com/can1357/oh-my-pi/issues/920";
/// The cap of 128 tools, recorded.
pub(crate) const OPENAI_CAP: &str = "https://github.com/zed-industries/zed/issues/32946";
pub(crate) const ANTHROPIC_TOOLS: &str =
    "https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools";
pub(crate) const ANTHROPIC_STRICT: &str =
    "https://platform.claude.com/docs/en/build-with-claude/structured-outputs";
pub(crate) const ANTHROPIC_SEARCH: &str =
    "https://platform.claude.com/docs/en/agents-and-tools/tool-use/tool-search-tool";
pub(crate) const ANTHROPIC_SDK: &str = "anthropic 2.14.0 anthropic/lib/_parse/_transform.py";
pub(crate) const ANTHROPIC_KEYS: &str = "https://github.com/n8n-io/n8n/issues/30590";
pub(crate) const GEMINI: &str = "https://ai.google.dev/api/generate-content";
pub(crate) const GEMINI_CYCLE: &str =
    "https://ai.google.dev/api/generate-content#generationconfig (responseJsonSchema)";
pub(crate) const GEMINI_REF: &str = "https://github.com/anomalyco/opencode/issues/12295";
pub(crate) const GEMINI_ENUM: &str = "https://github.com/microsoft/azure-devops-mcp/issues/139";
pub(crate) const GEMINI_FOLD: &str = "pydantic-ai-slim 2.68.0 pydantic_ai/profiles/google.py";
pub(crate) const GEMINI_SCHEMA: &str = "google-genai 3.6.1 google/genai/types.py#Schema";
pub(crate) const GEMINI_NAMES: &str = "https://github.com/decolua/9router/issues/369";
pub(crate) const GEMINI_COUNT: &str = "aiplatform.v1 discovery document (FunctionDeclaration)";
pub(crate) const BEDROCK: &str =
    "https://docs.aws.amazon.com/bedrock/latest/userguide/structured-output.html";
pub(crate) const BEDROCK_MODEL: &str = "botocore 1.44.8 bedrock-runtime service-2.json";
pub(crate) const BEDROCK_PYDANTIC: &str =
    "pydantic-ai-slim 2.68.0 pydantic_ai/providers/bedrock.py";
pub(crate) const MISTRAL: &str = "mistralai 3.7.0 mistralai/client/models/function.py";
pub(crate) const MISTRAL_NAMES: &str = "https://github.com/nbonamy/witsy/issues/164";
pub(crate) const COHERE: &str = "https://docs.cohere.com/docs/tool-use-parameter-types";
pub(crate) const COHERE_SCHEMA: &str = "https://docs.cohere.com/docs/structured-outputs";
pub(crate) const COHERE_NAMES: &str = "https://github.com/langflow-ai/langflow/issues/5465";
pub(crate) const XAI: &str =
    "https://docs.x.ai/developers/model-capabilities/text/structured-outputs.md";
pub(crate) const XAI_SDK: &str = "xai-sdk 1.21.0 xai_sdk/chat.py";
pub(crate) const DEEPSEEK: &str = "https://api-docs.deepseek.com/guides/tool_calls";
pub(crate) const DEEPSEEK_TYPES: &str = "https://github.com/weave-os/router/issues/162";
pub(crate) const DEEPSEEK_RIG: &str = "rig-core 0.46.0 src/providers/deepseek.rs";
pub(crate) const OLLAMA: &str = "ollama 0.6.3 ollama/_types.py";
pub(crate) const LLAMA_CPP: &str =
    "https://github.com/ggml-org/llama.cpp/blob/master/grammars/README.md";
pub(crate) const LLAMA_CPP_CHAT: &str =
    "https://github.com/ggml-org/llama.cpp/blob/master/common/chat.cpp";
pub(crate) const LLAMA_PATTERN: &str =
    "https://github.com/containers/kubernetes-mcp-server/issues/758";
pub(crate) const GRAMMARS: &str =
    "xgrammar 0.2.9, llguidance 1.9.1 and outlines_core 0.2.14, run on schemars output";
pub(crate) const MCP_2026: &str =
    "https://modelcontextprotocol.io/specification/2026-07-28/server/tools";
pub(crate) const MCP_2025: &str =
    "https://modelcontextprotocol.io/specification/2025-11-25/server/tools";
pub(crate) const JSON_SCHEMA: &str = "https://json-schema.org/draft/2020-12/json-schema-validation";
/// Clients that log an unknown numeric `format` at every call.
pub(crate) const NUMBER_FORMATS: &str = "https://github.com/GaloyMoney/drua/issues/321";
