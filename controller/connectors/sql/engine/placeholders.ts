import type { Dialect } from './dialect.js';
import type { SqlValue } from './engine.js';

/** Quotes a name of the catalog as an identifier of SQL; only such names become identifiers. */
export function quoted({ quote }: Pick<Dialect, 'quote'>, name: string): string {
  return `${quote}${name.replaceAll(quote, quote + quote)}${quote}`;
}

/** Returns the placeholder of the value with this number, from 1. */
export function placeholder({ mark }: Pick<Dialect, 'mark'>, number: number): string {
  return mark === 'next ?' ? '?' : `${mark}${number}`;
}

/** Collects the values of a statement under construction, in the order of their placeholders. */
export class Placeholders {
  readonly values: SqlValue[] = [];

  constructor(private readonly dialect: Dialect) {}

  add(value: SqlValue): string {
    this.values.push(value);
    return placeholder(this.dialect, this.values.length);
  }
}
