//! Size and time of what is looked for.

use rustix::fs::Stat;
use tool_core::{Status, ToolError};

use crate::text::quoted;

/// Bounds that a file must keep to. Without any, no file is looked at more closely.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Filter {
    pub(crate) min_size: Option<u64>,
    pub(crate) max_size: Option<u64>,
    /// In seconds since 1970.
    pub(crate) modified_after: Option<i64>,
    /// In seconds since 1970.
    pub(crate) modified_before: Option<i64>,
}

impl Filter {
    pub(super) fn is_empty(&self) -> bool {
        *self == Filter::default()
    }

    /// Whether what is known of a file keeps to the bounds. Only files have a size.
    pub(super) fn keeps(&self, stat: &Stat, is_file: bool) -> bool {
        let size = u64::try_from(stat.st_size).ok().filter(|_| is_file);
        let sized = self.min_size.is_some() || self.max_size.is_some();
        let fits = size.is_some_and(|size| {
            self.min_size.is_none_or(|least| size >= least)
                && self.max_size.is_none_or(|most| size <= most)
        });
        (!sized || fits)
            && self.modified_after.is_none_or(|after| stat.st_mtime >= after)
            && self.modified_before.is_none_or(|before| stat.st_mtime < before)
    }
}

/// A point in time as a request writes it: a day (`2024-02-29`), or a span before now (`36h`,
/// `7d`, `2w`).
pub(crate) fn point_in_time(text: &str, now: i64) -> Result<i64, ToolError> {
    let refused = || {
        ToolError::new(format!("{} is no point in time", quoted(text)))
            .hint("Write a day like `2024-02-29` (UTC), or a span before now like `36h` or `7d`.")
            .status(Status::InvalidArguments)
    };
    if let Some(day) = crate::time::day(text) {
        return Ok(day);
    }
    let split = text.char_indices().last().map_or(0, |(at, _)| at);
    let (number, unit) = text.split_at(split);
    let seconds = match unit {
        "m" => 60,
        "h" => 3_600,
        "d" => 86_400,
        "w" => 7 * 86_400,
        _ => return Err(refused()),
    };
    let number: i64 = number.parse().map_err(|_| refused())?;
    let span = number.checked_mul(seconds).filter(|span| *span >= 0).ok_or_else(refused)?;
    now.checked_sub(span).ok_or_else(refused)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_in_time_are_days_or_spans() {
        assert_eq!(point_in_time("1970-01-02", 0).unwrap(), 86_400);
        assert_eq!(point_in_time("2000-02-29", 0).unwrap(), 951_782_400);
        assert_eq!(point_in_time("2h", 10_000).unwrap(), 2_800);
        assert_eq!(point_in_time("1w", 0).unwrap(), -604_800);
        for bad in
            ["", "x", "d", "-1d", "1.5h", "2023-02-29", "2024-13-01", "1ä", "99999999999999999d"]
        {
            assert!(point_in_time(bad, 0).is_err(), "{bad}");
        }
    }
}
