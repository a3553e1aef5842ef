/** A change of a text: what stands from `start` up to `end` gives way to `text`. */
export interface Splice {
  start: number;
  end: number;
  text: string;
}

/** @param splices do not overlap; in any order, but those at one place in the order they are to stand */
export function applySplices(text: string, splices: readonly Splice[]): string {
  let result = '';
  let at = 0;
  for (const splice of inOrder(splices)) {
    result += text.slice(at, splice.start) + splice.text;
    at = splice.end;
  }
  return result + text.slice(at);
}

export function inOrder(splices: readonly Splice[]): Splice[] {
  return [...splices].sort((left, right) => left.start - right.start || left.end - right.end);
}

/** The same change without what it leaves as it is at its ends; undefined when that is all. */
export function tighten(text: string, splice: Splice): Splice | undefined {
  const shorter = Math.min(splice.end - splice.start, splice.text.length);
  let head = 0;
  while (head < shorter && text[splice.start + head] === splice.text[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && text[splice.end - 1 - tail] === splice.text.at(-1 - tail)) tail += 1;
  const start = splice.start + head;
  const end = splice.end - tail;
  const kept = splice.text.slice(head, splice.text.length - tail);
  return start === end && kept === '' ? undefined : { start, end, text: kept };
}
