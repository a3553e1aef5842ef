import { Problem } from '../../../problems/index.js';

/** Names of users, API keys and shares: the names of entities, and dots. */
export const namePattern = '^[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?$';
const shape = new RegExp(namePattern);

export interface WriteOptions {
  /** Checks everything and changes nothing. */
  dryRun?: boolean | undefined;
}

/** @throws Problem body_invalid */
export function requireName(name: string): void {
  if (shape.test(name) && !/^platform([-.]|$)/.test(name)) return;
  throw new Problem('body_invalid', 'The name cannot be used', {
    errors: [
      {
        pointer: '/name',
        message: 'takes small letters, digits, `-` and `.`, 63 at most, and does not start with `platform`',
      },
    ],
  });
}

export function nameTaken(kind: string, name: string): Problem {
  return new Problem('name_taken', `There is a ${kind} \`${name}\` already`);
}

/** Returns ms since the epoch. @throws Problem body_invalid for a time that has passed */
export function requireFuture(time: string | null | undefined): number | null {
  if (time === null || time === undefined) return null;
  const at = Date.parse(time);
  if (at > Date.now()) return at;
  throw new Problem('body_invalid', 'The time of expiry has passed', {
    errors: [{ pointer: '/expiresAt', message: 'must be in the future' }],
  });
}

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms);
}

/** Returns ms since the epoch. */
export function msOrNull(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}
