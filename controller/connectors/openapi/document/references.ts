import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { decodeStep, isObject, objectOr } from '../../../../schemas/json/values.js';
import { shortened } from '../../../../schemas/shortened.js';

/** The reason why an operation cannot be called. */
export class UnusableError extends Error {
  override name = 'UnusableError';

  /** @param hint what to do, as a sentence */
  constructor(
    message: string,
    readonly hint?: string,
  ) {
    super(message);
  }
}

/** The most references that lead from one to the next. */
const maxHops = 50;

/** Returns the value, or what its `$ref` leads to in the same document. @throws UnusableError */
export function resolved(root: JsonObject, value: Json | undefined): Json | undefined {
  let resolvedValue = value;
  for (let hops = 0; isObject(resolvedValue) && typeof resolvedValue['$ref'] === 'string'; hops++) {
    if (hops === maxHops) throw new UnusableError(`${named(resolvedValue['$ref'])} leads to itself`);
    resolvedValue = target(root, resolvedValue['$ref']);
  }
  return resolvedValue;
}

/** As `resolved`, with an empty object in place of any other value. */
export function resolvedObject(root: JsonObject, value: Json | undefined): JsonObject {
  return objectOr(resolved(root, value));
}

/** Returns the place that a reference names. @throws UnusableError */
function target(root: JsonObject, reference: string): Json {
  if (!reference.startsWith('#')) {
    throw new UnusableError(`${named(reference)} leads to another document, which is not read`);
  }
  let current: Json | undefined = root;
  for (const step of reference.slice(1).split('/').slice(1)) {
    current = findMember(current, decoded(step));
    if (current === undefined) throw new UnusableError(`${named(reference)} leads to nothing`);
  }
  if (/^#./.test(reference) && !reference.startsWith('#/')) {
    throw new UnusableError(`${named(reference)} is no path in the document`);
  }
  return current;
}

function findMember(value: Json | undefined, name: string): Json | undefined {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return (value as JsonObject)[name];
}

function decoded(step: string): string {
  try {
    return decodeStep(decodeURIComponent(step));
  } catch {
    return decodeStep(step);
  }
}

function named(reference: string): string {
  return `the reference \`${shortened(reference, 100)}\``;
}
