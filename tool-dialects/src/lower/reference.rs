//! References and unions.

use serde_json::{Map, Value};

use super::walk::{Draft, Out, Place, Walk};
use crate::report::Action;
use crate::rules::{Recursion, Refs};
use crate::schema::{Kind, Node, Union, escape};

impl Walk<'_> {
    pub(super) fn reference(
        &mut self,
        node: &Node,
        id: usize,
        place: Place,
    ) -> Out<Map<String, Value>> {
        let Some(def) = self.tree.def(id) else {
            return Err(self.refuse(
                &node.path,
                "`$ref` names nothing".to_owned(),
                super::NO_SOURCE,
            ));
        };
        let nullable = node.nullable || place.null_for_absent;
        let mut inline = self.options.inline_refs
            || match self.profile.refs {
                Refs::Keep | Refs::Wrap => false,
                Refs::InlineDocumented => node.description.is_some() || node.title.is_some(),
                Refs::NotInUnions => place.in_union || nullable,
                Refs::Inline => true,
            };
        if def.recursive {
            inline = self.recursive(node, &def.name, inline, place)?;
        }
        // What says no type of its own has nothing that a reference could hide.
        inline |= matches!(def.node.kind, Kind::Ref(_));
        if inline {
            if self.profile.refs != Refs::Inline {
                let at = format!("{}/$ref", node.path);
                let reason = format!("`{}` is written out here", def.name);
                self.lose(&at, Action::Rewritten, reason, self.profile.cite("$ref"));
            }
            let mut below = place;
            below.depth += 1;
            if let Kind::Ref(next) = def.node.kind {
                let mut through = node.clone();
                through.kind = Kind::Ref(next);
                return self.node(&through, below);
            }
            return self.written_out(&def.node, Some(node), below);
        }
        if !self.used.contains(&id) {
            self.used.push(id);
        }
        let mut draft = Draft::default();
        let target = match self.tree.root_def {
            Some(root) if root == id && !self.root_moved => "#".to_owned(),
            _ => format!("#/$defs/{}", escape(&def.name)),
        };
        let bare = !nullable && self.profile.refs == Refs::Wrap;
        draft.body.insert("$ref".to_owned(), target.into());
        if bare && (node.description.is_some() || node.default.is_some()) {
            let only = Value::Object(std::mem::take(&mut draft.body));
            draft.body.insert("anyOf".to_owned(), Value::Array(vec![only]));
        }
        self.finish(node, None, place, draft)
    }

    /// Whether a definition that reaches itself is written out here: it never is.
    fn recursive(&mut self, node: &Node, name: &str, inline: bool, place: Place) -> Out<bool> {
        let source = self.profile.cite("recursion");
        let reason = format!("`{name}` contains itself");
        match self.profile.recursion {
            Recursion::NotStrict => {
                return Err(self.not_strict(
                    &node.path,
                    format!("{reason}; that cannot be strict"),
                    source,
                ));
            }
            Recursion::Refused => {
                let rule = format!("{reason}, which cannot be sent in this form");
                return Err(self.refuse(&node.path, rule, source));
            }
            Recursion::ThroughOptional if self.current.is_some() && !place.through_optional => {
                let reason = format!("{reason} through a required property, which may be refused");
                self.lose(&node.path, Action::Noted, reason, source);
            }
            Recursion::ThroughOptional | Recursion::Keep => {}
        }
        if inline && self.profile.refs == Refs::NotInUnions {
            let reason = format!("{reason} through a union; that cannot be strict");
            return Err(self.not_strict(&node.path, reason, source));
        }
        Ok(false)
    }

    pub(super) fn union(
        &mut self,
        node: &Node,
        union: &Union,
        place: Place,
        draft: &mut Draft,
    ) -> Out<()> {
        if !self.profile.takes("anyOf") {
            let reason = "a union cannot be strict".to_owned();
            return Err(self.not_strict(&node.path, reason, self.profile.source));
        }
        let mut variants = Vec::with_capacity(union.variants.len());
        for variant in &union.variants {
            let mut at = place.below();
            at.in_union = true;
            variants.push(Value::Object(self.node(variant, at)?));
        }
        let keyword =
            if union.exclusive && self.profile.takes("oneOf") { "oneOf" } else { "anyOf" };
        if union.exclusive && keyword == "anyOf" {
            let at = format!("{}/oneOf", node.path);
            let reason = "sent as `anyOf`; that only one variant fits is not said";
            self.lose(&at, Action::Rewritten, reason, self.profile.cite("oneOf"));
        }
        draft.body.insert(keyword.to_owned(), Value::Array(variants));
        Ok(())
    }
}
