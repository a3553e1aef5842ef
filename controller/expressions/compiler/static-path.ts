import type { Json } from '../json.js';
import type { Node } from '../syntax/ast.js';

/** Reads a path the short way; undefined when it takes the long one (something missing, null or unfit). */
export type QuickRead = (input: Json) => Json | undefined;

/** Evaluations after which a path is worth code of its own. */
const WARM = 16;

/** Names that no prototype of a JSON value knows: reading one finds a member of an object, or nothing. */
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

/** The names of a plain path such as `.a.b.c`; undefined for any other expression. */
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
 * A reader for a plain path. JavaScript optimises a property read by what passed that very place in the
 * code, so a path in use gets code of its own; only identifiers checked above go into it.
 */
export function quickRead(names: readonly string[]): QuickRead {
  let count = 0;
  let read: QuickRead = () => {
    if (++count === WARM) read = generate(names) ?? read;
    return undefined;
  };
  return (input) => read(input);
}

/** Readers by path: those of the same path serve all programs. */
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
    // Node may have been told not to make code from strings.
    return undefined;
  }
}
