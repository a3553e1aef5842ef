import type { Json } from '../../schemas/json.js';
import { formsOf } from './forms.js';

const mark = '***';

/** Remembers what must not show and takes it out of texts. */
export class Masking {
  readonly #values = new Set<string>();
  readonly #forms = new Set<string>();
  #pattern: RegExp | undefined;

  remember(value: string): void {
    if (this.#values.has(value)) return;
    this.#values.add(value);
    for (const form of formsOf(value)) this.#forms.add(form);
    this.#pattern = undefined;
  }

  /** Remembers texts as they were found; no other forms are made of them. */
  rememberForms(forms: readonly string[]): void {
    for (const form of forms) this.#forms.add(form);
    this.#pattern = undefined;
  }

  mask(text: string): string {
    return this.#forms.size === 0 ? text : text.replace(this.#search(), mark);
  }

  /** What of it must not show, each once; empty most of the time. */
  found(text: string): string[] {
    return this.#forms.size === 0 ? [] : [...new Set(text.match(this.#search()) ?? [])];
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

  #holds(text: string): boolean {
    if (this.#forms.size === 0) return false;
    const pattern = this.#search();
    pattern.lastIndex = 0;
    return pattern.test(text);
  }

  #walk(value: Json): Json {
    if (typeof value === 'string') return this.mask(value);
    if (typeof value === 'number') return this.#holds(String(value)) ? mark : value;
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map((item) => this.#walk(item));
    const masked = Object.entries(value).map(([name, item]) => [this.mask(name), this.#walk(item)] as const);
    return Object.fromEntries(masked);
  }

  #search(): RegExp {
    this.#pattern ??= new RegExp(
      [...this.#forms]
        .sort((a, b) => b.length - a.length)
        .map((form) => form.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'))
        .join('|'),
      'g',
    );
    return this.#pattern;
  }
}
