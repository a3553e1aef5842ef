import { Problem } from '../problems/index.js';

/** ms since the epoch. @throws Problem body_invalid for a time that has passed */
export function requireFuture(time: string | null | undefined): number | null {
  if (time === null || time === undefined) return null;
  const at = Date.parse(time);
  if (at > Date.now()) return at;
  throw new Problem('body_invalid', 'The time of expiry has passed', {
    errors: [{ pointer: '/expiresAt', message: 'must be in the future' }],
  });
}
