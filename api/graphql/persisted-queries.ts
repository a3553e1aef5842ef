import { hash } from 'node:crypto';
import { GraphQLError } from 'graphql';
import { Problem } from '../../controller/problems/index.js';
import { isObject } from '../../schemas/json/values.js';

/** The bounds of what is kept. */
const maxQueries = 1_000;
const maxCharacters = 8 * 1024 * 1024;

/**
 * Queries that clients name by their SHA-256 hash (automatic persisted queries, as Apollo's clients send them). They are
 * kept in memory, the least recently used ones forgotten: a client whose query is not found sends it once more.
 */
export class PersistedQueries {
  readonly #texts = new Map<string, string>();
  #characters = 0;

  /**
   * Returns the query of a request: the one it has, which is kept if the request names it, or the kept one that it names.
   * Undefined for a request without either.
   * @throws Problem query_invalid for a hash of another query
   * @throws GraphQLError persisted_query_not_found, with the message that clients wait for
   */
  complete(query: unknown, extensions: unknown): unknown {
    const named = isObject(extensions) ? extensions['persistedQuery'] : undefined;
    if (!isObject(named)) return query;
    const { version, sha256Hash: id } = named;
    if (version !== 1 || typeof id !== 'string' || !/^[0-9a-f]{64}$/.test(id)) {
      throw new Problem('query_invalid', '`extensions.persistedQuery` has no `version` 1 and `sha256Hash`', {
        hints: ['`sha256Hash` is the SHA-256 hash of the query, as 64 small hexadecimal digits.'],
      });
    }
    if (typeof query !== 'string') return this.#find(id);
    if (hash('sha256', query) !== id) {
      throw new Problem(
        'query_invalid',
        '`extensions.persistedQuery.sha256Hash` is the hash of another query',
        {
          hints: ['Hash the text of `query` exactly as it is sent, in UTF-8.'],
        },
      );
    }
    this.#keep(id, query);
    return query;
  }

  #find(id: string): string {
    const text = this.#texts.get(id);
    if (text === undefined) {
      const problem = new Problem('persisted_query_not_found', 'PersistedQueryNotFound');
      throw new GraphQLError('PersistedQueryNotFound', { originalError: problem });
    }
    this.#keep(id, text);
    return text;
  }

  /** Keeps the query as the most recently used one. */
  #keep(id: string, text: string): void {
    this.#forget(id);
    this.#texts.set(id, text);
    this.#characters += text.length;
    for (const oldest of this.#texts.keys()) {
      if (this.#texts.size <= maxQueries && this.#characters <= maxCharacters) return;
      this.#forget(oldest);
    }
  }

  #forget(id: string): void {
    this.#characters -= this.#texts.get(id)?.length ?? 0;
    this.#texts.delete(id);
  }
}
