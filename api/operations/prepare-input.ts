import { Ajv2020 as Ajv, type ValidateFunction } from 'ajv/dist/2020.js';
import { nearest, Problem, type ProblemDetail } from '../../controller/problems/index.js';
import { findFaults, type Json, type JsonObject } from '../../schemas/index.js';
import type { Operation } from './operation.js';

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

const ajv = createInputAjv({ coerceTypes: false });
/** What takes arguments. */
type Callable = Pick<Operation, 'name' | 'input'>;

const compiled = new WeakMap<Callable, { schema: JsonObject; validate: ValidateFunction }>();

/** Checks what callers send, and fills in defaults. */
export function createInputAjv(options: { coerceTypes: boolean }): Ajv {
  const made = new Ajv({ ...options, useDefaults: true, allErrors: true, allowUnionTypes: true });
  made.addFormat('date-time', (text) => rfc3339.test(text) && !Number.isNaN(Date.parse(text)));
  return made;
}

/**
 * The input of an operation as its schema has it, defaults filled in; `input` itself is changed.
 * @throws Problem request_invalid with a JSON pointer per fault; fields the operation does not have are faults
 */
export function prepareInput(operation: Callable, input: JsonObject): JsonObject {
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
  const told = first ? `: \`${first.pointer || '/'}\` ${first.message}` : '';
  throw new Problem('request_invalid', `The arguments do not fit \`${operation.name}\`${told}`, {
    errors: details,
    hints: [`Look at \`errors[]\`: each \`pointer\` names an argument of \`${operation.name}\`.`],
  });
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
