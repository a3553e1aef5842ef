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

function encodeCursor(name: string): string {
  return Buffer.from(`n:${name}`).toString('base64url');
}

function decodeCursor(cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString();
  if (text.startsWith('n:')) return text.slice(2);
  throw new Problem('request_invalid', 'The `cursor` is not one that a list has given', {
    hints: ['Leave `cursor` out to start from the first page.'],
  });
}
