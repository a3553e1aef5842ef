import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { type Eventual, whenReady } from '../../concurrency/computing.js';
import { type Compilation, type CompileFinding, hasErrors } from '../compile/compilation.js';
import { acceptedInSlices, compileSchema } from '../compile/embedded-schema.js';
import { compileExpression, evaluate } from '../compile/expression.js';

/** A jq expression between two schemas. Immutable, shared by all its uses. */
export interface CompiledMapping {
  /** False when two uses with the same input may differ: the expression reads the time. */
  readonly deterministic: boolean;
  /** @throws TransformError */
  apply(input: Json): Eventual<Json>;
}

/** Compiles a mapping that fits its schema. */
export function compileMapping(definition: JsonObject): Compilation<CompiledMapping> {
  const findings: CompileFinding[] = [];
  const source = String(definition['expression'] ?? '');
  const program = compileExpression(source, '/expression', findings);
  const input = compileSchema(definition['input'], '/input', findings);
  const output = compileSchema(definition['output'], '/output', findings);
  if (!program || hasErrors(findings)) return { compiled: undefined, findings };
  const mapping: CompiledMapping = {
    deterministic: program.deterministic,
    apply(value) {
      const acceptedInput = acceptedInSlices(input, value, 'input');
      const result = whenReady(acceptedInput, (complete) => evaluate(program, complete));
      return whenReady(result, (outcome) => acceptedInSlices(output, outcome, 'output'));
    },
  };
  return { compiled: mapping, findings };
}
