import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import { choice, described, flag, getAnswer, getArray, text, textOrNull } from './schemas.js';

/** A place of a form where a person enters one value. */
export interface FormField {
  property: string;
  title: string;
  description: string | null;
  kind: FieldKind;
  required: boolean;
  choices: FormChoice[];
  maxLength: number | null;
  /** Left out where the schema proposes none. */
  default?: Json;
}

interface FormChoice {
  title: string;
  value: Json;
}

const kinds = {
  choice: 'One of `choices`.',
  flag: 'Yes or no.',
  number: 'A number.',
  text: 'A text of one line.',
  'long-text': 'A text of several lines.',
  date: 'A day, `2026-03-04`.',
  'date-time': 'A time with its zone, RFC 3339.',
  email: 'An address of mail.',
  uri: 'An address of a page.',
  json: 'A value of another type, as JSON.',
} as const;

type FieldKind = keyof typeof kinds;

/** Longer texts get several lines. */
const longText = 200;
const maxChoices = 500;

/** Returns the fields of a form: the properties of its schema, and those that it requires beside them. */
export function getFormFields(schema: JsonObject): FormField[] {
  const properties = objectOr(schema['properties']);
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
  const names = [...new Set([...Object.keys(properties), ...required])];
  return names.map((property): FormField => {
    const own = Object.hasOwn(properties, property) ? objectOr(properties[property]) : {};
    const { title, description, maxLength, default: proposed } = own;
    const choices = getChoices(own);
    return {
      property,
      title: typeof title === 'string' && title !== '' ? title : property,
      description: typeof description === 'string' ? description : null,
      kind: choices.length > 0 ? 'choice' : getKind(own),
      required: required.includes(property),
      choices,
      maxLength: Number.isInteger(maxLength) ? Number(maxLength) : null,
      ...(proposed === undefined ? {} : { default: proposed }),
    };
  });
}

/** `enum`, or a `oneOf` of constants, which can have titles. */
function getChoices({ enum: values, oneOf }: JsonObject): FormChoice[] {
  if (Array.isArray(values))
    return values.length > maxChoices ? [] : values.map((value) => ({ title: toTitle(value), value }));
  if (!Array.isArray(oneOf) || oneOf.length > maxChoices) return [];
  const constants = oneOf.map((each) => objectOr(each));
  if (!constants.every((each) => Object.hasOwn(each, 'const'))) return [];
  return constants.map(({ const: value = null, title }) => ({
    title: typeof title === 'string' ? title : toTitle(value),
    value,
  }));
}

function toTitle(value: Json): string {
  return typeof value === 'string' ? value : toJsonText(value);
}

function getKind({ type, format, maxLength, default: proposed }: JsonObject): FieldKind {
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

function getFormatKind(format: Json | undefined): FieldKind {
  switch (format) {
    case 'date':
    case 'date-time':
    case 'email':
    case 'uri':
      return format;
    default:
      return 'text';
  }
}

const choiceShape = getAnswer(
  { title: 'FormChoice', description: 'A value that a person can choose.' },
  {
    title: described(text, 'The value as people read it.'),
    value: { description: 'The value.' },
  },
);

export const formFieldsShape = described(
  getArray(
    getAnswer(
      { title: 'FormField', description: 'A place of a form where a person enters one value.' },
      {
        property: described(text, 'The property that the value is for.'),
        title: described(text, 'The label: the title of the property, or its name.'),
        description: described(textOrNull, 'More about the value; null for none.'),
        kind: described(choice(kinds), 'What is entered.'),
        required: described(flag, 'True where the schema requires the property.'),
        choices: described(getArray(choiceShape), 'The values to choose from, for the kind `choice`.'),
        maxLength: described(
          { type: ['integer', 'null'] },
          'The characters of a text, at most; null for any number.',
        ),
      },
      { default: { description: 'The proposed value; left out where there is none.' } },
    ),
  ),
  'The fields of a form for these values, for programs that show one.',
);
