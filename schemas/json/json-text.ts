import { forgetPrinted, isExactNumber, isGivenBack, toNumber, wasPrinted } from './exact-number.js';
import type { ExactNumber, Json } from './types.js';

/**
 * Fewer characters of digits and dots, with an exponent of at most two digits, are a number that its double gives back: it has
 * at most 15 digits and is far from the largest and smallest doubles.
 */
const longNumber = 16;
/** A number with a longer exponent; some texts match too, and are only read more slowly. */
const longExponent = /[eE][-+]?\d{3,}(?:[\s,\]}]|$)/;
const numberLiteral = /-?\d[\d.]*(?:[eE][-+]?\d+)?/g;
/** Characters of the shortest number that no double gives back: `1e309`. */
const minExactLength = 5;

/**
 * Parses JSON text; numbers that no double gives back become exact numbers. The only reader of JSON from outside.
 * @throws SyntaxError as `JSON.parse`
 */
export function parseJsonText<Value = Json>(text: string): Value {
  return keepDigits(text, JSON.parse(text)) as Value;
}

/** Returns what `parseJsonText` does, for text that another reader has accepted and read as `value`. */
export function keepDigits(text: string, value: Json): Json {
  if (!hasLongNumber(text) && !longExponent.test(text)) return value;
  return holdsExactNumber(text) ? new JsonTextReader(text).read() : value;
}

/**
 * Replaces the literals of JSON text that no double gives back, for a reader that knows doubles only. Text that is not JSON
 * stays as it is from its first open string on.
 */
export function replaceExactLiterals(text: string, replace: (literal: string) => string): string {
  if (!hasLongNumber(text) && !longExponent.test(text)) return text;
  const parts: string[] = [];
  for (let at = 0; ; ) {
    const quote = text.indexOf('"', at);
    const between = text.slice(at, quote < 0 ? undefined : quote);
    parts.push(
      between.replace(numberLiteral, (literal) => (isGivenBack(literal) ? literal : replace(literal))),
    );
    if (quote < 0) return parts.join('');
    at = findEndOfString(text, quote);
    if (at <= quote) return `${parts.join('')}${text.slice(quote)}`;
    parts.push(text.slice(quote, at));
  }
}

/** Writes JSON text as `JSON.stringify` does, and exact numbers as numbers. */
export function toJsonText(value: unknown, indent = 0): string {
  forgetPrinted();
  const text = JSON.stringify(value, null, indent);
  return wasPrinted() ? (write(value, ' '.repeat(indent), '') as string) : text;
}

/** Writes one value; undefined for what JSON lacks. */
function write(value: unknown, indent: string, margin: string): string | undefined {
  if (isExactNumber(value)) return value();
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if ('toJSON' in value && typeof value.toJSON === 'function') return write(value.toJSON(), indent, margin);
  const inner = margin + indent;
  if (Array.isArray(value)) {
    return enclose(
      '[]',
      value.map((item) => write(item, indent, inner) ?? 'null'),
      { indent, margin },
    );
  }
  const separator = indent === '' ? ':' : ': ';
  const members = Object.entries(value).flatMap(([name, item]) => {
    const text = write(item, indent, inner);
    return text === undefined ? [] : [`${JSON.stringify(name)}${separator}${text}`];
  });
  return enclose('{}', members, { indent, margin });
}

function enclose(
  brackets: string,
  parts: readonly string[],
  { indent, margin }: { indent: string; margin: string },
): string {
  const [open, close] = brackets;
  if (indent === '' || parts.length === 0) return `${open}${parts.join()}${close}`;
  const line = `\n${margin}${indent}`;
  return `${open}${line}${parts.join(`,${line}`)}\n${margin}${close}`;
}

/** Looks at each 16th character only: every run of 16 has one of them. Takes a seventh of the time of `JSON.parse`. */
function hasLongNumber(text: string): boolean {
  for (let at = longNumber - 1; at < text.length; at += longNumber) {
    if (!isDigitOrDot(text.charCodeAt(at))) continue;
    let start = at;
    let end = at + 1;
    while (isDigitOrDot(text.charCodeAt(start - 1))) start -= 1;
    while (isDigitOrDot(text.charCodeAt(end))) end += 1;
    if (end - start >= longNumber) return true;
  }
  return false;
}

function isDigitOrDot(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 46;
}

/** True when JSON text has, outside of its strings, a number that no double gives back. */
function holdsExactNumber(text: string): boolean {
  for (let at = 0; ; ) {
    const quote = text.indexOf('"', at);
    const end = quote < 0 ? text.length : quote;
    if (end - at >= minExactLength) {
      for (const [literal] of text.slice(at, end).matchAll(numberLiteral)) {
        if (literal.length >= minExactLength && !isGivenBack(literal)) return true;
      }
    }
    if (quote < 0) return false;
    at = findEndOfString(text, quote);
  }
}

/** Returns the position after the string that begins at `quote`; 0 for a string without an end. */
function findEndOfString(text: string, quote: number): number {
  for (let at = quote + 1; ; at++) {
    at = text.indexOf('"', at);
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return at + 1;
  }
}

const separators = ' \t\r\n,:';
const endOfLiteral = `${separators}]}`;

/** @param source a string of JSON with its quotes */
function readString(source: string): string {
  return source.includes('\\') ? (JSON.parse(source) as string) : source.slice(1, -1);
}

/** A list or an object that is being read, and the name of the member that comes next. */
interface Open {
  readonly container: Json[] | { [name: string]: Json };
  name: string | undefined;
}

/** Reads text that is known to be JSON, with a stack of its own because lists and objects may be nested deeply. */
class JsonTextReader {
  readonly #open: Open[] = [];
  #result: Json = null;

  constructor(private readonly text: string) {}

  read(): Json {
    const { text } = this;
    let at = 0;
    while (at < text.length) {
      const first = text[at] as string;
      let end = at + 1;
      if (first === '"') {
        end = findEndOfString(text, at);
        this.#take(readString(text.slice(at, end)));
      } else if (first === '[') this.#enter([]);
      else if (first === '{') this.#enter({});
      else if (first === ']' || first === '}') this.#open.pop();
      else if (!separators.includes(first)) {
        while (end < text.length && !endOfLiteral.includes(text[end] as string)) end += 1;
        this.#add(toValue(text.slice(at, end)));
      }
      at = end;
    }
    return this.#result;
  }

  #enter(container: Json[] | { [name: string]: Json }): void {
    this.#add(container);
    this.#open.push({ container, name: undefined });
  }

  /** Takes a text, which is a name or a value. */
  #take(text: string): void {
    const top = this.#open.at(-1);
    if (top === undefined || Array.isArray(top.container) || top.name !== undefined) this.#add(text);
    else top.name = text;
  }

  #add(value: Json): void {
    const top = this.#open.at(-1);
    if (top === undefined) this.#result = value;
    else if (Array.isArray(top.container)) top.container.push(value);
    else {
      setMember(top.container, top.name as string, value);
      top.name = undefined;
    }
  }
}

function setMember(object: { [name: string]: Json }, name: string, value: Json): void {
  if (name !== '__proto__') object[name] = value;
  // An assignment would set the prototype.
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
}

function toValue(source: string): null | boolean | number | ExactNumber {
  if (source === 'null') return null;
  return source === 'true' || source === 'false' ? source === 'true' : toNumber(source);
}
