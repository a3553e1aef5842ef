import { SaxesParser } from 'saxes';
import { isObject } from '../../../schemas/json/values.js';
import type { Json, JsonObject } from '../values/json.js';
import { allocate, charge, fail, scan } from '../values/run.js';
import { formatText } from './formats.js';
import type { Natives } from './native.js';

/** Most elements inside each other. */
const maxDepth = 1_000;
/** The parser is fed by pieces of this length, so that a budget ends it in between. */
const chunkLength = 16 * 1024;
/** Reading a character takes as much as a few steps: the parser looks at each one. */
const stepsPerCharacter = 2;

const textName = '#text';
const attributePrefix = '@';
/** The names of XML 1.0, fifth edition, section 2.3, without joiners and the rare letters beyond the basic plane. */
const xmlName =
  /^[:A-Z_a-z\xc0-\xd6\xd8-\xf6\xf8-\u02ff\u0370-\u037d\u037f-\u1fff\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd][-.0-9:A-Z_a-z\xb7\xc0-\xd6\xd8-\xf6\xf8-\u037d\u037f-\u1fff\u203f\u2040\u2070-\u218f\u2c00-\u2fef\u3001-\ud7ff\uf900-\ufdcf\ufdf0-\ufffd]*$/;
/** Characters that no XML text can have, in whatever form. */
const forbidden = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** An element with its content in order. */
interface Element {
  name: string;
  attributes: Record<string, string>;
  children: (string | Element)[];
}

interface ReadOptions {
  isOrdered: boolean;
  /** Names of elements that are a list, also when there is one. */
  lists: ReadonlySet<string>;
}

function readOptions<Name extends string>(
  value: Json,
  of: string,
  names: readonly Name[],
): { [N in Name]?: Json } {
  if (!isObject(value)) return fail(`the options of ${of} are an object`);
  const unknown = Object.keys(value).find((name) => !names.some((each) => each === name));
  if (unknown !== undefined) {
    const listed = names.map((name) => `"${name}"`).join(' and ');
    return fail(`${of} has no option "${unknown}"; it has ${listed}`);
  }
  return value as { [N in Name]?: Json };
}

function readFlag(value: Json | undefined, name: string): boolean {
  if (value === undefined || typeof value === 'boolean') return value ?? false;
  return fail(`"${name}" is true or false`);
}

function fromXml(input: Json, options: Json): Json {
  if (typeof input !== 'string') return fail('from_xml takes a text');
  const { ordered, lists = [] } = readOptions(options, 'from_xml', ['ordered', 'lists']);
  const isOrdered = readFlag(ordered, 'ordered');
  if (!Array.isArray(lists) || !lists.every((name) => typeof name === 'string'))
    return fail('"lists" has the names of elements that are always a list');
  const root = parseXml(input);
  if (isOrdered) return root as unknown as Json;
  return toObject([[root.name, toData(root, { isOrdered, lists: new Set(lists as string[]) })]]);
}

/** Reads a whole document. Definitions of types are refused, so no entity but those of XML itself exists. */
function parseXml(text: string): Element {
  allocate(text.length * 2);
  const parser = new SaxesParser({ xmlns: false, position: true });
  const document: Element = { name: '', attributes: {}, children: [] };
  const open = [document];
  const addText = (piece: string): void => {
    const children = open.at(-1)?.children;
    // Texts around a comment or a CDATA section are one text.
    if (typeof children?.at(-1) === 'string') children.push(`${children.pop() as string}${piece}`);
    else children?.push(piece);
  };
  parser.on('error', ({ message }) => fail(`the text is not XML: ${message.replace(/\.$/, '')}`));
  parser.on('doctype', () =>
    fail('an XML text with a DOCTYPE is refused: its definitions could make a small text a huge one'),
  );
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', ({ name, attributes }) => {
    const names = Object.keys(attributes);
    charge(4 + names.length * 4);
    if (open.length > maxDepth) fail(`an XML text has at most ${maxDepth} elements inside each other`);
    const own = toObject(names.map((each) => [each, attributes[each] ?? ''])) as Record<string, string>;
    const element: Element = { name, attributes: own, children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    open.pop();
  });
  for (let at = 0; at < text.length; at += chunkLength) {
    const chunk = text.slice(at, at + chunkLength);
    charge(chunk.length * stepsPerCharacter);
    parser.write(chunk);
  }
  parser.close();
  const root = document.children.find((child) => typeof child !== 'string');
  return root ?? fail('the text is not XML: it has no element');
}

/** Returns an element as a value: a text, or an object of attributes (`@name`), elements and text (`#text`). */
function toData({ name, attributes, children }: Element, options: ReadOptions): Json {
  const elements = children.filter((child) => typeof child !== 'string');
  const texts = children.filter((child) => typeof child === 'string');
  const names = Object.keys(attributes);
  charge(children.length * 4);
  if (elements.length === 0) {
    const text = texts.join('');
    if (names.length === 0) return text;
    const attributeMembers = toAttributeMembers(attributes);
    return toObject(text === '' ? attributeMembers : [...attributeMembers, [textName, text]]);
  }
  if (texts.some((text) => /[^\t\n\r ]/.test(text)))
    return fail(
      `the element "${name}" has text between its elements: read it with from_xml({ordered: true})`,
    );
  const members = new Map<string, Json[]>();
  for (const element of elements) {
    const values = members.get(element.name) ?? [];
    members.set(element.name, values);
    values.push(toData(element, options));
  }
  return toObject([
    ...toAttributeMembers(attributes),
    ...[...members].map(([each, values]): [string, Json] => {
      const [first = null] = values;
      return [each, values.length > 1 || options.lists.has(each) ? values : first];
    }),
  ]);
}

function toAttributeMembers(attributes: Record<string, string>): [string, Json][] {
  return Object.entries(attributes).map(([name, value]) => [`${attributePrefix}${name}`, value]);
}

/** Makes an object in which names such as `__proto__` are members like all others. */
function toObject(members: readonly (readonly [string, Json])[]): JsonObject {
  return Object.fromEntries(members);
}

function toXml(input: Json, options: Json): Json {
  const { ordered, declaration } = readOptions(options, 'to_xml', ['ordered', 'declaration']);
  const isOrdered = readFlag(ordered, 'ordered');
  const writer = new Writer();
  if (readFlag(declaration, 'declaration')) writer.add('<?xml version="1.0" encoding="UTF-8"?>\n');
  if (isOrdered) writeOrdered(writer, input, 1);
  else {
    const members = isObject(input) ? Object.entries(input as JsonObject) : [];
    const [root] = members;
    if (members.length !== 1 || root === undefined)
      return fail(
        'to_xml takes an object with one member: the name and the content of the outermost element',
      );
    if (Array.isArray(root[1])) return fail('a document has one outermost element, not a list of them');
    writeData(writer, root[0], root[1], 1);
  }
  return writer.text;
}

class Writer {
  text = '';

  add(text: string): void {
    scan(text.length * 2);
    allocate(text.length);
    this.text += text;
  }

  /** Writes a begin tag up to its `>`, which the content decides. */
  begin(name: string, attributes: readonly (readonly [string, Json])[], depth: number): void {
    if (depth > maxDepth) fail(`an XML text has at most ${maxDepth} elements inside each other`);
    charge(4 + attributes.length * 4);
    this.add(`<${requireName(name)}`);
    for (const [each, value] of attributes)
      this.add(` ${requireName(each)}="${escapeAttribute(toText(value, each))}"`);
  }

  /** Ends the begin tag, and writes what is inside, if anything is. */
  content(name: string, isEmpty: boolean, write: () => void): void {
    if (isEmpty) this.add('/>');
    else {
      this.add('>');
      write();
      this.add(`</${name}>`);
    }
  }
}

function writeData(writer: Writer, name: string, value: Json, depth: number): void {
  if (Array.isArray(value)) fail(`"${name}" has a list inside a list, which XML has no form for`);
  const members: readonly [string, Json][] = isObject(value)
    ? Object.entries(value as JsonObject)
    : [[textName, value]];
  const attributes = members.filter(([each]) => each.startsWith(attributePrefix));
  const contents = members.filter(([each]) => !each.startsWith(attributePrefix));
  const elements = contents.filter(([each]) => each !== textName);
  const text = toText(contents.find(([each]) => each === textName)?.[1] ?? null, name);
  writer.begin(
    name,
    attributes.map(([each, own]) => [each.slice(attributePrefix.length), own]),
    depth,
  );
  writer.content(name, text === '' && elements.length === 0, () => {
    writer.add(escapeText(text));
    for (const [each, own] of elements)
      for (const one of Array.isArray(own) ? own : [own]) writeData(writer, each, one, depth + 1);
  });
}

function writeOrdered(writer: Writer, value: Json, depth: number): void {
  const { name, attributes = {}, children = [] } = isObject(value) ? (value as JsonObject) : {};
  if (typeof name !== 'string' || !isObject(attributes) || !Array.isArray(children))
    fail('an element of to_xml({ordered: true}) has "name", "attributes" and "children"');
  writer.begin(name, Object.entries(attributes as JsonObject), depth);
  writer.content(name, children.length === 0, () => {
    for (const child of children) {
      if (isObject(child)) writeOrdered(writer, child, depth + 1);
      else writer.add(escapeText(toText(child, name)));
    }
  });
}

function requireName(name: string): string {
  return xmlName.test(name) ? name : fail(`"${name}" is no name of XML`);
}

function toText(value: Json, name: string): string {
  if (value === null) return '';
  if (typeof value === 'object') return fail(`the text of "${name}" is a text, a number or a boolean`);
  const text = formatText(value);
  scan(text.length);
  if (forbidden.test(text)) return fail(`the text of "${name}" has a character that XML cannot have`);
  return text;
}

/** A reader turns other ends of lines into `\n`, unless they are written by their number. */
function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}

/** A reader turns white space of attributes into spaces, unless it is written by its number. */
function escapeAttribute(text: string): string {
  return escapeText(text).replaceAll('"', '&quot;').replaceAll('\t', '&#9;').replaceAll('\n', '&#10;');
}

/** XML, as the data that most documents are, or with everything in order. */
export const xmlNatives: Natives = {
  'from_xml/0': (input) => fromXml(input, {}),
  'from_xml/1': fromXml,
  'to_xml/0': (input) => toXml(input, {}),
  'to_xml/1': toXml,
};
