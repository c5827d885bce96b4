//! Edits of a text, one after the other.

use tool_core::{Status, ToolError};

use super::near::{lines_of, near_miss};
use super::needle::{Needle, disjoint, in_style};
use super::run::Edit;
use crate::text::{counted, prefix_len, quoted};

/// Most places that a refusal names.
const MOST_PLACES: usize = 8;

/// A text after its edits.
#[derive(Debug)]
pub(crate) struct Applied {
    pub(crate) text: String,
    /// Places that were replaced.
    pub(crate) replaced: u64,
}

/// Applies edits in order, each to the result of the one before; all of them or none.
pub(crate) fn apply(path: &str, text: &str, edits: &[Edit]) -> Result<Applied, ToolError> {
    let mut applied = Applied { text: text.to_owned(), replaced: 0 };
    for (number, edit) in edits.iter().enumerate() {
        let which = match edits.len() {
            1 => String::new(),
            many => format!("edit {} of {many}: ", number + 1),
        };
        one(path, &which, &mut applied, edit)?;
    }
    Ok(applied)
}

fn one(path: &str, which: &str, applied: &mut Applied, edit: &Edit) -> Result<(), ToolError> {
    if edit.old.is_empty() {
        return Err(ToolError::new(format!("{which}`old` is empty, so it names no place"))
            .hint("Give the text to replace; to add text, give a line beside it and repeat it in `new`.")
            .status(Status::InvalidArguments));
    }
    let found = Needle::new(&edit.old).find_all(&applied.text);
    if found.is_empty() {
        let error = ToolError::new(format!(
            "{which}the text is not in {}; nothing was changed",
            quoted(path)
        ));
        return Err(match near_miss(&applied.text, &edit.old) {
            Some(hint) => error.hint(hint),
            None => error.hint("Read the file and copy the text exactly, with its indentation."),
        });
    }
    if found.len() > 1 && !edit.replace_all {
        let numbers = lines_of(&applied.text, found.iter().map(|range| range.start));
        let mut places = String::new();
        for (number, line) in numbers.iter().take(MOST_PLACES) {
            let end = prefix_len(line, 80);
            places.push_str(&format!("\n  line {number}: {}", line.get(..end).unwrap_or_default()));
        }
        if numbers.len() > MOST_PLACES {
            places.push_str(&format!("\n  and {} more", numbers.len() - MOST_PLACES));
        }
        return Err(ToolError::new(format!(
            "{which}the text stands in {} {}; nothing was changed:{places}",
            quoted(path),
            counted(found.len() as u64, "time", "times")
        ))
        .hint("Add lines around it until it stands there once, or set `replace_all` to true."));
    }
    let places = disjoint(found);
    let mut text = String::with_capacity(applied.text.len());
    let mut end = 0;
    for place in &places {
        text.push_str(applied.text.get(end..place.start).unwrap_or_default());
        text.push_str(&in_style(&applied.text, place, &edit.new));
        end = place.end;
    }
    text.push_str(applied.text.get(end..).unwrap_or_default());
    applied.text = text;
    applied.replaced += places.len() as u64;
    Ok(())
}
