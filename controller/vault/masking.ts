import type { Json } from '../../schemas/json.js';
import { formsOf, isMaskable } from './forms.js';

const mark = '***';

/** How many characters a search begins with; no form is shorter. */
const headLength = 6;

interface Found {
  start: number;
  end: number;
  /** What stands there, or begins there and was cut. */
  form: string;
}

/** Remembers what must not show and takes it out of texts, also what is left of it where a message was cut. */
export class Masking {
  readonly #values = new Set<string>();
  /** By how they begin, the longest first. */
  readonly #forms = new Map<string, string[]>();
  #heads: RegExp | undefined;

  remember(value: string): void {
    if (this.#values.has(value)) return;
    this.#values.add(value);
    this.rememberForms(formsOf(value));
  }

  /** Remembers texts as they were found; no other forms are made of them. */
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
    let masked = '';
    let from = 0;
    for (const { start, end } of this.#find(text)) {
      masked += text.slice(from, start) + mark;
      from = end;
    }
    return from === 0 ? text : masked + text.slice(from);
  }

  /** What of it must not show, each once; empty most of the time. */
  found(text: string): string[] {
    return [...new Set(Array.from(this.#find(text), ({ form }) => form))];
  }

  /** The value with its texts masked, member names and numbers too; itself when there is nothing to mask. */
  maskJson<Value extends Json>(value: Value): Value {
    if (this.#forms.size === 0 || value === null || typeof value === 'boolean') return value;
    const text = JSON.stringify(value);
    return this.#holds(text) ? (this.#walk(value) as Value) : value;
  }

  /** As `maskJson`, from text to text. */
  maskJsonText(text: string): string {
    return this.#holds(text) ? JSON.stringify(this.#walk(JSON.parse(text) as Json)) : text;
  }

  /** Whether there may be something in it; quick, and seldom wrong. */
  #holds(text: string): boolean {
    if (this.#forms.size === 0) return false;
    const heads = this.#search();
    heads.lastIndex = 0;
    return heads.test(text);
  }

  #walk(value: Json): Json {
    if (typeof value === 'string') return this.mask(value);
    if (typeof value === 'number') return this.mask(String(value)) === String(value) ? value : mark;
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map((item) => this.#walk(item));
    const masked = Object.entries(value).map(([name, item]) => [this.mask(name), this.#walk(item)] as const);
    return Object.fromEntries(masked);
  }

  /** From left to right; where several forms begin at one place, the longest. */
  *#find(text: string): Generator<Found> {
    if (this.#forms.size === 0) return;
    const heads = this.#search();
    let from = 0;
    for (;;) {
      heads.lastIndex = from;
      const hit = heads.exec(text);
      if (!hit) return;
      const found = this.#at(text, hit.index, this.#forms.get(hit[0]) ?? []);
      if (found) yield found;
      from = found?.end ?? hit.index + 1;
    }
  }

  #at(text: string, start: number, forms: readonly string[]): Found | undefined {
    const whole = forms.find((form) => text.startsWith(form, start));
    if (whole !== undefined) return { start, end: start + whole.length, form: whole };
    for (const form of forms) {
      const end = endOfCommon(text, start, form);
      if (isCut(text, end) && isMaskable(text.slice(start, end))) return { start, end, form };
    }
    return undefined;
  }

  #search(): RegExp {
    this.#heads ??= new RegExp(
      [...this.#forms.keys()].map((head) => head.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')).join('|'),
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

/** Whether a text says at this place that it was longer. */
function isCut(text: string, end: number): boolean {
  return text.startsWith('…', end) || text.startsWith('...', end);
}
