import { isObject, type Json, property } from '../json.js';
import { charge, fail, scan } from '../runtime/run.js';
import { equals, MAX_DEPTH } from './compare.js';

/** Parts that must all be found in a container, and the place where the search for them stands. */
interface Search {
  readonly parts: readonly Json[];
  /** Where to look: one candidate for each part, or any of them. */
  readonly candidates: readonly Json[];
  readonly any: boolean;
  part: number;
  candidate: number;
}

/** Whether `container` contains `part`, which may be nested as deep as jq allows; fails beyond. */
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

/** Goes on after one candidate was found to hold the part at hand, or not to. */
function advance(search: Search, found: boolean): void {
  if (found) {
    search.part++;
    search.candidate = search.any ? 0 : search.part;
  } else {
    search.candidate = search.any ? search.candidate + 1 : search.candidates.length;
  }
}

/** The answer where it is plain; undefined when a search was opened that will tell. */
function look(container: Json, part: Json, open: Search[]): boolean | undefined {
  charge(1);
  if (open.length > MAX_DEPTH) return fail('Containment check too deep');
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
