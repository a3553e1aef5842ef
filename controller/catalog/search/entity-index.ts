import MiniSearch from 'minisearch';
import { type EntityState, getEntityName } from '../state/branch-state.js';
import { type Difference, LayeredMap } from '../state/layered-map.js';
import { rank, type SearchHit } from './ranking.js';
import { getDocument, type SearchDocument, searchFields } from './search-document.js';
import { documentTerms } from './terms.js';
import { TimeSlice } from './time-slice.js';

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

  /** Returns the best first, equal ones by name: see `rank`. */
  search(entities: Entities, query: string): Promise<SearchHit[]> {
    // Searches take turns, because the index holds the entities of one search only.
    const answer = this.#turn.then(async () => {
      await this.#moveTo(entities);
      return rank(this.#mini, query);
    });
    this.#turn = answer.catch(() => this.#clear());
    return answer;
  }

  async #moveTo(entities: Entities): Promise<void> {
    const slice = new TimeSlice();
    for (const difference of this.#at.differencesTo(entities)) {
      this.#replace(difference);
      await slice.pause();
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
  });
}

function measureDocumentSize(document: SearchDocument): number {
  return searchFields.reduce((sum, field) => sum + document[field].length, 0);
}
