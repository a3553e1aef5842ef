import {
  type DocumentNode,
  type GraphQLSchema,
  type ParseOptions,
  parse,
  type Source,
  type ValidationRule,
  validate,
} from 'graphql';

/** Tokens in one query; more is no query a person or a program writes. */
const maxTokens = 4_000;
const kept = 500;

/** Queries as parsed and validated; applications ask the same ones again and again. */
export class Documents {
  readonly #parsed = new Map<string, DocumentNode>();
  readonly #valid = new WeakSet<DocumentNode>();

  /** @throws GraphQLError for what is not GraphQL */
  readonly parse = (source: string | Source, options?: ParseOptions): DocumentNode => {
    const text = typeof source === 'string' ? source : source.body;
    const known = this.#parsed.get(text);
    if (known) {
      // The oldest is the one that was not asked for the longest.
      this.#parsed.delete(text);
      this.#parsed.set(text, known);
      return known;
    }
    const document = parse(source, { ...options, maxTokens });
    this.#parsed.set(text, document);
    if (this.#parsed.size > kept) this.#parsed.delete(this.#parsed.keys().next().value ?? '');
    return document;
  };

  /** The rules a document has not passed yet; `always` depend on more than the document. */
  rulesFor(document: DocumentNode, once: readonly ValidationRule[], always: readonly ValidationRule[]) {
    return this.#valid.has(document) ? always : [...once, ...always];
  }

  readonly validate = (schema: GraphQLSchema, document: DocumentNode, rules?: readonly ValidationRule[]) => {
    // The limits count on the document being sound: fragments that hold themselves are refused first.
    const errors = validate(schema, document, rules);
    if (errors.length === 0) this.#valid.add(document);
    return errors;
  };
}
