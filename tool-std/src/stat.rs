//! What is known of a file without reading it.

use std::path::Path;

use rustix::fs::{Mode, readlinkat};
use serde::Serialize;
use tool_core::ToolError;

use crate::confine::{Kind, Last, Roots, fault};
use crate::text::{joined, shown_name};
use crate::time::rfc3339;

/// What is known of a file without reading it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct StatReport {
    /// The path.
    pub path: String,
    /// What it is.
    #[serde(rename = "type")]
    pub kind: Kind,
    /// Size in bytes.
    pub size: u64,
    /// When its content last changed, in UTC.
    pub modified: String,
    /// Permissions, as `ls` writes them.
    pub permissions: String,
    /// Names that the same file has.
    pub links: u64,
    /// Where a symbolic link points, if that lies inside the roots.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// What a symbolic link leads to: its type, or that it leads nowhere or outside.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leads_to: Option<String>,
}

/// Looks a file up; a link is looked at itself.
pub(crate) fn stat(roots: &Roots, path: &Path) -> Result<StatReport, ToolError> {
    let spot = roots.existing(path, Last::Keep)?;
    let (Some(stat), Some(kind)) = (&spot.stat, spot.kind()) else {
        return Err(fault::missing(&path.to_string_lossy(), &[]));
    };
    let (mut target, mut leads_to) = (None, None);
    if kind == Kind::Symlink {
        let end = roots.resolve(path, Last::Follow);
        leads_to = Some(match &end {
            Ok(end) => end.kind().map_or("nothing", Kind::noun).to_owned(),
            Err(_) => "outside the roots, or round in circles".to_owned(),
        });
        let link = readlinkat(&spot.dir, &spot.name, Vec::new());
        target = link.ok().filter(|_| end.is_ok()).map(|link| shown_name(link.to_bytes()));
    }
    Ok(StatReport {
        path: joined(roots.shown(path), b""),
        kind,
        size: u64::try_from(stat.st_size).unwrap_or_default(),
        modified: rfc3339(stat.st_mtime),
        permissions: permissions(Mode::from_raw_mode(stat.st_mode)),
        links: links(stat),
        target,
        leads_to,
    })
}

/// Names of the file. The type of the number differs between systems.
#[allow(clippy::useless_conversion, reason = "it is one on some systems only")]
fn links(stat: &rustix::fs::Stat) -> u64 {
    u64::from(stat.st_nlink)
}

/// Permissions as `ls` writes them, without the type.
fn permissions(mode: Mode) -> String {
    let bits = [
        (Mode::RUSR, 'r'),
        (Mode::WUSR, 'w'),
        (Mode::XUSR, 'x'),
        (Mode::RGRP, 'r'),
        (Mode::WGRP, 'w'),
        (Mode::XGRP, 'x'),
        (Mode::ROTH, 'r'),
        (Mode::WOTH, 'w'),
        (Mode::XOTH, 'x'),
    ];
    bits.iter().map(|(bit, letter)| if mode.contains(*bit) { *letter } else { '-' }).collect()
}

impl StatReport {
    /// The facts as text, one a line.
    pub fn to_text(&self) -> String {
        let mut text = format!(
            "{}: {}, {} bytes\nmodified {}\npermissions {}",
            shown_name(self.path.as_bytes()),
            self.kind.noun(),
            self.size,
            self.modified,
            self.permissions
        );
        if self.kind == Kind::File && self.links > 1 {
            text.push_str(&format!("\n{} names (hard links)", self.links));
        }
        if let Some(target) = &self.target {
            text.push_str(&format!("\npoints to {target}"));
        }
        if let Some(leads_to) = &self.leads_to {
            text.push_str(&format!("\nleads to {leads_to}"));
        }
        text
    }
}
