import type MiniSearch from 'minisearch';
import type { SearchOptions, SearchResult } from 'minisearch';
import type { SearchDocument } from './search-document.js';
import { queryTerms } from './terms.js';
import { TimeSlice } from './time-slice.js';
import { type Concept, findConcepts, toStem } from './vocabulary.js';

/** An entity that a search found. */
export interface SearchHit {
  name: string;
  /** Higher is better; comparable within one search only. */
  score: number;
  /** The words of the entity that matched, in lower case without accents. */
  terms: readonly string[];
}

/** Letters of a stem from which all words with this beginning are forms of one word. */
const minStem = 4;
/** Parts of the score that a word counts: as it stands, in another form, as a beginning, misspelt, and by a synonym. */
const weights = { word: 1, form: 0.9, beginning: 0.7, misspelt: 0.7, synonym: 0.5 };
/** The part of the best score below which hits for some of the words are left out. */
const minShare = 0.04;

const options: SearchOptions = {
  tokenize: (word) => [word],
  processTerm: (term) => term,
  boost: { name: 4, title: 5, tags: 3, description: 3 },
};

/** A match of one concept. */
interface Match {
  score: number;
  terms: readonly string[];
}

/**
 * Ranks entities by what a query asks for: each word counts once, by its best match as it stands, as a beginning, in another
 * form, misspelt, or by a synonym; an entity that matches more of the words comes before one that matches fewer as well.
 * Takes at most some hundred searches of one word, with turns of the event loop between them.
 */
export async function rank(mini: MiniSearch<SearchDocument>, query: string): Promise<SearchHit[]> {
  const concepts = findConcepts(queryTerms(query));
  const slice = new TimeSlice();
  const matches: ReadonlyMap<string, Match>[] = [];
  for (const concept of concepts) matches.push(await matchConcept(mini, concept, slice));
  const names = new Set(matches.flatMap((each) => [...each.keys()]));
  const hits = [...names].map((name) => toHit(name, matches));
  const best = hits.reduce((max, { score }) => Math.max(max, score), 0);
  return hits
    .filter(({ score, name }) => score >= best * minShare || matches.every((each) => each.has(name)))
    .sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
}

function toHit(name: string, concepts: readonly ReadonlyMap<string, Match>[]): SearchHit {
  const matches = concepts.flatMap((each) => each.get(name) ?? []);
  const sum = matches.reduce((total, { score }) => total + score, 0);
  const coverage = matches.length / concepts.length;
  return {
    name,
    score: Math.round(sum * coverage * 1000) / 1000,
    terms: [...new Set(matches.flatMap(({ terms }) => terms))],
  };
}

async function matchConcept(
  mini: MiniSearch<SearchDocument>,
  { word, forms, synonyms }: Concept,
  slice: TimeSlice,
): Promise<ReadonlyMap<string, Match>> {
  const best = new Map<string, Match>();
  const add = async (text: string, weight: number, how: SearchOptions) => {
    keepBest(best, mini.search(text, { ...options, ...how }), weight);
    await slice.pause();
  };
  await add(word, weights.word, {});
  await add(word, weights.beginning, { prefix: true });
  const stem = toStem(word);
  if (stem !== word || stem.length >= minStem)
    await add(stem, weights.form, { prefix: stem.length >= minStem });
  for (const form of forms) await add(form, weights.form, {});
  for (const synonym of synonyms) {
    const base = toStem(synonym);
    await add(base, weights.synonym, { prefix: base.length >= minStem });
  }
  if (best.size === 0) await add(word, weights.misspelt, { prefix: true, fuzzy: maxMistakes(word.length) });
  return best;
}

function keepBest(best: Map<string, Match>, results: readonly SearchResult[], weight: number): void {
  for (const { id, score, terms } of results) {
    const name = String(id);
    const weighted = score * weight;
    if (weighted > (best.get(name)?.score ?? 0)) best.set(name, { score: weighted, terms });
  }
}

/** Letters that may differ in a word of this length; two swapped letters count as two. */
function maxMistakes(length: number): number | false {
  if (length < 4) return false;
  return length < 6 ? 1 : 2;
}
