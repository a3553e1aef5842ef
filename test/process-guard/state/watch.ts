import { inspect } from 'node:util';

/** Something of the process that a file of tests changed and did not put back. */
export interface Leak {
  /** Names what changed, and what was there before and after. */
  readonly text: string;
  /** Puts back what was there before. */
  restore(): void;
}

/** Compares a part of the process with what it was when the watch began. */
export interface Watch {
  findLeaks(): Leak[];
  /** True when what was found may end without anyone's doing. */
  readonly mayEnd?: true;
  /** Ends the watch. */
  end?(): void;
}

export function describeChange(what: string, before: string, after: string): string {
  return `${what}: before ${before}, after ${after}`;
}

/** Returns a value on one line. */
export function describeValue(value: unknown): string {
  if (typeof value === 'function') return describeFunction(value);
  const text = inspect(value, { depth: 0, breakLength: Number.POSITIVE_INFINITY, maxStringLength: 100 });
  return shorten(text);
}

/** Returns the name of a function, or the start of its text when it has none. */
function describeFunction(value: { readonly name: string }): string {
  const source = shorten(String(value).replace(/\s+/g, ' '));
  return value.name === '' ? source : `function \`${value.name}\` (${source})`;
}

function shorten(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
