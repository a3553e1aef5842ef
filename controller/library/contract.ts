import type { Json } from '../../schemas/json.js';
import type { SchemaFinding } from '../json-schema/index.js';

/** Something wrong with a definition; the catalog gives it a place. */
export interface LibraryFinding {
  rule:
    | 'duration-syntax'
    | 'jq-syntax'
    | 'mapping-example'
    | 'schema-invalid'
    | 'script-syntax'
    | 'template-syntax'
    | 'template-variable';
  severity: 'error' | 'warning';
  /** JSON pointer into the definition. */
  pointer: string;
  /** Offset into the text at `pointer`. */
  offset?: number;
  message: string;
  hint?: string;
}

/** What a definition compiles to; undefined when what was found makes that impossible. */
export interface Compilation<T> {
  compiled: T | undefined;
  findings: LibraryFinding[];
}

/** A mapping, ready to use. Immutable, shared by all its uses. */
export interface CompiledMapping {
  /** False when two uses with the same input may differ: the expression asks for the time. */
  readonly deterministic: boolean;
  /** @throws TransformError */
  apply(input: Json): Json;
}

/** A template, ready to use. Immutable, shared by all its uses. */
export interface CompiledTemplate {
  /** False when two uses with the same parameters may differ: the template may ask for the time. */
  readonly deterministic: boolean;
  /** @throws TransformError */
  render(parameters: Json): string;
}

/** A script's rules; how it is run is another matter. */
export interface CompiledScript {
  /** How arguments do not fit the script's parameters; empty when they do. */
  check(parameters: Json): SchemaFinding[];
}

/** A store's rules; the data lives elsewhere. Durations in milliseconds. */
export interface CompiledStore {
  readonly ttl: number | undefined;
  readonly maxEntries: number | undefined;
  /** How a value does not fit the store's schema; empty when it does. */
  check(value: Json): SchemaFinding[];
}

/** A cache policy's rules. Durations in milliseconds. */
export interface CompiledCachePolicy {
  readonly ttl: number;
  /** How long after `ttl` an old answer may still be given while a new one is fetched. */
  readonly staleWhileRevalidate: number;
  readonly maxEntries: number | undefined;
  /** What tells two calls apart: the input itself unless `key` says otherwise. @throws TransformError (expression) */
  keyOf(input: Json): Json;
}

/** What refused to go on: a value that does not fit a schema, or the work itself. */
export type TransformFailure = 'input' | 'output' | 'expression';

/** An input could not be transformed. The message is for people and shows no more of the values than the schemas do. */
export class TransformError extends Error {
  constructor(
    readonly failure: TransformFailure,
    message: string,
    options: { cause?: unknown; findings?: readonly SchemaFinding[] } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'TransformError';
    this.findings = options.findings ?? [];
  }

  /** For `input` and `output`: how the value does not fit. */
  readonly findings: readonly SchemaFinding[];
}
