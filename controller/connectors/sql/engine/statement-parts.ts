import type { SqlValue } from './engine.js';

/** Quotes a name of the catalog as an identifier of SQL; only such names become identifiers. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Collects the values of a statement under construction and numbers their placeholders. */
export class Placeholders {
  readonly values: SqlValue[] = [];

  constructor(private readonly mark: '$' | '?') {}

  add(value: SqlValue): string {
    this.values.push(value);
    return `${this.mark}${this.values.length}`;
  }
}
