import { parseJsonText, toJsonText } from '../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../schemas/json/types.js';
import { isObject, objectOr } from '../../schemas/json/values.js';
import { exitCodes, Failure } from '../contract/failure.js';
import { printable } from '../output/terminal/printable.js';
import { buildParameters, type Parameter } from './parameters.js';
import type { Questions } from './questions.js';

/** Choices of a field that its question names. */
const maxChoices = 30;
const simpleTypes = ['boolean', 'string', 'number', 'integer', 'null'];

/**
 * Asks for the values of a form, field by field, and leaves out those that stay empty. The service checks the values.
 * @param form a JSON Schema of an object
 * @throws Failure at the end of the input
 */
export async function askForm(questions: Questions, form: JsonObject): Promise<JsonObject> {
  const fields = Object.entries(objectOr(form['properties']));
  if (fields.length === 0) return askValues(questions, form);
  const { required } = form;
  const parameters: Parameter[] = [];
  for (const [key, schema] of fields) {
    const isRequired = Array.isArray(required) && required.includes(key);
    const text = await askField(questions, { key, schema: objectOr(schema), isRequired });
    if (text !== undefined) parameters.push({ key, text, isJson: !isTyped(objectOr(schema)) });
  }
  return buildParameters(parameters, form, {});
}

interface Field {
  key: string;
  schema: JsonObject;
  isRequired: boolean;
}

/** Returns the text of a value; undefined for none. */
async function askField(questions: Questions, field: Field): Promise<string | undefined> {
  const prompt = toPrompt(field);
  for (;;) {
    const line = (await requireLine(questions, prompt)).trim();
    if (line === '') return undefined;
    const text = toText(line, field.schema);
    if (text !== undefined) return text;
  }
}

/** Asks for all values at once, where the form names no fields; one that takes no values is only confirmed. */
async function askValues(questions: Questions, form: JsonObject): Promise<JsonObject> {
  if (form['additionalProperties'] === false) {
    await requireLine(questions, '  Press Enter to complete it. ');
    return {};
  }
  for (;;) {
    const value = readJson(await requireLine(questions, '  Values, as a JSON object: '));
    if (isObject(value)) return value;
  }
}

async function requireLine(questions: Questions, prompt: string): Promise<string> {
  const line = await questions.askLine(prompt);
  if (line !== undefined) return line;
  throw new Failure(exitCodes.faulted, 'The input ended before the human task was answered');
}

function toPrompt({ key, schema, isRequired }: Field): string {
  const { title, description, default: fallback } = schema;
  const label = typeof title === 'string' ? `${title} (${key})` : key;
  const about = typeof description === 'string' ? `, ${description.replace(/\s+/g, ' ')}` : '';
  const empty = isRequired ? '' : ', optional';
  const usual = fallback === undefined ? empty : `, default ${toJsonText(fallback)}`;
  return `  ${printable(`${label}${about} [${describeValues(schema)}${usual}]: `)}`;
}

function describeValues(schema: JsonObject): string {
  const choices = getChoices(schema);
  if (choices.length > 0) {
    const more = choices.length > maxChoices ? `, … ${choices.length - maxChoices} more` : '';
    return `${choices.slice(0, maxChoices).join(', ')}${more}`;
  }
  if (schema['type'] === 'boolean') return 'y/n';
  if (schema['type'] === 'string') return 'text';
  return isTyped(schema) ? [schema['type']].flat().join(' or ') : 'JSON';
}

function getChoices({ enum: values }: JsonObject): string[] {
  return Array.isArray(values) ? values.map(toChoice) : [];
}

function toChoice(value: Json): string {
  return typeof value === 'string' ? value : toJsonText(value);
}

/** True for a field whose values are a word or a number each. */
function isTyped({ type, enum: values }: JsonObject): boolean {
  if (Array.isArray(values)) return values.every((value) => typeof value === 'string');
  return [type].flat().every((each) => simpleTypes.includes(String(each)));
}

/** Returns undefined for a line that cannot be a value of the field. */
function toText(line: string, schema: JsonObject): string | undefined {
  if (schema['type'] === 'boolean') {
    if (/^(?:y|yes|true)$/i.test(line)) return 'true';
    return /^(?:n|no|false)$/i.test(line) ? 'false' : undefined;
  }
  return isTyped(schema) || readJson(line) !== undefined ? line : undefined;
}

function readJson(line: string): Json | undefined {
  try {
    return parseJsonText(line) as Json;
  } catch {
    return undefined;
  }
}
