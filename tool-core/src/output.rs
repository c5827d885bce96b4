//! What a tool gives back: data, text, attachments.

use std::borrow::Cow;
use std::path::PathBuf;

use serde::Serialize;
use serde_json::Value;

/// The output of a call: structured data, text for the model, attachments, in any combination.
///
/// ```
/// use serde_json::json;
/// use tool_core::ToolOutput;
/// let output = ToolOutput::data(&json!({"width": 4, "height": 3}))?
///     .with_text("a picture of 4 by 3")
///     .attach(tool_core::Attachment::image("image/png", vec![1, 2, 3]));
/// assert_eq!(output.value().unwrap()["width"], 4);
/// # Ok::<(), tool_core::ToolError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ToolOutput {
    data: Data,
    text: Option<String>,
    attachments: Vec<Attachment>,
}

/// Structured data in the form it was made in; the other form is made when asked for.
#[derive(Debug, Clone, Default, PartialEq)]
enum Data {
    #[default]
    None,
    Json(String),
    Value(Value),
}

/// In which form structured data is wanted, so that it is made once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    /// JSON text: for a model, a pipe, a wire.
    #[default]
    Text,
    /// [`Value`]: for code that looks into it.
    Value,
}

impl ToolOutput {
    /// No output at all.
    pub fn none() -> Self {
        ToolOutput::default()
    }

    /// Text for the model.
    pub fn text(text: impl Into<String>) -> Self {
        ToolOutput { text: Some(text.into()), ..ToolOutput::default() }
    }

    /// Structured data.
    ///
    /// # Errors
    /// If `data` cannot be JSON, for example a map whose keys are not text.
    pub fn data<T: Serialize + ?Sized>(data: &T) -> Result<Self, crate::ToolError> {
        ToolOutput::serialize(data, Form::Text).map_err(|error| *error)
    }

    /// Structured data in the form that is wanted.
    #[inline]
    pub(crate) fn serialize<T: Serialize + ?Sized>(
        data: &T,
        form: Form,
    ) -> Result<Self, Box<crate::ToolError>> {
        let data = match form {
            Form::Text => Data::Json(serde_json::to_string(data).map_err(unwritable)?),
            Form::Value => Data::Value(serde_json::to_value(data).map_err(unwritable)?),
        };
        Ok(ToolOutput { data, text: None, attachments: Vec::new() })
    }

    /// Adds or replaces the text that the model sees in place of the data.
    #[must_use]
    pub fn with_text(mut self, text: impl Into<String>) -> Self {
        self.text = Some(text.into());
        self
    }

    /// Adds an attachment.
    #[must_use]
    pub fn attach(mut self, attachment: Attachment) -> Self {
        self.attachments.push(attachment);
        self
    }

    /// Whether there is neither data, nor text, nor attachment.
    pub fn is_none(&self) -> bool {
        matches!(self.data, Data::None) && self.text.is_none() && self.attachments.is_empty()
    }

    /// Whether there is structured data.
    pub fn has_data(&self) -> bool {
        !matches!(self.data, Data::None)
    }

    /// The structured data, parsed if it is held as text.
    pub fn value(&self) -> Option<Cow<'_, Value>> {
        match &self.data {
            Data::None => None,
            Data::Value(value) => Some(Cow::Borrowed(value)),
            // Text in `Json` came out of serde_json, so it parses; a surprise reads as no data.
            Data::Json(text) => serde_json::from_str(text).ok().map(Cow::Owned),
        }
    }

    /// The structured data as JSON text.
    pub fn json(&self) -> Option<Cow<'_, str>> {
        match &self.data {
            Data::None => None,
            Data::Json(text) => Some(Cow::Borrowed(text)),
            Data::Value(value) => Some(Cow::Owned(value.to_string())),
        }
    }

    /// The text set for the model, if the tool set one.
    pub fn own_text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// What the model reads: the text if there is one, else the data as JSON, else nothing.
    pub fn to_text(&self) -> Cow<'_, str> {
        match &self.text {
            Some(text) => Cow::Borrowed(text),
            None => self.json().unwrap_or(Cow::Borrowed("")),
        }
    }

    /// The attachments.
    pub fn attachments(&self) -> &[Attachment] {
        &self.attachments
    }

    pub(crate) fn change_attachments(&mut self, change: impl FnMut(&mut Attachment)) {
        self.attachments.iter_mut().for_each(change);
    }

    pub(crate) fn set_text(&mut self, text: String) {
        self.text = Some(text);
    }

    pub(crate) fn set_value(&mut self, value: Value) {
        self.data = Data::Value(value);
    }
}

#[cold]
fn unwritable(error: serde_json::Error) -> Box<crate::ToolError> {
    let told = crate::ToolError::new("the tool's result cannot be written as JSON");
    Box::new(told.operator(error.to_string()))
}

impl From<String> for ToolOutput {
    fn from(text: String) -> Self {
        ToolOutput::text(text)
    }
}

impl From<&str> for ToolOutput {
    fn from(text: &str) -> Self {
        ToolOutput::text(text)
    }
}

impl From<Value> for ToolOutput {
    fn from(value: Value) -> Self {
        ToolOutput { data: Data::Value(value), ..ToolOutput::default() }
    }
}

/// Something that is neither text nor JSON.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Attachment {
    /// A picture.
    Image {
        /// IANA media type, for example `image/png`.
        media_type: String,
        /// The bytes of the file.
        bytes: Vec<u8>,
    },
    /// Sound.
    Audio {
        /// IANA media type, for example `audio/wav`.
        media_type: String,
        /// The bytes of the file.
        bytes: Vec<u8>,
    },
    /// A file.
    File {
        /// Its name, for people.
        name: PathBuf,
        /// IANA media type, for example `application/pdf`.
        media_type: String,
        /// The bytes of the file.
        bytes: Vec<u8>,
    },
}

impl Attachment {
    /// A picture from the bytes of its file.
    pub fn image(media_type: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Attachment::Image { media_type: media_type.into(), bytes: bytes.into() }
    }

    /// Sound from the bytes of its file.
    pub fn audio(media_type: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Self {
        Attachment::Audio { media_type: media_type.into(), bytes: bytes.into() }
    }

    /// A file from its bytes.
    pub fn file(
        name: impl Into<PathBuf>,
        media_type: impl Into<String>,
        bytes: impl Into<Vec<u8>>,
    ) -> Self {
        Attachment::File { name: name.into(), media_type: media_type.into(), bytes: bytes.into() }
    }

    /// The media type.
    pub fn media_type(&self) -> &str {
        match self {
            Attachment::Image { media_type, .. }
            | Attachment::Audio { media_type, .. }
            | Attachment::File { media_type, .. } => media_type,
        }
    }

    pub(crate) fn set_bytes(&mut self, changed: Vec<u8>) {
        match self {
            Attachment::Image { bytes, .. }
            | Attachment::Audio { bytes, .. }
            | Attachment::File { bytes, .. } => *bytes = changed,
        }
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Attachment::Image { bytes, .. }
            | Attachment::Audio { bytes, .. }
            | Attachment::File { bytes, .. } => bytes,
        }
    }
}
