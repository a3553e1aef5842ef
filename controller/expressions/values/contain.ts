import { equals, maxDepth } from './compare.js';
import { isObject, type Json, property } from './json.js';
import { charge, fail, scan } from './run.js';

/** A search for parts that a container must all hold, and its progress. */
interface Search {
  readonly parts: readonly Json[];
  /** One candidate for each part or, with `any`, all candidates for each part. */
  readonly candidates: readonly Json[];
  readonly any: boolean;
  part: number;
  candidate: number;
}

/** Tells if `container` contains `part`; fails for a nesting deeper than jq allows. */
export function holds(container: Json, part: Json): boolean {
  const open: Search[] = [];
  let answer = look(container, part, open);
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    if (answer !== undefined) advance(top, answer);
    if (top.part >= top.parts.length || top.candidate >= top.candidates.length) {
      answer = top.part >= top.parts.length;
      open.pop();
    } else {
      answer = look(top.candidates[top.candidate] as Json, top.parts[top.part] as Json, open);
    }
  }
  return answer === true;
}

/** Continues a search after the check of one candidate for the current part. */
function advance(search: Search, isMatch: boolean): void {
  if (isMatch) {
    search.part++;
    search.candidate = search.any ? 0 : search.part;
  } else {
    search.candidate = search.any ? search.candidate + 1 : search.candidates.length;
  }
}

/** Returns the answer, or undefined after it opened a search for it. */
function look(container: Json, part: Json, open: Search[]): boolean | undefined {
  charge(1);
  if (open.length > maxDepth) return fail('Containment check too deep');
  if (Array.isArray(container) && Array.isArray(part)) {
    open.push({ parts: part, candidates: container, any: true, part: 0, candidate: 0 });
    return undefined;
  }
  if (isObject(container) && isObject(part)) {
    const keys = Object.keys(part);
    charge(1 + (keys.length >> 1));
    if (!keys.every((key) => Object.hasOwn(container, key))) return false;
    const candidates = keys.map((key) => property(container, key));
    open.push({ parts: Object.values(part), candidates, any: false, part: 0, candidate: 0 });
    return undefined;
  }
  if (typeof container === 'string' && typeof part === 'string') {
    scan(container.length * 2);
    return container.includes(part);
  }
  return equals(container, part);
}
