import { findFaults, isValid, type JsonObject, type SchemaName, schema } from '../../schemas/index.js';
import { nearest } from '../problems/index.js';
import type { SchemaError } from './contract.js';

/** More than a person reads at once. */
const maxErrors = 50;

/** The `validate` of a kind that has a schema file of its name: the schema decides, `findFaults` says why. */
export function validateBySchema(name: SchemaName): (definition: JsonObject) => SchemaError[] {
  return (definition) => {
    if (isValid(name, definition)) return [];
    const faults = findFaults(schema(name), definition).slice(0, maxErrors);
    if (faults.length === 0)
      return [{ rule: 'field-invalid', pointer: '', message: `is not what a ${name} looks like` }];
    return faults.map(({ known, hint, ...fault }) => {
      const better = known ? meant(fault.pointer, known) : hint;
      return better === undefined ? fault : { ...fault, hint: better };
    });
  };
}

function meant(pointer: string, known: readonly string[]): string {
  const name = pointer
    .slice(pointer.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
  const close = nearest(name, known);
  if (close !== undefined) return `Did you mean \`${close}\`?`;
  return known.length === 0
    ? 'Nothing can stand here.'
    : `Known: ${known.map((one) => `\`${one}\``).join(', ')}.`;
}
