import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isEqual, isObject } from '../../../schemas/json/values.js';
import { shortened } from '../../../schemas/shortened.js';
import { type Eventual, whenReady } from '../../concurrency/computing.js';
import { type Compilation, type CompileFinding, hasErrors, TransformError } from '../compile/compilation.js';
import { accepted, compileSchema } from '../compile/embedded-schema.js';
import { compileExpression, evaluate, evaluateNow } from '../compile/expression.js';

/** Longer values are cut in a finding's message. */
const shownLength = 200;

/** A jq expression between two schemas. Immutable, shared by all its uses. */
export interface CompiledMapping {
  /** False when two uses with the same input may differ: the expression reads the time. */
  readonly deterministic: boolean;
  /** @throws TransformError */
  apply(input: Json): Eventual<Json>;
}

/** Compiles a mapping that fits its schema, and runs its examples. */
export function compileMapping(definition: JsonObject): Compilation<CompiledMapping> {
  const findings: CompileFinding[] = [];
  const source = String(definition['expression'] ?? '');
  const program = compileExpression(source, '/expression', findings);
  const input = compileSchema(definition['input'], '/input', findings);
  const output = compileSchema(definition['output'], '/output', findings);
  if (!program || hasErrors(findings)) return { compiled: undefined, findings };
  const mapping: CompiledMapping = {
    deterministic: program.deterministic,
    apply: (value) =>
      whenReady(evaluate(program, accepted(input, value, 'input')), (result) =>
        accepted(output, result, 'output'),
      ),
  };
  const applyNow = (value: Json): Json =>
    accepted(output, evaluateNow(program, accepted(input, value, 'input')), 'output');
  const complete = (value: Json) => output?.accept(value).value ?? value;
  const examples = Array.isArray(definition['examples']) ? definition['examples'] : [];
  findings.push(...examples.flatMap((example, index) => checkExample(applyNow, complete, example, index)));
  return { compiled: mapping, findings };
}

/** @param complete adds the defaults of the output schema */
function checkExample(
  apply: (input: Json) => Json,
  complete: (output: Json) => Json,
  example: Json,
  index: number,
): CompileFinding[] {
  if (!isObject(example) || !Object.hasOwn(example, 'input') || !Object.hasOwn(example, 'output')) return [];
  const at = `/examples/${index}`;
  try {
    const got = apply(example['input'] ?? null);
    const expected = example['output'] ?? null;
    // Compared as JSON, where a number such as NaN is null.
    const given = JSON.parse(JSON.stringify(got));
    if (isEqual(given, expected) || isEqual(given, complete(expected))) return [];
    const message = `the example gives another output: expected ${show(expected)}, got ${show(got)}`;
    const hint = 'Correct the expression, or the output if the expression is right.';
    return [wrong(`${at}/output`, message, hint)];
  } catch (error) {
    if (!(error instanceof TransformError)) throw error;
    const { failure, message } = error;
    if (failure === 'input')
      return [wrong(`${at}/input`, message, 'Correct the example or the input schema.')];
    const expected = `expected ${show(example['output'] ?? null)}, got the error: ${message}`;
    const hint =
      failure === 'output' ? 'Correct the expression or the output schema.' : 'Correct the expression.';
    return [wrong(`${at}/output`, `the example fails: ${expected}`, hint)];
  }
}

function wrong(pointer: string, message: string, hint: string): CompileFinding {
  return { rule: 'mapping-example', severity: 'error', pointer, message, hint };
}

function show(value: Json): string {
  return `\`${shortened(JSON.stringify(value), shownLength)}\``;
}
