import { Ajv2020 as Ajv, type ValidateFunction } from 'ajv/dist/2020.js';
import { nearest, Problem, type ProblemDetail } from '../../controller/problems/index.js';
import { type Fault, findFaults, type Json, type JsonObject } from '../../schemas/index.js';
import type { Operation } from './operation.js';

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

/** Which properties of an input are its contents. */
export interface Contents {
  names: ReadonlySet<string>;
  /** What has no name that is known is meant for the contents too. */
  isOpen: boolean;
}

/** What to do about a parameter that does not fit. */
export const readPointers = 'Look at `errors[]`: each `pointer` names a parameter.';

const ajv = createInputAjv({ coerceTypes: false });
/** What takes arguments. */
export type Callable = Pick<Operation, 'name' | 'input'>;

const compiled = new WeakMap<Callable, { schema: JsonObject; validate: ValidateFunction }>();

/** Checks what callers send, and fills in defaults. */
export function createInputAjv(options: { coerceTypes: boolean }): Ajv {
  const made = new Ajv({ ...options, useDefaults: true, allErrors: true, allowUnionTypes: true });
  made.addFormat('date-time', (text) => rfc3339.test(text) && !Number.isNaN(Date.parse(text)));
  return made;
}

/**
 * The input of an operation as its schema has it, defaults filled in; `input` itself is changed.
 * @param contents what says what is to be done or stored, and not to what
 * @throws Problem with a JSON pointer per fault: body_invalid where only `contents` have any, else request_invalid; fields
 *   the operation does not have are faults
 */
export function prepareInput(operation: Callable, input: JsonObject, contents: Contents): JsonObject {
  const { schema, validate } = checkOf(operation);
  refuseForeignKeys(operation, input);
  if (validate(input)) return input;
  const errors = explainFaults(schema, input);
  const details =
    errors.length > 0
      ? errors
      : (validate.errors ?? []).map(({ instancePath, message }) => ({
          pointer: instancePath,
          message: message ?? 'is not allowed',
        }));
  const [first] = details;
  const told = first ? `: ${first.pointer && `\`${first.pointer}\` `}${first.message}` : '';
  const isOfContents =
    details.length > 0 && findFaults(schema, input).every((fault) => isOf(contents, fault));
  throw new Problem(
    isOfContents ? 'body_invalid' : 'request_invalid',
    `The arguments do not fit \`${operation.name}\`${told}`,
    isOfContents ? { errors: details } : { errors: details, hints: [readPointers] },
  );
}

/** Own keys that turn into the prototype of whatever they are copied to. @throws Problem request_invalid */
function refuseForeignKeys(operation: Callable, value: Json, pointer = ''): void {
  if (value === null || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value)) {
    const at = `${pointer}/${key}`;
    if (key === '__proto__')
      throw new Problem(
        'request_invalid',
        `The arguments do not fit \`${operation.name}\`: \`${at}\` is no key`,
        {
          errors: [{ pointer: at, message: 'cannot be a key' }],
          hints: ['Call the key otherwise: `__proto__` has a meaning of its own in JavaScript.'],
        },
      );
    refuseForeignKeys(operation, inner, at);
  }
}

/** What is wrong with a value, a line each, with the name that was probably meant. */
export function explainFaults(schema: JsonObject, value: Json): ProblemDetail[] {
  return findFaults(schema, value).map(({ pointer, message, known }) => {
    const meant = known && nearest(pointer.slice(pointer.lastIndexOf('/') + 1), known);
    return { pointer, message: meant === undefined ? message : `${message}; did you mean \`${meant}\`?` };
  });
}

function isOf({ names, isOpen }: Contents, { pointer, missing, known }: Fault): boolean {
  const [, name = missing, ...more] = pointer.split('/');
  return names.has(name ?? '') || (isOpen && known !== undefined && more.length === 0);
}

function checkOf(operation: Callable) {
  const known = compiled.get(operation);
  if (known) return known;
  const { properties, required = [] } = operation.input;
  const schema: JsonObject = {
    type: 'object',
    additionalProperties: false,
    properties: properties as JsonObject,
    required: [...required],
  };
  const check = { schema, validate: ajv.compile(schema) };
  compiled.set(operation, check);
  return check;
}
