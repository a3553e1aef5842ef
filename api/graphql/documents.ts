import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  type ParseOptions,
  parse,
  type Source,
  validate,
} from 'graphql';
import { deepest } from '../../schemas/json/nesting.js';
import { queryNestsTooDeep } from './nesting.js';

/** The most tokens of one query; no person or program writes a longer one. */
const maxTokens = 4_000;
const kept = 500;

/** A cache of parsed and validated queries: applications send the same ones again and again. */
export class Documents {
  readonly #parsed = new Map<string, DocumentNode>();
  readonly #valid = new WeakMap<GraphQLSchema, WeakSet<DocumentNode>>();

  /** @throws GraphQLError for a syntax error, and for a query that nests too deep */
  readonly parse = (source: string | Source, options?: ParseOptions): DocumentNode => {
    const text = typeof source === 'string' ? source : source.body;
    const known = this.#parsed.get(text);
    if (known) {
      // Re-inserted, so that the first entry is the least recently used.
      this.#parsed.delete(text);
      this.#parsed.set(text, known);
      return known;
    }
    if (queryNestsTooDeep(text)) throw new GraphQLError(`The query is nested deeper than ${deepest} levels`);
    const document = parse(source, { ...options, maxTokens });
    this.#parsed.set(text, document);
    if (this.#parsed.size > kept) this.#parsed.delete(this.#parsed.keys().next().value ?? '');
    return document;
  };

  /** Returns the faults of a document; a document that was valid is not validated again. */
  readonly validate = (schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] => {
    const valid = this.#valid.get(schema) ?? new WeakSet();
    if (valid.has(document)) return [];
    const errors = validate(schema, document);
    if (errors.length === 0) this.#valid.set(schema, valid.add(document));
    return errors;
  };
}
