import { formatJson, parseExactJson } from '../../data/exact-json.js';

/** A place of a form where a person enters one value. */
export interface FormField {
  /** The name of the control; the names of properties may be any text. */
  id: string;
  property: string;
  title: string;
  hint: string | undefined;
  isRequired: boolean;
  kind: 'choice' | 'flag' | 'number' | 'text' | 'long-text' | 'date' | 'moment' | 'email' | 'uri' | 'json';
  choices: readonly FormChoice[];
  maxLength: number | undefined;
  /** The text before a person has entered anything; the index of a choice, `on` of a check box. */
  initial: string;
}

interface FormChoice {
  value: unknown;
  title: string;
}

type Schema = Record<string, unknown>;
/** The texts that a person has entered, by the id of the field. */
export type Entered = Readonly<Record<string, string>>;
/** Messages by the id of the field. */
export type FieldFaults = Readonly<Record<string, string>>;

/** Longer texts get several lines. */
const longText = 200;
const maxChoices = 500;
const maxFields = 500;

/** Returns the fields of a form: its properties, and those that it requires beside them. */
export function getFields(form: Schema): FormField[] {
  const properties = toSchema(form['properties']);
  const required = Array.isArray(form['required']) ? form['required'].map(String) : [];
  const names = [...new Set([...Object.keys(properties), ...required])].slice(0, maxFields);
  return names.map((property, index): FormField => {
    const schema = Object.hasOwn(properties, property) ? toSchema(properties[property]) : {};
    const choices = getChoices(schema);
    const kind = choices.length > 0 ? 'choice' : getKind(schema);
    const { title, description, maxLength } = schema;
    return {
      id: `v${index}`,
      property,
      title: typeof title === 'string' && title !== '' ? title : property,
      hint: typeof description === 'string' ? description : undefined,
      isRequired: required.includes(property),
      kind,
      choices,
      maxLength: typeof maxLength === 'number' ? maxLength : undefined,
      initial: getInitial(schema['default'], kind, choices),
    };
  });
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
    case 'moment': {
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

/** `enum`, or a `oneOf` of constants, which can have titles. */
function getChoices({ enum: values, oneOf }: Schema): FormChoice[] {
  if (Array.isArray(values) && values.length <= maxChoices)
    return values.map((value) => ({ value, title: toText(value) }));
  if (!Array.isArray(oneOf) || oneOf.length > maxChoices) return [];
  const schemas = oneOf.map(toSchema);
  if (!schemas.every((schema) => Object.hasOwn(schema, 'const'))) return [];
  return schemas.map(({ const: value, title }) => ({
    value,
    title: typeof title === 'string' ? title : toText(value),
  }));
}

function getKind({ type, format, maxLength, default: proposed }: Schema): FormField['kind'] {
  const types = (Array.isArray(type) ? type : [type]).filter((each) => each !== 'null');
  if (types.length !== 1) return 'json';
  switch (types[0]) {
    case 'boolean':
      return 'flag';
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
      // A field of one line would drop the line breaks of its text.
      if (Number(maxLength) > longText || String(proposed).includes('\n')) return 'long-text';
      return getFormatKind(format);
    default:
      return 'json';
  }
}

function getFormatKind(format: unknown): FormField['kind'] {
  switch (format) {
    case 'date':
    case 'email':
    case 'uri':
      return format;
    case 'date-time':
      return 'moment';
    default:
      return 'text';
  }
}

function getInitial(value: unknown, kind: FormField['kind'], choices: readonly FormChoice[]): string {
  if (value === undefined) return '';
  if (kind === 'choice') {
    const index = choices.findIndex((choice) => formatJson(choice.value) === formatJson(value));
    return index === -1 ? '' : String(index);
  }
  if (kind === 'flag') return value === true ? 'on' : '';
  if (kind === 'moment') return toLocalInput(String(value));
  return kind === 'json' ? formatJson(value) : toText(value);
}

/** The text of a control for date and time, which knows no zone. */
function toLocalInput(moment: string): string {
  const at = new Date(moment);
  if (Number.isNaN(at.getTime())) return '';
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : formatJson(value);
}

function toSchema(value: unknown): Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Schema) : {};
}
