//! The index and its search.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::compound;
use crate::document::Document;
use crate::embed::{Embedder, cosine};
use crate::score::Weights;
use crate::words::Words;

/// One tool that suits a request.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Found {
    /// The name.
    pub name: String,
    /// How well; comparable within one search only.
    pub score: f64,
}

/// A searchable catalogue of tools. It may change at any time.
pub struct Index {
    words: Words,
    weights: Weights,
    documents: BTreeMap<String, Entry>,
    /// Made of the documents at the first search after a change.
    made: OnceLock<Made>,
}

struct Entry {
    document: Document,
    /// The words of the name and of the description as they are written, each with its stem.
    name: Vec<(String, String)>,
    plain: Vec<(String, String)>,
    /// The words of each field.
    fields: [Vec<String>; FIELDS],
}

const FIELDS: usize = 6;

/// What a search looks into.
struct Made {
    /// The names, in order: places are numbers into this.
    names: Vec<String>,
    terms: FxHashMap<String, u32>,
    /// By term: the documents that have it, with its weight in each.
    postings: Vec<Vec<(u32, f32)>>,
    idf: Vec<f32>,
    pairs: FxHashMap<(u32, u32), Vec<u32>>,
    /// By document: the terms of its name.
    own: Vec<Vec<u32>>,
    /// Terms in order of their text, for those that are only alike.
    sorted: Vec<(String, u32)>,
}

impl Default for Index {
    fn default() -> Self {
        Index::new()
    }
}

impl Index {
    /// An empty index with the default weights.
    pub fn new() -> Self {
        Index::with(Weights::default())
    }

    /// An empty index with weights of its own.
    pub fn with(weights: Weights) -> Self {
        Index { words: Words::new(), weights, documents: BTreeMap::new(), made: OnceLock::new() }
    }

    /// Adds a tool, in place of the one of its name.
    pub fn insert(&mut self, document: Document) {
        let all = |texts: &[String]| -> Vec<String> {
            texts.iter().flat_map(|text| self.words.of(text)).collect()
        };
        let fields = [
            self.words.of(&document.name),
            all(&document.names),
            self.words.of(&document.description),
            all(&document.keywords),
            all(&document.parameters),
            all(&document.parameter_texts),
        ];
        let name = self.words.with_plain(&document.name);
        let plain = self.words.with_plain(&document.description);
        self.documents.insert(document.name.clone(), Entry { document, name, plain, fields });
        self.made = OnceLock::new();
    }

    /// Takes a tool out; whether there was one.
    pub fn remove(&mut self, name: &str) -> bool {
        self.made = OnceLock::new();
        self.documents.remove(name).is_some()
    }

    /// How many tools there are.
    pub fn len(&self) -> usize {
        self.documents.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.documents.is_empty()
    }

    /// The tools that suit a request, best first, at most `most`. None that has no word in common
    /// with it. Equal scores are in order of name.
    pub fn search(&self, request: &str, most: usize) -> Vec<Found> {
        let made = self.made();
        let mut scores: Vec<(u32, f64)> = self.scores(made, request);
        scores.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        scores.truncate(most);
        let name = |place: u32| made.names.get(place as usize).cloned().unwrap_or_default();
        scores.into_iter().map(|(place, score)| Found { name: name(place), score }).collect()
    }

    /// As [`search`](Index::search), with a model of the host's: the two lists are fused by
    /// reciprocal rank. If the model fails, the words decide alone.
    pub fn search_with(&self, request: &str, most: usize, embedder: &dyn Embedder) -> Vec<Found> {
        let by_words = self.search(request, self.len());
        let texts: Vec<String> =
            self.documents.values().map(|entry| entry.document.text()).collect();
        let mut asked: Vec<&str> = vec![request];
        asked.extend(texts.iter().map(String::as_str));
        let Ok(vectors) = embedder.embed(&asked) else {
            return by_words.into_iter().take(most).collect();
        };
        let Some((own, others)) = vectors.split_first() else { return Vec::new() };
        let mut by_vector: Vec<(&String, f64)> =
            self.documents.keys().zip(others.iter().map(|other| cosine(own, other))).collect();
        by_vector.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
        let words = by_words.iter().map(|found| &found.name);
        fuse([words.collect(), by_vector.into_iter().map(|(name, _)| name).collect()], most)
    }

    fn made(&self) -> &Made {
        self.made.get_or_init(|| Made::of(&self.documents, &self.weights))
    }

    fn scores(&self, made: &Made, request: &str) -> Vec<(u32, f64)> {
        let weights = &self.weights;
        let words = self.words.of(request);
        let terms: Vec<Option<u32>> =
            words.iter().map(|word| made.terms.get(word).copied()).collect();
        let mut scores: FxHashMap<u32, f64> = FxHashMap::default();
        let mut seen = FxHashSet::default();
        let mut add = |term: u32, part: f64| {
            let idf = f64::from(made.idf.get(term as usize).copied().unwrap_or_default());
            for (place, weight) in made.postings.get(term as usize).into_iter().flatten() {
                *scores.entry(*place).or_default() += part * idf * f64::from(*weight);
            }
        };
        for (word, term) in words.iter().zip(&terms) {
            match term {
                Some(term) if seen.insert(*term) => add(*term, 1.0),
                None => {
                    for alike in made.alike(word) {
                        if seen.insert(alike) {
                            add(alike, weights.alike);
                        }
                    }
                }
                _ => {}
            }
        }
        let mut pairs = FxHashSet::default();
        for (first, second) in terms.iter().zip(terms.iter().skip(1)) {
            let (Some(first), Some(second)) = (first, second) else { continue };
            if !pairs.insert((*first, *second)) {
                continue;
            }
            let idf =
                |term: u32| f64::from(made.idf.get(term as usize).copied().unwrap_or_default());
            for place in made.pairs.get(&(*first, *second)).into_iter().flatten() {
                *scores.entry(*place).or_default() +=
                    weights.pair * (idf(*first) + idf(*second)) / 2.0;
            }
        }
        for (place, score) in &mut scores {
            let own = made.own.get(*place as usize).map(Vec::as_slice).unwrap_or_default();
            let idf =
                |term: &u32| f64::from(made.idf.get(*term as usize).copied().unwrap_or_default());
            let all: f64 = own.iter().map(idf).sum();
            let said: f64 = own.iter().filter(|term| seen.contains(*term)).map(idf).sum();
            if all > 0.0 {
                *score *= 1.0 + weights.whole_name * said / all;
            }
        }
        scores.into_iter().collect()
    }
}

/// Two orders as one: what stands early in either stands early.
fn fuse(lists: [Vec<&String>; 2], most: usize) -> Vec<Found> {
    // The usual constant of reciprocal rank fusion.
    const EARLY: f64 = 60.0;
    let mut scores: BTreeMap<&String, f64> = BTreeMap::new();
    for list in lists {
        for (rank, name) in list.into_iter().enumerate() {
            *scores.entry(name).or_default() += 1.0 / (EARLY + rank as f64 + 1.0);
        }
    }
    let mut found: Vec<Found> =
        scores.into_iter().map(|(name, score)| Found { name: name.clone(), score }).collect();
    found.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.name.cmp(&b.name)));
    found.truncate(most);
    found
}

impl Made {
    fn of(documents: &BTreeMap<String, Entry>, weights: &Weights) -> Self {
        let field_weights = [
            weights.name,
            weights.names,
            weights.description,
            weights.keywords,
            weights.parameter,
            weights.parameter_text,
        ];
        let known: FxHashMap<String, String> =
            documents.values().flat_map(|entry| entry.plain.iter().cloned()).collect();
        let joined: Vec<Vec<String>> = documents
            .values()
            .map(|entry| {
                let unknown = entry.name.iter().filter(|(plain, _)| !known.contains_key(plain));
                let parts = unknown.flat_map(|(plain, _)| compound::split(plain, &known));
                parts.map(str::to_owned).collect()
            })
            .collect();
        let count = documents.len().max(1) as f64;
        let mean: [f64; FIELDS] = std::array::from_fn(|field| {
            let words: usize =
                documents.values().map(|entry| entry.fields.get(field).map_or(0, Vec::len)).sum();
            (words as f64 / count).max(1.0)
        });
        let mut terms: FxHashMap<String, u32> = FxHashMap::default();
        let mut counts: Vec<Vec<(u32, f32)>> = Vec::new();
        let mut pairs: FxHashMap<(u32, u32), Vec<u32>> = FxHashMap::default();
        let mut own = Vec::with_capacity(documents.len());
        for (place, (entry, joined)) in documents.values().zip(&joined).enumerate() {
            let place = place as u32;
            let mut found: FxHashMap<u32, f64> = FxHashMap::default();
            let fields = entry.fields.iter().chain([joined]);
            let weights_of = field_weights.into_iter().chain([weights.name]);
            let means = mean.into_iter().chain([1.0]);
            for ((words, weight), mean) in fields.zip(weights_of).zip(means) {
                let longer = words.len() as f64 / mean;
                let share = weight / (1.0 - weights.length + weights.length * longer);
                let mut before = None;
                for word in words {
                    let next = terms.len() as u32;
                    let term = match terms.get(word) {
                        Some(term) => *term,
                        None => {
                            terms.insert(word.clone(), next);
                            counts.push(Vec::new());
                            next
                        }
                    };
                    *found.entry(term).or_default() += share;
                    if let Some(before) = before.replace(term) {
                        let places = pairs.entry((before, term)).or_default();
                        if places.last() != Some(&place) {
                            places.push(place);
                        }
                    }
                }
            }
            let name = entry.fields.first().into_iter().flatten().chain(joined);
            let mut named: Vec<u32> = name.filter_map(|word| terms.get(word).copied()).collect();
            named.sort_unstable();
            named.dedup();
            own.push(named);
            let mut found: Vec<(u32, f64)> = found.into_iter().collect();
            found.sort_unstable_by_key(|(term, _)| *term);
            for (term, weight) in found {
                let saturated = weight * (weights.saturation + 1.0) / (weights.saturation + weight);
                if let Some(places) = counts.get_mut(term as usize) {
                    places.push((place, saturated as f32));
                }
            }
        }
        let idf = counts
            .iter()
            .map(|places| {
                let have = places.len() as f64;
                (1.0 + (count - have + 0.5) / (have + 0.5)).ln() as f32
            })
            .collect();
        let mut sorted: Vec<(String, u32)> =
            terms.iter().map(|(word, term)| (word.clone(), *term)).collect();
        sorted.sort_unstable();
        let names = documents.keys().cloned().collect();
        Made { names, terms, postings: counts, idf, pairs, own, sorted }
    }

    /// Terms that begin with a word that is no term, or that it begins with.
    fn alike(&self, word: &str) -> Vec<u32> {
        const SHORTEST: usize = 4;
        if word.len() < SHORTEST {
            return Vec::new();
        }
        let from = self.sorted.partition_point(|(term, _)| term.as_str() < word);
        let longer = self.sorted.iter().skip(from).take_while(|(term, _)| term.starts_with(word));
        let mut found: Vec<u32> = longer.map(|(_, term)| *term).take(8).collect();
        let ends = (SHORTEST..word.len()).rev().filter(|end| word.is_char_boundary(*end));
        let shorter = ends.filter_map(|end| self.terms.get(word.get(..end)?)).next();
        found.extend(shorter);
        found
    }
}
