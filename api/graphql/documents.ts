import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type ParseOptions,
  parse,
  type Source,
  validate,
  visit,
} from 'graphql';
import { deepest } from '../../schemas/json/nesting.js';
import { queryNestsTooDeep } from './nesting.js';

/** The most tokens of one query; no person or program writes a longer one. */
const maxTokens = 4_000;
const kept = 500;

// Nothing interrupts the parser and the validator, so what they take is bounded before: less than 10 ms each.

/** The most characters of one query: the longest names are compared with those of the schema. */
const maxCharacters = 128 * 1024;
/** The most lines of one query: each error counts the lines before its place. */
const maxLines = 10_000;
/** The most errors of one query; graphql-js gives 100. */
const maxErrors = 20;
/**
 * The most pairs of fields with the same name in the answer, and of fragments, that are compared: each pair takes up to
 * 250 ns. Twenty times as many as the introspection query of editors has.
 */
const maxPairs = 40_000;
/** Pairs of fields that a pair of fragments counts as. */
const pairsOfFragments = 4;

/** A cache of parsed and validated queries: applications send the same ones again and again. */
export class Documents {
  readonly #parsed = new Map<string, DocumentNode>();
  readonly #valid = new WeakMap<GraphQLSchema, WeakSet<DocumentNode>>();

  /** @throws GraphQLError for a syntax error, and for a query that nests too deep */
  readonly parse = (source: string | Source, options?: ParseOptions): DocumentNode => {
    const text = typeof source === 'string' ? source : source.body;
    const parsedDocument = this.#parsed.get(text);
    if (parsedDocument) {
      // Re-inserted, so that the first entry is the least recently used.
      this.#parsed.delete(text);
      this.#parsed.set(text, parsedDocument);
      return parsedDocument;
    }
    if (queryNestsTooDeep(text)) throw new GraphQLError(`The query is nested deeper than ${deepest} levels`);
    requireShort(text);
    const document = parse(source, { ...options, maxTokens });
    this.#parsed.set(text, document);
    if (this.#parsed.size > kept) this.#parsed.delete(this.#parsed.keys().next().value ?? '');
    return document;
  };

  /** Returns the faults of a document; a document that was valid is not validated again. */
  readonly validate = (schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] => {
    const valid = this.#valid.get(schema) ?? new WeakSet();
    if (valid.has(document)) return [];
    if (pairsIn(document) > maxPairs) {
      return [
        tooLarge('asks for the same fields, or has fragments, too often', 'Split it into several queries.'),
      ];
    }
    const errors = validate(schema, document, undefined, { maxErrors });
    if (errors.length === 0) this.#valid.set(schema, valid.add(document));
    return errors;
  };
}

/** @throws GraphQLError */
function requireShort(text: string): void {
  const hint = 'Pass long texts as variables.';
  if (text.length > maxCharacters) throw tooLarge(`has more than ${maxCharacters} characters`, hint);
  let lines = 1;
  for (let at = text.search(/[\n\r]/); at !== -1 && lines <= maxLines; lines += 1)
    at = lineEndAfter(text, at);
  if (lines > maxLines) throw tooLarge(`has more than ${maxLines} lines`, hint);
}

/** Returns the place of the next end of a line; -1 for none. */
function lineEndAfter(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) return at;
  }
  return -1;
}

/** Returns the number of pairs that the validator compares at most, to find fields that contradict each other. */
function pairsIn(document: DocumentNode): number {
  const fields = new Map<string, number>();
  let spreads = 0;
  visit(document, {
    enter(node) {
      if (node.kind === Kind.FRAGMENT_SPREAD) spreads += 1;
      if (node.kind !== Kind.FIELD) return;
      const name = (node.alias ?? node.name).value;
      fields.set(name, (fields.get(name) ?? 0) + 1);
    },
  });
  let pairs = pairsOfFragments * spreads ** 2;
  for (const count of fields.values()) pairs += count ** 2;
  return pairs;
}

function tooLarge(what: string, hint: string): GraphQLError {
  return new GraphQLError(`The query ${what}`, { extensions: { code: 'query_too_large', hints: [hint] } });
}
