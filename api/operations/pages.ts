import { Problem } from '../../controller/problems/index.js';

export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/**
 * One page of a list sorted by `nameOf`, from the item after the cursor on. The cursor names the last item shown, so
 * that items added or removed in between move nothing.
 * @throws Problem request_invalid for a cursor that is none
 */
export function pageByName<Item>(
  sorted: readonly Item[],
  nameOf: (item: Item) => string,
  limit: number,
  cursor: string | undefined,
): Page<Item> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const start = after === undefined ? 0 : sorted.findIndex((item) => nameOf(item) > after);
  if (start < 0) return { items: [], nextCursor: null };
  const items = sorted.slice(start, start + limit);
  const last = items.at(-1);
  const more = last !== undefined && start + limit < sorted.length;
  return { items, nextCursor: more ? encodeCursor(nameOf(last)) : null };
}

/** Items that are looked at for one page, at most: who sees few of very many goes on with the cursor. */
const mostLookedAt = 5_000;
const batch = 200;

/** A list that is read piece by piece, of which a caller may see a part. */
export interface PartlySeen<Item extends { id: string }> {
  /** So many of the items after one; fewer only at the end. */
  next(after: string | undefined, count: number): Promise<readonly Item[]>;
  isVisible(item: Item): boolean;
}

/**
 * One page of what the caller may see. It is full unless it is the last, or the visible ones are very few.
 * @throws Problem request_invalid for a cursor that is none
 */
export async function pageOfVisible<Item extends { id: string }>(
  { next, isVisible }: PartlySeen<Item>,
  limit: number,
  cursor: string | undefined,
): Promise<Page<Item>> {
  const items: Item[] = [];
  let after = cursor === undefined ? undefined : decodeCursor(cursor);
  let count = limit + 1;
  for (let looked = 0; looked < mostLookedAt; looked += count, count = batch) {
    const found = await next(after, count);
    for (const item of found.filter(isVisible)) {
      if (items.length === limit) return { items, nextCursor: encodeCursor(items.at(-1)?.id ?? '') };
      items.push(item);
    }
    if (found.length < count) return { items, nextCursor: null };
    after = found.at(-1)?.id;
  }
  return { items, nextCursor: encodeCursor(after ?? '') };
}

/**
 * One page of a list sorted by rank. The cursor names the last item shown and its score: should the item be gone
 * meanwhile, the page starts with what ranks behind it.
 * @throws Problem request_invalid for a cursor that is none
 */
export function pageByRank<Item extends { name: string; score: number }>(
  ranked: readonly Item[],
  limit: number,
  cursor: string | undefined,
): Page<Item> {
  const start = cursor === undefined ? 0 : afterRank(ranked, cursor);
  const items = ranked.slice(start, start + limit);
  const last = items.at(-1);
  const more = last !== undefined && start + limit < ranked.length;
  return { items, nextCursor: more ? encode(`q:${last.score}:${last.name}`) : null };
}

function afterRank(ranked: readonly { name: string; score: number }[], cursor: string): number {
  const [, rank, name = ''] = /^q:([\d.e+-]+):(.+)$/s.exec(decode(cursor)) ?? [];
  const score = Number(rank);
  if (Number.isNaN(score)) throw notACursor();
  const at = ranked.findIndex((item) => item.name === name);
  if (at >= 0) return at + 1;
  const behind = ranked.findIndex((item) => item.score < score || (item.score === score && item.name > name));
  return behind < 0 ? ranked.length : behind;
}

export function encodeCursor(name: string): string {
  return encode(`n:${name}`);
}

/** @throws Problem request_invalid */
export function decodeCursor(cursor: string): string {
  const text = decode(cursor);
  // A list names nothing with control characters; some databases cannot even look for them.
  if (/^n:[^\p{Cc}\ufffd]+$/u.test(text)) return text.slice(2);
  throw notACursor();
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}

function decode(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString();
}

export function notACursor(): Problem {
  return new Problem('request_invalid', 'The `cursor` is not one that this list has given', {
    hints: ['Leave `cursor` out to start from the first page.'],
  });
}
