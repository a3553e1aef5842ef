/** A JSON value (RFC 8259). */
export type Json = null | boolean | number | string | ExactNumber | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };
/** A JSON Schema document, draft 2020-12. */
export type JsonSchema = JsonObject | boolean;

/**
 * A number whose digits no double gives back, such as `7615917337495251231`, `0.10000000000000001` or `1e400`, kept as its
 * digits. Immutable. It is a function that returns the digits, so that `typeof` is not `'object'`: code that walks through
 * values passes it on as it passes a text, where it would take an object apart. `String(…)`, a template and a
 * `JSON.stringify` that does not know of it show the digits as text; `toJsonText` writes them as a number.
 */
export interface ExactNumber {
  (): string;
  readonly isExactNumber: true;
}
