import { Ajv2020 as Ajv, type ValidateFunction } from 'ajv/dist/2020.js';
import { Problem, type ProblemDetail } from '../../../controller/problems/index.js';
import { type Fault, findFaults, type Json, type JsonObject } from '../../../schemas/index.js';
import { nearest } from '../../../schemas/nearest.js';
import type { Operation } from './operation.js';

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i;

/** The properties of an input that REST takes from the body. */
export interface Contents {
  names: ReadonlySet<string>;
  /** Unknown properties count as contents too. */
  isOpen: boolean;
}

/** The hint for parameters that do not fit. */
export const readPointers = 'Look at `errors[]`: each `pointer` names a parameter.';

const ajv = createInputAjv({ coerceTypes: false });
/** An operation or a tool: a name and the schema of its arguments. */
export type Callable = Pick<Operation, 'name' | 'input'>;

const compiled = new WeakMap<Callable, { schema: JsonObject; validate: ValidateFunction }>();

/** Makes a validator of input that fills in defaults. */
export function createInputAjv(options: { coerceTypes: boolean }): Ajv {
  const ajv = new Ajv({
    ...options,
    useDefaults: true,
    allErrors: true,
    allowUnionTypes: true,
    // The schemas are ours, and a test checks them: compiling the meta-schema would hold the event loop for 0.1 s.
    validateSchema: false,
  });
  ajv.addVocabulary(['enumDescriptions']);
  ajv.addFormat('date-time', (text) => rfc3339.test(text) && !Number.isNaN(Date.parse(text)));
  return ajv;
}

/**
 * Validates the input of an operation and fills in defaults; changes `input` itself. Unknown fields are faults.
 * @param contents properties whose faults are `body_invalid`, as over REST
 * @throws Problem with a JSON pointer per fault: body_invalid if only `contents` have faults, else request_invalid
 */
export function prepareInput(operation: Callable, input: JsonObject, contents: Contents): JsonObject {
  const { schema, validate } = getCheck(operation);
  refuseForeignKeys(operation, input);
  if (validate(input)) return input;
  const details = explainFaults(schema, input, validate);
  const [first] = details;
  const reason = first ? `: ${first.pointer && `\`${first.pointer}\` `}${first.message}` : '';
  const isOfContents =
    details.length > 0 && findFaults(schema, input).every((fault) => isOfType(contents, fault));
  const detail = `The arguments do not fit \`${operation.name}\`${reason}`;
  if (isOfContents) throw new Problem('body_invalid', detail, { errors: details });
  throw new Problem('request_invalid', detail, { errors: details, hints: [readPointers] });
}

/** Refuses keys that would change the prototype of an object they are copied to. @throws Problem request_invalid */
function refuseForeignKeys(operation: Callable, value: Json, pointer = ''): void {
  if (value === null || typeof value !== 'object') return;
  for (const [key, inner] of Object.entries(value)) {
    const at = `${pointer}/${key}`;
    if (key === '__proto__') {
      const detail = `The arguments do not fit \`${operation.name}\`: \`${at}\` is not an allowed key`;
      const hints = ['Rename the key: `__proto__` has a special meaning in JavaScript.'];
      throw new Problem('request_invalid', detail, {
        errors: [{ pointer: at, message: 'cannot be a key' }],
        hints,
      });
    }
    refuseForeignKeys(operation, inner, at);
  }
}

/** Faults that one answer lists. */
const maxErrors = 100;

/** Returns the first faults that a validator has found, each with the name that was probably meant. */
export function explainFaults(
  schema: JsonObject,
  value: Json,
  { errors }: ValidateFunction,
): ProblemDetail[] {
  const schemaFaults = findFaults(schema, value).slice(0, maxErrors);
  const faults = schemaFaults.map(({ pointer, message, knownNames }) => {
    const meant = knownNames && nearest(pointer.slice(pointer.lastIndexOf('/') + 1), knownNames);
    return { pointer, message: meant === undefined ? message : `${message}; did you mean \`${meant}\`?` };
  });
  if (faults.length > 0) return faults;
  return (errors ?? []).map(({ instancePath, message = 'is not allowed' }) => ({
    pointer: instancePath,
    message,
  }));
}

function isOfType({ names, isOpen }: Contents, { pointer, missing, knownNames }: Fault): boolean {
  const [, name = missing, ...more] = pointer.split('/');
  return names.has(name ?? '') || (isOpen && knownNames !== undefined && more.length === 0);
}

function getCheck(operation: Callable) {
  const validator = compiled.get(operation);
  if (validator) return validator;
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
