import type { Schemas } from '../../data/client.js';
import { formatJson, parseExactJson } from '../../data/exact-json.js';

/** A place of a form where a person enters one value, as the service describes it. */
export type FormField = Schemas['FormField'] & {
  /** The name of the control; the names of properties may be any text. */
  id: string;
  /** The text before a person has entered anything; the index of a choice, `on` of a check box. */
  initial: string;
};

/** The texts that a person has entered, by the id of the field. */
export type Entered = Readonly<Record<string, string>>;
/** Messages by the id of the field. */
export type FieldFaults = Readonly<Record<string, string>>;

/** Returns the fields with names for their controls, and with the texts that they begin with. */
export function prepareFields(fields: readonly Schemas['FormField'][]): FormField[] {
  return fields.map((field, index) => ({ ...field, id: `v${index}`, initial: getInitial(field) }));
}

/** The only yes or no of a form: a button for each answer takes the place of its check box. */
export function findQuestion(fields: readonly FormField[]): FormField | undefined {
  const [question, ...others] = fields.filter(({ kind }) => kind === 'flag');
  return others.length === 0 ? question : undefined;
}

/** Tells whether a question asks to approve something, so that its buttons can say so. */
export function isApproval({ property }: FormField): boolean {
  return /^approved?$/i.test(property);
}

/**
 * Returns the values that a person has entered, and the faults of texts that are no values. An empty field gives none, except
 * for a check box.
 */
export function readFields(
  fields: readonly FormField[],
  entered: Entered,
): { values: Record<string, unknown>; faults: FieldFaults } {
  const values: [string, unknown][] = [];
  const faults: [string, string][] = [];
  for (const field of fields) {
    const text = entered[field.id] ?? '';
    if (field.kind === 'flag') values.push([field.property, text !== '']);
    else if (text.trim() === '') continue;
    else {
      const result = readText(field, text);
      if ('fault' in result) faults.push([field.id, result.fault]);
      else values.push([field.property, result.value]);
    }
  }
  return { values: Object.fromEntries(values), faults: Object.fromEntries(faults) };
}

type ReadResult = { value: unknown } | { fault: 'number' | 'json' | 'moment' };

function readText({ kind, choices }: FormField, text: string): ReadResult {
  switch (kind) {
    case 'choice':
      return { value: choices[Number(text)]?.value };
    case 'number':
      return readNumber(text.trim());
    case 'date-time': {
      const at = new Date(text);
      return Number.isNaN(at.getTime()) ? { fault: 'moment' } : { value: at.toISOString() };
    }
    case 'json':
      try {
        return { value: parseExactJson(text) };
      } catch {
        return { fault: 'json' };
      }
    default:
      return { value: text };
  }
}

/** `1,000` is a thousand to some and one to others, and is refused. */
function readNumber(text: string): ReadResult {
  const isPlain = /^[+-]?\d+(?:[.,]\d+)?(?:e[+-]?\d+)?$/i.test(text) && !/,\d{3}$/.test(text);
  if (!isPlain) return { fault: 'number' };
  const literal = text
    .replace(',', '.')
    .replace(/^\+/, '')
    .replace(/^(-?)0+(?=\d)/, '$1');
  return { value: parseExactJson(literal) };
}

/** Returns the faults that the service names, by the field that they belong to; those of no field under `''`. */
export function assignFaults(
  fields: readonly FormField[],
  faults: readonly { pointer: string; message: string }[],
): FieldFaults {
  const messages = new Map<string, string[]>();
  for (const { pointer, message } of faults) {
    const field = fields.find(({ property }) => isIn(pointer, property));
    const text = field || pointer === '' ? message : `${pointer} ${message}`;
    const id = field?.id ?? '';
    messages.set(id, [...(messages.get(id) ?? []), text]);
  }
  return Object.fromEntries([...messages].map(([id, list]) => [id, list.join('; ')]));
}

function isIn(pointer: string, property: string): boolean {
  const own = `/${property.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return pointer === own || pointer.startsWith(`${own}/`);
}

function getInitial({ default: value, kind, choices }: Schemas['FormField']): string {
  if (value === undefined) return '';
  if (kind === 'choice') {
    const index = choices.findIndex((choice) => formatJson(choice.value) === formatJson(value));
    return index === -1 ? '' : String(index);
  }
  if (kind === 'flag') return value === true ? 'on' : '';
  if (kind === 'date-time') return toLocalInput(String(value));
  return kind !== 'json' && typeof value === 'string' ? value : formatJson(value);
}

/** The text of a control for date and time, which knows no zone. */
function toLocalInput(moment: string): string {
  const at = new Date(moment);
  if (Number.isNaN(at.getTime())) return '';
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
