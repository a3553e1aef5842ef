import {
  type Fault,
  findFaults,
  isValid,
  type JsonObject,
  type SchemaName,
  schema,
} from '../../../schemas/index.js';
import { decodeStep } from '../../../schemas/json/pointer.js';
import { nearest } from '../../problems/index.js';
import type { SchemaError } from './kind-definition.js';

/** A longer list would not be read. */
const maxErrors = 50;

/** The `validate` of a kind with a schema file of its name: the schema decides, `findFaults` explains. */
export function validateBySchema(name: SchemaName): (definition: JsonObject) => SchemaError[] {
  return (definition) => {
    if (isValid(name, definition)) return [];
    const errors = toErrors(findFaults(schema(name), definition).slice(0, maxErrors));
    return errors.length > 0
      ? errors
      : [{ rule: 'field-invalid', pointer: '', message: `is not what a ${name} looks like` }];
  };
}

/** Reports a misspelt name of a required field once: not as a missing field as well. */
function toErrors(faults: readonly Fault[]): SchemaError[] {
  const suggested = new Set<string>();
  const hinted = faults.map(({ known, missing, hint, ...fault }) => {
    const close = known && nearest(lastName(fault.pointer), known);
    if (close !== undefined) suggested.add(`${parent(fault.pointer)}\0${close}`);
    const better = close !== undefined ? `Did you mean \`${close}\`?` : known ? listed(known) : hint;
    return { missing, error: better === undefined ? fault : { ...fault, hint: better } };
  });
  return hinted
    .filter(({ missing, error }) => missing === undefined || !suggested.has(`${error.pointer}\0${missing}`))
    .map(({ error }) => error);
}

function listed(known: readonly string[]): string {
  return known.length === 0
    ? 'Nothing can stand here.'
    : `Known: ${known.map((one) => `\`${one}\``).join(', ')}.`;
}

function parent(pointer: string): string {
  return pointer.slice(0, pointer.lastIndexOf('/'));
}

function lastName(pointer: string): string {
  return decodeStep(pointer.slice(pointer.lastIndexOf('/') + 1));
}
