import { Problem } from '../../../controller/problems/index.js';

export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

/**
 * Returns one page of a list sorted by `getName`, starting after the cursor. The cursor names the last item shown, so that
 * items added or removed meanwhile shift nothing.
 * @throws Problem request_invalid for a malformed cursor
 */
export function pageByName<Item>(
  sorted: readonly Item[],
  getName: (item: Item) => string,
  limit: number,
  cursor: string | undefined,
): Page<Item> {
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const start = after === undefined ? 0 : sorted.findIndex((item) => getName(item) > after);
  if (start < 0) return { items: [], nextCursor: null };
  const items = sorted.slice(start, start + limit);
  const last = items.at(-1);
  const more = last !== undefined && start + limit < sorted.length;
  return { items, nextCursor: more ? encodeCursor(getName(last)) : null };
}

/** Items read for one page, at most; a caller who may see few of very many continues with the cursor. */
const maxLookedAt = 5_000;
const batch = 200;

/**
 * Returns one page of the items that the caller may see. It is full unless it is the last, or visible items are rare.
 * @param next returns `count` items after one; fewer only at the end
 * @throws Problem request_invalid for a malformed cursor
 */
export async function pageOfVisible<Item extends { id: string }>(
  next: (after: string | undefined, count: number) => Promise<readonly Item[]>,
  isVisible: (item: Item) => boolean,
  limit: number,
  cursor: string | undefined,
): Promise<Page<Item>> {
  const items: Item[] = [];
  let after = cursor === undefined ? undefined : decodeCursor(cursor);
  let count = limit + 1;
  for (let looked = 0; looked < maxLookedAt; looked += count, count = batch) {
    const page = await next(after, count);
    for (const item of page.filter(isVisible)) {
      if (items.length === limit) return { items, nextCursor: encodeCursor(items.at(-1)?.id ?? '') };
      items.push(item);
    }
    if (page.length < count) return { items, nextCursor: null };
    after = page.at(-1)?.id;
  }
  return { items, nextCursor: encodeCursor(after ?? '') };
}

/**
 * As `pageOfVisible`, for a list that is searched: a page of it may be short before its end, and so may be the page that this returns.
 * @param next returns up to `count` items after one, and the place to go on; null at the end
 * @throws Problem request_invalid for a malformed cursor
 */
export async function pageOfSearched<Item extends { id: string }>(
  next: (after: string | undefined, count: number) => Promise<Page<Item>>,
  isVisible: (item: Item) => boolean,
  limit: number,
  cursor: string | undefined,
): Promise<Page<Item>> {
  const items: Item[] = [];
  let after = cursor === undefined ? undefined : decodeCursor(cursor);
  let count = limit;
  for (let looked = 0; looked < maxLookedAt; looked += count, count = batch) {
    const page = await next(after, count);
    for (const [index, item] of page.items.entries()) {
      if (!isVisible(item)) continue;
      items.push(item);
      if (items.length < limit) continue;
      const isEnd = page.nextCursor === null && index === page.items.length - 1;
      return { items, nextCursor: isEnd ? null : encodeCursor(item.id) };
    }
    if (page.nextCursor === null) return { items, nextCursor: null };
    after = page.nextCursor;
    // The search has come to its bounds.
    if (page.items.length < count) break;
  }
  return { items, nextCursor: encodeCursor(after ?? '') };
}

/**
 * Returns one page of a list sorted by rank. The cursor names the last item shown and its score: if the item no longer
 * exists, the page starts with the next lower rank.
 * @throws Problem request_invalid for a malformed cursor
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
  // No name has control characters, and some databases cannot search for them.
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
  return new Problem('request_invalid', 'The `cursor` does not come from this list', {
    hints: ['Leave `cursor` out to start from the first page.'],
  });
}
