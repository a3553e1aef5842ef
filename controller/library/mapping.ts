import type { Json, JsonObject } from '../../schemas/json.js';
import { isObject } from '../../schemas/rule.js';
import { shortened } from '../problems/index.js';
import { type Compilation, type CompiledMapping, type LibraryFinding, TransformError } from './contract.js';
import { compileSchema, demand } from './embedded-schema.js';
import { compileExpression, evaluate } from './expression.js';
import { isSame } from './same.js';

/** Longer values are cut in what a finding says. */
const shownLength = 200;

/** Compiles a mapping that fits its schema, and runs its examples. */
export function compileMapping(definition: JsonObject): Compilation<CompiledMapping> {
  const findings: LibraryFinding[] = [];
  const source = String(definition['expression'] ?? '');
  const program = compileExpression(source, '/expression', findings);
  const input = compileSchema(definition['input'], '/input', findings);
  const output = compileSchema(definition['output'], '/output', findings);
  if (!program || findings.length > 0) return { compiled: undefined, findings };
  const mapping: CompiledMapping = {
    deterministic: program.deterministic,
    apply(value) {
      demand(input, value, 'input');
      const result = evaluate(program, value);
      demand(output, result, 'output');
      return result;
    },
  };
  const examples = Array.isArray(definition['examples']) ? definition['examples'] : [];
  findings.push(...examples.flatMap((example, index) => checkExample(mapping, example, index)));
  return { compiled: mapping, findings };
}

function checkExample(mapping: CompiledMapping, example: Json, index: number): LibraryFinding[] {
  if (!isObject(example) || !Object.hasOwn(example, 'input') || !Object.hasOwn(example, 'output')) return [];
  const at = `/examples/${index}`;
  try {
    const got = mapping.apply(example['input'] ?? null);
    const expected = example['output'] ?? null;
    if (isSame(got, expected)) return [];
    const message = `the example comes out differently: expected ${show(expected)}, got ${show(got)}`;
    return [wrong(`${at}/output`, message, 'Mend the expression, or the output if the expression is right.')];
  } catch (error) {
    if (!(error instanceof TransformError)) throw error;
    const { failure, message } = error;
    if (failure === 'input') return [wrong(`${at}/input`, message, 'Mend the example or the input schema.')];
    const expected = `expected ${show(example['output'] ?? null)}, got the error: ${message}`;
    const hint = failure === 'output' ? 'Mend the expression or the output schema.' : 'Mend the expression.';
    return [wrong(`${at}/output`, `the example does not come out: ${expected}`, hint)];
  }
}

function wrong(pointer: string, message: string, hint: string): LibraryFinding {
  return { rule: 'mapping-example', severity: 'error', pointer, message, hint };
}

function show(value: Json): string {
  const text = JSON.stringify(value);
  return `\`${shortened(text, shownLength)}\``;
}
