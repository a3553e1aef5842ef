import { Problem } from '../problems/index.js';

/** Names of users, keys and shares; those of entities, and dots besides. */
export const namePattern = '^[a-z0-9]([a-z0-9.-]{0,61}[a-z0-9])?$';
const shape = new RegExp(namePattern);

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

/** @throws Problem name_taken */
export function nameTaken(kind: string, name: string): Problem {
  return new Problem('name_taken', `There is a ${kind} \`${name}\` already`);
}

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

export function isoOrNull(ms: number | null): string | null {
  return ms === null ? null : iso(ms);
}
