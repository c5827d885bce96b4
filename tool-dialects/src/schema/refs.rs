//! References: only inside the document, never fetched.

use serde_json::Value;

use super::node::{Def, Kind, Node, Rest};
use super::parse::{Reader, Slot};
use crate::error::DialectError;

impl Reader<'_> {
    /// The slot of what a `$ref` names. Read later, from the queue.
    pub(super) fn refer(&mut self, target: &str, path: &str) -> Result<usize, DialectError> {
        let Some(pointer) = self.pointer_of(target) else {
            return Err(self.wrong(
                path,
                format!("`$ref` `{target}` is outside this schema; nothing is fetched"),
            ));
        };
        if let Some(&slot) = self.pointers.get(&pointer) {
            return Ok(slot);
        }
        if self.document.pointer(&pointer).is_none() {
            return Err(self.wrong(path, format!("`$ref` `{target}` names nothing")));
        }
        let slot = self.slots.len();
        let name = self.name_for(&pointer);
        let rank = self.rank_of(&pointer);
        self.slots.push(Slot { name, pointer: pointer.clone(), node: None, busy: false, rank });
        self.pointers.insert(pointer, slot);
        self.queue.push_back(slot);
        Ok(slot)
    }

    /// Reads every definition that is waiting.
    pub(super) fn drain(&mut self) -> Result<(), DialectError> {
        while let Some(slot) = self.queue.pop_front() {
            self.read_slot(slot, 0)?;
        }
        Ok(())
    }

    /// A copy of a definition's node; `None` while that definition is itself being read.
    pub(super) fn copy_of(
        &mut self,
        slot: usize,
        depth: usize,
    ) -> Result<Option<Node>, DialectError> {
        self.read_slot(slot, depth)?;
        Ok(self.slots.get(slot).and_then(|slot| slot.node.clone()))
    }

    fn read_slot(&mut self, slot: usize, depth: usize) -> Result<(), DialectError> {
        let Some(entry) = self.slots.get_mut(slot) else { return Ok(()) };
        if entry.node.is_some() || entry.busy {
            return Ok(());
        }
        entry.busy = true;
        let pointer = entry.pointer.clone();
        let document = self.document;
        let node = match document.pointer(&pointer) {
            Some(schema) => self.schema(schema, &format!("#{pointer}"), depth + 1)?,
            None => Node::default(),
        };
        if let Some(entry) = self.slots.get_mut(slot) {
            entry.node = Some(node);
            entry.busy = false;
        }
        Ok(())
    }

    /// The decoded JSON Pointer that a reference means.
    fn pointer_of(&self, target: &str) -> Option<String> {
        let own = self.document.get("$id").and_then(Value::as_str).unwrap_or_default();
        let fragment = match target.split_once('#') {
            Some((base, fragment)) if base.is_empty() || base == own.trim_end_matches('#') => {
                fragment
            }
            None if target == own => "",
            _ => return None,
        };
        let fragment = percent_decode(fragment);
        if fragment.is_empty() || fragment.starts_with('/') {
            return Some(fragment);
        }
        self.anchor(&fragment)
    }

    fn anchor(&self, name: &str) -> Option<String> {
        ["$defs", "definitions"].into_iter().find_map(|group| {
            let members = self.document.get(group)?.as_object()?;
            members.iter().find_map(|(key, schema)| {
                let anchor = schema.get("$anchor").or_else(|| schema.get("$dynamicAnchor"))?;
                let id = schema.get("$id").and_then(Value::as_str);
                let named = anchor.as_str() == Some(name)
                    || id.is_some_and(|id| id.strip_prefix('#') == Some(name));
                named.then(|| format!("/{group}/{}", escape(key)))
            })
        })
    }

    /// The last part of the pointer, made safe and unique.
    fn name_for(&self, pointer: &str) -> String {
        let last = pointer.rsplit('/').next().filter(|last| !last.is_empty());
        let root_title = || self.document.get("title").and_then(Value::as_str);
        let base: String = last
            .or_else(root_title)
            .unwrap_or("Root")
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() || "_-.".contains(c) { c } else { '_' })
            .collect();
        let taken = |name: &str| self.slots.iter().any(|slot| slot.name == name);
        if !taken(&base) {
            return base;
        }
        (2..).map(|n| format!("{base}{n}")).find(|name| !taken(name)).unwrap_or(base)
    }

    fn rank_of(&self, pointer: &str) -> usize {
        let mut parts = pointer.split('/').skip(1);
        let (Some(group), Some(name)) = (parts.next(), parts.next()) else { return 0 };
        let name = unescape(name);
        self.document
            .get(group)
            .and_then(Value::as_object)
            .and_then(|members| members.keys().position(|key| *key == name))
            .map_or(usize::MAX, |rank| rank + 1)
    }
}

/// Marks what lies on a loop of references. Strips what refers to nothing left, then what nothing
/// left refers to, until only loops and what joins them stand.
pub(super) fn mark_recursive(defs: &mut [Def]) {
    let edges: Vec<Vec<usize>> = defs
        .iter()
        .map(|def| {
            let mut to = Vec::new();
            references(&def.node, &mut to);
            to.sort_unstable();
            to.dedup();
            to
        })
        .collect();
    let mut backward = vec![Vec::new(); edges.len()];
    for (from, targets) in edges.iter().enumerate() {
        for to in targets {
            if let Some(sources) = backward.get_mut(*to) {
                sources.push(from);
            }
        }
    }
    let mut alive = vec![true; edges.len()];
    strip(&edges, &backward, &mut alive);
    strip(&backward, &edges, &mut alive);
    for (def, alive) in defs.iter_mut().zip(alive) {
        def.recursive = alive;
    }
}

fn strip(out: &[Vec<usize>], back: &[Vec<usize>], alive: &mut [bool]) {
    let living = |alive: &[bool], node: usize| alive.get(node).copied().unwrap_or(false);
    let mut left: Vec<usize> =
        out.iter().map(|targets| targets.iter().filter(|to| living(alive, **to)).count()).collect();
    let mut ready: Vec<usize> =
        (0..out.len()).filter(|node| living(alive, *node) && left.get(*node) == Some(&0)).collect();
    while let Some(node) = ready.pop() {
        if let Some(flag) = alive.get_mut(node) {
            *flag = false;
        }
        for from in back.get(node).into_iter().flatten() {
            let Some(count) = left.get_mut(*from) else { continue };
            *count = count.saturating_sub(1);
            if *count == 0 && living(alive, *from) {
                ready.push(*from);
            }
        }
    }
}

/// Every definition that a node names, however deep.
fn references(node: &Node, found: &mut Vec<usize>) {
    each_child(node, &mut |child| references(child, found));
    if let Kind::Ref(id) = node.kind {
        found.push(id);
    }
}

fn each_child(node: &Node, visit: &mut dyn FnMut(&Node)) {
    match &node.kind {
        Kind::List(list) => list.items.iter().for_each(|item| visit(item)),
        Kind::Tuple(tuple) => {
            tuple.items.iter().chain(tuple.rest.as_deref()).for_each(visit);
        }
        Kind::Object(fields) => {
            fields.fields.iter().for_each(|field| visit(&field.node));
            fields.patterns.iter().for_each(|(_, node)| visit(node));
            if let Rest::Of(node) = &fields.rest {
                visit(node);
            }
        }
        Kind::Union(union) => union.variants.iter().for_each(visit),
        _ => {}
    }
}

/// A name as a part of a JSON Pointer.
pub(crate) fn escape(name: &str) -> String {
    if name.contains(['~', '/']) {
        name.replace('~', "~0").replace('/', "~1")
    } else {
        name.to_owned()
    }
}

fn unescape(part: &str) -> String {
    part.replace("~1", "/").replace("~0", "~")
}

fn percent_decode(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, tail)) = rest.split_first() {
        let pair = tail.get(..2).and_then(|pair| std::str::from_utf8(pair).ok());
        match pair.and_then(|pair| u8::from_str_radix(pair, 16).ok()) {
            Some(decoded) if byte == b'%' => {
                bytes.push(decoded);
                rest = tail.get(2..).unwrap_or_default();
            }
            _ => {
                bytes.push(byte);
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
