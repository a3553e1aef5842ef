import type { Json, JsonSchema } from '../../schemas/json/types.js';

/**
 * The largest cost of a schema that is compiled on the event loop: each part takes 50 to 200 µs, and nothing interrupts the
 * compiler.
 */
const maxCost = 64;

/** Keywords whose values the compiler does not read, or hardly. */
const unread = new Set(
  '$schema $id $comment title description default examples example enum const deprecated readOnly writeOnly'.split(
    ' ',
  ),
);

/** Parts that a reference counts as: the schema that it leads to may be compiled in its place. */
const referenceParts = 5;

/** Returns true for a schema that is compiled in less than 10 ms; looks at no more of it than is needed for that. */
export function isQuicklyCompiled(schema: JsonSchema): boolean {
  const left: [keyword: string, value: Json][] = [['', schema]];
  let cost = 0;
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [keyword, value] = next;
    if (unread.has(keyword)) cost += sizeWithin(value, maxCost * 64) / 64;
    else {
      cost += 1;
      if (keyword === '$ref' || keyword === '$dynamicRef') cost += referenceParts;
      if (keyword === 'pattern' && typeof value === 'string') cost += patternCost(value);
      if (typeof value === 'object' && value !== null) {
        if (cost + Object.keys(value).length > maxCost) return false;
        for (const [name, inner] of Object.entries(value)) {
          if (keyword === 'patternProperties') cost += patternCost(name);
          left.push([name, inner]);
        }
      }
    }
    if (cost > maxCost) return false;
  }
  return true;
}

/** Returns the cost of compiling a pattern, as parts of a schema: repeats are written out, also one inside the other. */
export function patternCost(pattern: string): number {
  const repeats = [...pattern.matchAll(/\{(\d{1,4})(?:,(\d{0,4}))?\}/g)].map(([, min, max]) =>
    Math.max(Number(min), Number(max ?? 0), 1),
  );
  // Names of categories stand for hundreds of ranges.
  const width = /\\[pP]/.test(pattern) ? 8 : 1;
  // A group that repeats may hold the other repeats.
  const inside = pattern.includes('){') ? repeats.reduce((all, each) => all * each, pattern.length / 16) : 0;
  const beside = pattern.length / 16 + repeats.reduce((all, each) => all + each, 0) / 4;
  return (inside + beside) * width;
}

/** Returns the number of values in a value, itself included, or more than `max`. */
export function sizeWithin(value: Json, max: number): number {
  const left: Json[] = [value];
  let size = 0;
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    size += 1;
    if (typeof next !== 'object' || next === null) continue;
    const members = Object.values(next);
    if (size + members.length > max) return max + 1;
    left.push(...members);
  }
  return size;
}
