import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  type ParseOptions,
  parse,
  type Source,
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

  /** What is wrong with a document; of one that was sound nothing is looked at again. */
  readonly validate = (schema: GraphQLSchema, document: DocumentNode): readonly GraphQLError[] => {
    if (this.#valid.has(document)) return [];
    const errors = validate(schema, document);
    if (errors.length === 0) this.#valid.add(document);
    return errors;
  };
}
