import { setImmediate } from 'node:timers/promises';
import MiniSearch from 'minisearch';
import { type EntityState, getEntityName } from '../state/branch-state.js';
import { type Difference, LayeredMap } from '../state/layered-map.js';
import { getDocument, type SearchDocument, searchFields } from './search-document.js';
import { documentTerms, queryTerms } from './terms.js';

/** An entity that a search found. */
export interface SearchHit {
  name: string;
  /** Higher is better; comparable within one search only. */
  score: number;
  /** The words of the entity that matched, in lower case without accents. */
  terms: readonly string[];
}

/** Milliseconds of work before the event loop gets a turn. */
const sliceTime = 10;
/** UTF-16 units of text; an index takes about seven times as many bytes. Texts beyond it are not indexed. */
const maxSize = 16 * 2 ** 20;

type Entities = LayeredMap<EntityState>;

/**
 * The full-text index over the entities of one kind. It holds the entities of the last search; the next search first
 * applies the difference to its own entities, older or newer ones, so that each answer is about the entities it asks for.
 */
export class EntityIndex {
  /** Additions to the index so far. */
  indexed = 0;
  /** UTF-16 units of text in the index. */
  size = 0;
  /** Entities whose text did not fit. */
  readonly #brief = new Set<string>();
  #at: Entities = LayeredMap.empty();
  #mini = newIndex();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(private readonly limit = maxSize) {}

  /** Returns the best first, equal ones by name. All words must match, as a prefix or misspelt too. */
  search(entities: Entities, query: string): Promise<SearchHit[]> {
    // Searches take turns, because the index holds the entities of one search only.
    const answer = this.#turn.then(async () => {
      await this.#moveTo(entities);
      return this.#rank(query);
    });
    this.#turn = answer.catch(() => this.#clear());
    return answer;
  }

  #rank(query: string): SearchHit[] {
    const hits = this.#mini
      .search(query)
      .map(({ id, score, terms }) => ({ name: String(id), score: Math.round(score * 1000) / 1000, terms }));
    return hits.sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
  }

  async #moveTo(entities: Entities): Promise<void> {
    let sliceEnd = performance.now() + sliceTime;
    for (const difference of this.#at.differencesTo(entities)) {
      this.#replace(difference);
      if (performance.now() < sliceEnd) continue;
      await setImmediate();
      sliceEnd = performance.now() + sliceTime;
    }
    this.#at = entities;
  }

  #replace({ key, from, to }: Difference<EntityState>): void {
    const [old, next] = [from?.served, to?.served];
    if (from && to && old === next) return;
    const name = getEntityName(key);
    if (from) this.#remove(getDocument(name, old));
    if (to) this.#add(getDocument(name, next));
  }

  #add(document: SearchDocument): void {
    const isBrief = this.size + measureDocumentSize(document) > this.limit;
    if (isBrief) this.#brief.add(document.id);
    const searched = isBrief ? { ...document, text: '' } : document;
    this.#mini.add(searched);
    this.size += measureDocumentSize(searched);
    this.indexed += 1;
  }

  #remove(document: SearchDocument): void {
    const searched = this.#brief.delete(document.id) ? { ...document, text: '' } : document;
    this.#mini.remove(searched);
    this.size -= measureDocumentSize(searched);
  }

  /** Starts again after a failure: the entities in the index are not known then. */
  #clear(): void {
    this.#at = LayeredMap.empty();
    this.#mini = newIndex();
    this.#brief.clear();
    this.size = 0;
  }
}

function newIndex(): MiniSearch<SearchDocument> {
  return new MiniSearch<SearchDocument>({
    fields: [...searchFields],
    tokenize: documentTerms,
    processTerm: (term) => term,
    searchOptions: {
      tokenize: queryTerms,
      processTerm: (term) => term,
      combineWith: 'AND',
      prefix: true,
      fuzzy: (term) => mistakes(term.length),
      boost: { name: 5, title: 5, tags: 3, description: 2 },
    },
  });
}

/** Letters that may differ in a word of this length; two swapped letters count as two. */
function mistakes(length: number): number | false {
  if (length < 4) return false;
  return length < 6 ? 1 : 2;
}

function measureDocumentSize(document: SearchDocument): number {
  return searchFields.reduce((sum, field) => sum + document[field].length, 0);
}
