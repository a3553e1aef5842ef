import type { Json, JsonObject } from '../../schemas/json.js';
import { parseDuration } from '../library/index.js';
import { shortened } from '../problems/index.js';
import { StoreError } from './contract.js';

const longestKey = 512;
const mostListed = 1_000;
const listedUnlessSaid = 100;

/** @throws StoreError */
export function keyOf(input: JsonObject): string {
  return nameIn(input, 'key', 1);
}

/** When an entry written now expires: after the step's own `ttl`, else the store's; null for never. @throws StoreError */
export function expiryOf(input: JsonObject, usual: number | undefined, now: number): number | null {
  const { ttl } = input;
  const ms = ttl === undefined ? (usual ?? { never: true }) : parseDuration(ttl);
  if (typeof ms === 'number') {
    if (ms <= 0) throw new StoreError('`ttl` must be longer than nothing');
    return now + ms;
  }
  if ('problem' in ms) throw new StoreError(`\`ttl\` ${ms.problem}`);
  return null;
}

/** @throws StoreError */
export function incrementOf(input: JsonObject): number {
  const { by = 1 } = input;
  if (typeof by === 'number' && Number.isFinite(by)) return by;
  throw new StoreError(`\`by\` must be a number, not ${shown(by)}`);
}

export interface Listing {
  prefix: string;
  /** Only keys behind this one. */
  after: string;
  limit: number;
}

/** @throws StoreError */
export function listingOf(input: JsonObject): Listing {
  const { limit = listedUnlessSaid } = input;
  if (typeof limit !== 'number' || !Number.isInteger(limit) || limit < 1 || limit > mostListed) {
    throw new StoreError(`\`limit\` must be a whole number from 1 to ${mostListed}, not ${shown(limit)}`);
  }
  const prefix = input['prefix'] === undefined ? '' : nameIn(input, 'prefix', 0);
  const after = input['after'] === undefined ? '' : nameIn(input, 'after', 0);
  return { prefix, after, limit };
}

/** A key, or a part of one: text that a database keeps as it is. */
function nameIn(input: JsonObject, member: string, shortest: number): string {
  const value = input[member] ?? null;
  if (typeof value !== 'string') {
    const hint = typeof value === 'number' ? '; `tostring` makes it one' : '';
    throw new StoreError(`\`${member}\` must be a string, not ${shown(value)}${hint}`);
  }
  if (value.length < shortest || value.length > longestKey) {
    throw new StoreError(
      `\`${member}\` must have ${shortest} to ${longestKey} characters, not ${value.length}`,
    );
  }
  if (/[\p{Cc}\p{Cs}\u{10FFFF}]/u.test(value)) {
    throw new StoreError(`\`${member}\` must not have control characters or others that are no text`);
  }
  return value;
}

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return `\`${shortened(text, 40)}\``;
}
