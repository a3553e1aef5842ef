import { isExactNumber } from '../../../schemas/json/exact-number.js';
import { parseJsonText, toJsonText } from '../../../schemas/json/json-text.js';
import type { Json } from '../../../schemas/json/types.js';
import { base64Forms, getForms, isMaskable } from './forms.js';

const mark = '***';

/** The number of characters that a search starts with; no form is shorter. */
const headLength = 6;

/** Links of human tasks (`HumanTaskLinks`), known by their form: they are not stored. */
const linkHead = 'svch_';
const link = `${linkHead}[\\w-]{20,}(?:\\.[\\w-]*)?`;

interface SecretMatch {
  start: number;
  end: number;
  /** The form that is there, whole or cut. */
  form: string;
}

/** Remembers secret texts and masks them, also the part of one that is left where a message was cut. */
export class Masking {
  readonly #values = new Set<string>();
  /** Forms by their first characters, the longest first. */
  readonly #forms = new Map<string, string[]>();
  /** Forms in base64, which the last bits of the value follow. */
  readonly #base64 = new Set<string>();
  #heads: RegExp | undefined;

  remember(value: string): void {
    if (this.#values.has(value)) return;
    this.#values.add(value);
    this.rememberForms(getForms(value));
    for (const form of base64Forms(value)) this.#base64.add(form);
  }

  /** Remembers texts as they are; no other forms are derived from them. */
  rememberForms(forms: readonly string[]): void {
    for (const form of forms) {
      if (form.length < headLength) continue;
      const head = form.slice(0, headLength);
      const alike = this.#forms.get(head) ?? [];
      if (alike.includes(form)) continue;
      this.#forms.set(
        head,
        [...alike, form].sort((a, b) => b.length - a.length),
      );
      this.#heads = undefined;
    }
  }

  mask(text: string): string {
    if (!this.#holds(text)) return text;
    let masked = '';
    let from = 0;
    for (const { start, end } of this.#find(text)) {
      masked += text.slice(from, start) + mark;
      from = end;
    }
    return from === 0 ? text : masked + text.slice(from);
  }

  /** Returns the secret texts in `text`, each once; mostly none. */
  found(text: string): string[] {
    if (!this.#holds(text)) return [];
    return [...new Set(Array.from(this.#find(text), ({ form }) => form))];
  }

  /** Masks the texts, member names and numbers of a value; returns the same object when nothing is masked. */
  maskJson<Value extends Json>(value: Value): Value {
    if (value === null || typeof value === 'boolean') return value;
    const text = toJsonText(value);
    return this.#holds(text) ? (this.#walk(value) as Value) : value;
  }

  /** `maskJson` for JSON text. */
  maskJsonText(text: string): string {
    return this.#holds(text) ? toJsonText(this.#walk(parseJsonText(text) as Json)) : text;
  }

  /** True when the text may contain a secret: a fast check that is rarely wrong. */
  #holds(text: string): boolean {
    if (this.#forms.size === 0) return text.includes(linkHead);
    const heads = this.#search();
    heads.lastIndex = 0;
    return heads.test(text);
  }

  #walk(value: Json): Json {
    if (typeof value === 'string') return this.mask(value);
    if (typeof value === 'number') return this.mask(String(value)) === String(value) ? value : mark;
    if (isExactNumber(value)) return this.mask(String(value)) === String(value) ? value : mark;
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map((item) => this.#walk(item));
    const masked = Object.entries(value).map(([name, item]) => [this.mask(name), this.#walk(item)] as const);
    return Object.fromEntries(masked);
  }

  /** Finds secrets from left to right; where several forms begin at one place, the longest. */
  *#find(text: string): Generator<SecretMatch> {
    const heads = this.#search();
    let from = 0;
    for (;;) {
      heads.lastIndex = from;
      const hit = heads.exec(text);
      if (!hit) return;
      const [form] = hit;
      const range = form.startsWith(linkHead)
        ? { start: hit.index, end: hit.index + form.length, form }
        : this.#at(text, hit.index, this.#forms.get(form) ?? []);
      if (range) yield range;
      from = range?.end ?? hit.index + 1;
    }
  }

  #at(text: string, start: number, forms: readonly string[]): SecretMatch | undefined {
    const whole = forms.find((form) => text.startsWith(form, start));
    if (whole !== undefined) {
      const end = start + whole.length;
      return { start, end: this.#base64.has(whole) ? endOfBase64(text, end) : end, form: whole };
    }
    for (const form of forms) {
      const end = endOfCommon(text, start, form);
      if (isCut(text, end) && isMaskable(text.slice(start, end))) return { start, end, form };
    }
    return undefined;
  }

  #search(): RegExp {
    this.#heads ??= new RegExp(
      [link, ...[...this.#forms.keys()].map((head) => head.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'))].join(
        '|',
      ),
      'g',
    );
    return this.#heads;
  }
}

function endOfCommon(text: string, start: number, form: string): number {
  let length = headLength;
  while (length < form.length && text[start + length] === form[length]) length += 1;
  return start + length;
}

/** The end of the character that may hold the last bits of a value, and of the padding. */
function endOfBase64(text: string, end: number): number {
  const last = /[\w+/-]?={0,2}/y;
  last.lastIndex = end;
  return end + (last.exec(text)?.[0].length ?? 0);
}

/** True when the text has the mark of a cut at this place. */
function isCut(text: string, end: number): boolean {
  return text.startsWith('…', end) || text.startsWith('...', end);
}
