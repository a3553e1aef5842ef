import type { FlowFinding } from '../../flows/index.js';
import type { SchemaFinding } from '../../json-schema/index.js';

/** A fault of a definition; the catalog adds its place in the file. */
export interface CompileFinding {
  rule:
    | FlowFinding['rule']
    | 'delivery-repeated'
    | 'example-too-slow'
    | 'mapping-example'
    | 'script-syntax'
    | 'template-syntax'
    | 'template-variable';
  severity: 'error' | 'warning';
  /** JSON pointer into the definition. */
  pointer: string;
  /** The finding is about the last name in `pointer`, not about the value it has. */
  at?: 'name';
  /** Offset into the text at `pointer`. */
  offset?: number;
  /** JSON pointer: the finding says more than errors of the schema there and below. */
  replaces?: string;
  message: string;
  hint?: string;
}

/** The result of compiling a definition; `compiled` is undefined when an error was found. */
export interface Compilation<T> {
  compiled: T | undefined;
  findings: CompileFinding[];
}

export function hasErrors(findings: readonly Pick<CompileFinding, 'severity'>[]): boolean {
  return findings.some(({ severity }) => severity === 'error');
}

/** The part that failed: a value that does not fit the input or output schema, or the expression itself. */
export type TransformFailure = 'input' | 'output' | 'expression';

/** The failure of a mapping or template. Its message shows no more of the values than the schemas do. */
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

  /** For `input` and `output`: the faults of the value. */
  readonly findings: readonly SchemaFinding[];
}
