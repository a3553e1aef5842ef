import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { objectOr } from '../../../../schemas/json/values.js';
import { type Accepted, inspectSchema, SchemaCheck, type SchemaProblem } from '../../../json-schema/index.js';

/** Characters of a form; a person reads less. */
const maxFormLength = 65_536;
/** Fields that a page shows. */
const maxFields = 200;

/** The form of a task that a person only confirms. */
export const emptyForm: JsonObject = { type: 'object', properties: {}, additionalProperties: false };

/** Returns the faults of a form: a JSON Schema of an object. */
export function formProblems(form: JsonObject): readonly SchemaProblem[] {
  const problem = (pointer: string, message: string): SchemaProblem => {
    return { rule: 'schema-invalid', severity: 'error', pointer, message };
  };
  const { type = 'object', properties, required } = form;
  if (JSON.stringify(form).length > maxFormLength)
    return [problem('', `has more than the ${maxFormLength} characters that a form may have`)];
  if (type !== 'object') return [problem('/type', 'must be `object`: a form has fields')];
  const named = Array.isArray(required) ? required.map(String) : [];
  if (new Set([...Object.keys(objectOr(properties)), ...named]).size > maxFields)
    return [problem('/properties', `has more than the ${maxFields} fields that a form may have`)];
  const combined = ['$ref', 'allOf', 'anyOf', 'oneOf'].find((keyword) => Object.hasOwn(form, keyword));
  if (combined !== undefined) {
    const message = 'is not supported at the top of a form: write its fields under `properties`';
    return [problem(`/${combined}`, message)];
  }
  return inspectSchema(form);
}

/** Returns the values that a person gave, with the defaults of the form, and their faults; a promise from a thread. */
export function acceptForm(form: JsonObject, values: Json): Accepted | Promise<Accepted> {
  return new SchemaCheck({ type: 'object', ...form }).acceptInSlices(values);
}
