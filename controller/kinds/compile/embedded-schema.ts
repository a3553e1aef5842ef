import type { Json } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { type Accepted, inspectSchema, SchemaCheck, type SchemaFinding } from '../../json-schema/index.js';
import { type CompileFinding, hasErrors, TransformError } from './compilation.js';

/** Compiles a JSON Schema inside a definition; returns undefined when there is none, or when it is reported as wrong. */
export function compileSchema(
  schema: Json | undefined,
  pointer: string,
  findings: CompileFinding[],
): SchemaCheck | undefined {
  if (schema === undefined) return undefined;
  if (typeof schema !== 'boolean' && !isObject(schema)) return undefined;
  const problems = inspectSchema(schema).map((problem) => ({
    ...problem,
    pointer: pointer + problem.pointer,
  }));
  findings.push(...problems);
  return hasErrors(problems) ? undefined : new SchemaCheck(schema);
}

/**
 * Returns the value with the defaults of the schema; gives a promise when a thread checks the value.
 * @throws TransformError when the result does not fit the schema
 */
export function acceptedInSlices(
  check: SchemaCheck | undefined,
  input: Json,
  side: 'input' | 'output',
): Json | Promise<Json> {
  if (check === undefined) return input;
  const accept = ({ value, findings, loss }: Accepted): Json => {
    refuse(findings, side, loss);
    return value;
  };
  const outcome = check.acceptInSlices(input);
  return outcome instanceof Promise ? outcome.then(accept) : accept(outcome);
}

/** @throws TransformError for any finding, with its cause */
export function refuse(findings: readonly SchemaFinding[], side: 'input' | 'output', cause?: Error): void {
  if (findings.length === 0) return;
  const message = `the ${side} does not fit its schema: ${summary(findings)}`;
  throw new TransformError(side, message, { findings, cause });
}

/** Returns the first finding and the number of the others as one sentence. */
function summary(findings: readonly SchemaFinding[]): string {
  const [first] = findings;
  if (!first) return '';
  const subject = first.pointer === '' ? 'it' : `\`${first.pointer}\``;
  const more = findings.length > 1 ? `, and ${findings.length - 1} more` : '';
  return `${subject} ${first.message}${more}`;
}
