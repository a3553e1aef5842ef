import { toLiteral, toNumber } from '../../schemas/json/exact-number.js';
import { parseJsonText, toJsonText } from '../../schemas/json/json-text.js';
import { deepest, textNestsTooDeep } from '../../schemas/json/nesting.js';
import type { Json, JsonObject } from '../../schemas/json/types.js';
import { isEqual, pointerTo } from '../../schemas/json/values.js';
import { type FormField, getFormFields } from '../operations/shared/form-fields.js';

/** A place of a form, with the name of its input: the names of properties may be any text. */
export interface Field extends FormField {
  input: string;
}

/** The texts that a person has entered, by the name of the input. */
export type Entered = Readonly<Record<string, unknown>>;

export interface Fault {
  /** JSON pointer into the values. */
  pointer: string;
  message: string;
}

/** Returns the fields of a form with names for their inputs. */
export function getFields(form: JsonObject): Field[] {
  return getFormFields(form).map((field, index) => ({ ...field, input: `v${index}` }));
}

/** The only yes or no of a form: a button for each answer takes the place of its check box. */
export function findQuestion(fields: readonly Field[]): Field | undefined {
  const [question, ...others] = fields.filter(({ kind }) => kind === 'flag');
  return others.length === 0 ? question : undefined;
}

/** Returns what the page shows in a field before a person has entered anything. */
export function initial(fields: readonly Field[]): Entered {
  return Object.fromEntries(
    fields.flatMap(({ input, kind, choices, default: value }) => {
      if (value === undefined) return [];
      if (kind === 'choice')
        return [[input, String(choices.findIndex((each) => isEqual(each.value, value)))]];
      if (kind === 'flag') return value === true ? [[input, 'on']] : [];
      return [[input, typeof value === 'string' && kind !== 'json' ? value : toJsonText(value)]];
    }),
  );
}

/**
 * Returns the values that a person has entered, and the faults of texts that are no values. An empty field gives none, except
 * for a check box, whose absence means `false`: `entered` has to come from the page (`isOfPage`). Buttons always send a value.
 */
export function readFields(
  fields: readonly Field[],
  entered: Entered,
): { values: JsonObject; faults: Fault[] } {
  const values: [string, Json][] = [];
  const faults: Fault[] = [];
  const question = findQuestion(fields);
  for (const field of fields) {
    const value = entered[field.input];
    if (field === question && value === undefined) {
      faults.push({ pointer: pointerTo('', field.property), message: 'needs one of the two answers' });
      continue;
    }
    const read = readField(field, typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '');
    if (read === undefined) continue;
    if ('fault' in read) faults.push({ pointer: pointerTo('', field.property), message: read.fault });
    else values.push([field.property, read.value]);
  }
  return { values: Object.fromEntries(values), faults };
}

type Read = { value: Json } | { fault: string } | undefined;

function readField({ kind, choices }: Field, text: string): Read {
  if (kind === 'flag') return { value: text !== '' };
  if (text.trim() === '') return undefined;
  switch (kind) {
    case 'choice': {
      const choice = /^\d{1,6}$/.test(text) ? choices[Number(text)] : undefined;
      return choice === undefined ? { fault: 'must be one of the choices' } : { value: choice.value };
    }
    case 'number': {
      const plain = text.trim();
      // `1,000` is a thousand to some and one to others.
      const isPlain = /^[+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?$/i.test(plain) && !/,\d{3}$/.test(plain);
      const literal = isPlain ? toLiteral(plain.replace(',', '.')) : undefined;
      return literal !== undefined
        ? { value: toNumber(literal) }
        : { fault: 'must be a number without separators of thousands, such as `1000.5`' };
    }
    case 'json':
      return parsed(text);
    default:
      return { value: text };
  }
}

function parsed(text: string): Read {
  if (textNestsTooDeep(text)) return { fault: `must not nest deeper than ${deepest} levels` };
  try {
    return { value: parseJsonText(text) as Json };
  } catch {
    return { fault: 'must be JSON, such as `"text"` or `{ "a": 1 }`' };
  }
}
