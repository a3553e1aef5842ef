import { loadJq } from 'jq-wasm';
import {
  compile,
  ExpressionError,
  ExpressionSyntaxError,
  type Json,
} from '../../../controller/expressions/index.js';
import { parseJsonText, toJsonText } from '../../../schemas/json/json-text.js';

const jq = await loadJq();

/** The version of jq that serves as the oracle. */
export const oracleVersion: string = jq.version;

/** Outputs as compact JSON with sorted keys, then the error that ended them, if any. */
export type Transcript = readonly string[];

/** Returns the transcript of jq for a program and an input. */
export function askJq(program: string, input: string): Transcript {
  const { stdout, stderr, exitCode } = jq.raw(input, program, ['-c']);
  if (exitCode === 2 || exitCode === 3) return ['syntax error'];
  const outputs = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map(canonical);
  const error = /^jq: error \(at [^)]*\)(?:: ([\s\S]*)| (\(not a string\)[\s\S]*))$/m.exec(stderr);
  return error === null ? outputs : [...outputs, `error: ${(error[1] ?? error[2] ?? '').trim()}`];
}

/**
 * One line for each input: what the program, which must give exactly one output, says to it. Undefined when
 * jq refuses the program: it computes constant expressions, and fails with them, before it is run.
 */
export function askJqMany(program: string, inputs: readonly string[]): Transcript | undefined {
  const { stdout, stderr, exitCode } = jq.raw(inputs.join('\n'), program, ['-c']);
  if (exitCode === 3) return undefined;
  if (exitCode !== 0) throw new Error(`jq: ${stderr} in ${program}`);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map(canonical);
}

/** Returns the transcript of this implementation. */
export function askUs(program: string, input: string): Transcript {
  const outputs: string[] = [];
  try {
    for (const output of compile(program)(parseJsonText(input))) outputs.push(canonical(toJsonText(output)));
  } catch (error) {
    if (error instanceof ExpressionSyntaxError) return ['syntax error'];
    if (!(error instanceof ExpressionError)) throw error;
    outputs.push(`${error.kind}: ${error.message}`);
  }
  return outputs;
}

/** JSON text in which neither the order of keys nor the spelling of numbers matters. */
export function canonical(text: string): string {
  return JSON.stringify(sorted(JSON.parse(text) as Json));
}

function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  // Twelve digits: the C library and JavaScript's differ in the last ones of transcendental functions.
  if (typeof value === 'number') return Number(value.toPrecision(12));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [`.${key}`, sorted(value[key] as Json)]),
  );
}
