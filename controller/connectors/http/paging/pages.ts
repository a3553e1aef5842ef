import { hash } from 'node:crypto';
import { toJsonText } from '../../../../schemas/json/json-text.js';
import type { Json } from '../../../../schemas/json/types.js';
import { ConnectorError } from '../../contract/connector.js';

/** A page of a list. */
export interface Page<Place> {
  readonly items: readonly Json[];
  /** The place of the next page; undefined after the last one. */
  readonly next: Place | undefined;
  /** Bytes of the answer. */
  readonly size: number;
}

interface PageRules {
  /** The most items that are returned; without it, all. */
  readonly limit?: number | undefined;
  /** The most pages: a list that goes on after them is an error. */
  readonly pages: number;
  readonly signal: AbortSignal;
}

/** The most bytes of all pages together. */
const maxBytes = 8 * 1024 * 1024;

/**
 * Returns the items of a list that a server gives in pages, in their order. No server makes this go on without an end: it
 * fails at a place that was asked for before, after the most pages, and beyond 8 MiB.
 * @throws ConnectorError; the reason of the signal; and as `ask` does
 */
export async function collectPages<Place>(
  first: Place,
  ask: (place: Place, index: number) => Promise<Page<Place>>,
  { limit = Number.POSITIVE_INFINITY, pages, signal }: PageRules,
): Promise<Json[]> {
  const collected: Json[] = [];
  const cursors = new Set<string>();
  let place = first;
  let bytes = 0;
  for (let index = 0; index < pages; index++) {
    signal.throwIfAborted();
    const { items, next, size } = await ask(place, index);
    bytes += size;
    if (bytes > maxBytes) throw unreadable(`the pages have more than ${maxBytes} bytes together`);
    for (const item of items.slice(0, limit - collected.length)) collected.push(item);
    if (collected.length >= limit || next === undefined) return collected;
    cursors.add(digest(place));
    if (cursors.has(digest(next)))
      throw unreadable('the server names a page as the next one that was read before');
    place = next;
  }
  throw unreadable(`the list goes on after ${pages} pages`);
}

function digest(place: unknown): string {
  return hash('sha256', toJsonText(place));
}

/** @param detail what is wrong with the pages */
export function unreadable(detail: string): ConnectorError {
  return new ConnectorError('communication', 502, 'Pages not readable', detail);
}
