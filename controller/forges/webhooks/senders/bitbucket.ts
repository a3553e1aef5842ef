import type { Json } from '../../../../schemas/json.js';
import type { Sender } from '../contract.js';
import { listOf, objectOf } from '../payload.js';
import { isHexSignature } from '../signatures.js';

/**
 * Bitbucket Cloud (`repo:push`) and Data Center (`repo:refs_changed`): `X-Hub-Signature: sha256=`.
 * https://support.atlassian.com/bitbucket-cloud/docs/manage-webhooks/
 */
export const bitbucket: Sender = {
  name: 'bitbucket',
  recognises: (headers) => headers['x-event-key'] !== undefined,
  isGenuine: ({ headers, body }, secrets) =>
    isHexSignature(body, /^sha256=(.*)$/.exec(headers['x-hub-signature'] ?? '')?.[1], secrets),
  deliveryId: (headers) => headers['x-request-uuid'] ?? headers['x-request-id'],
  eventOf(headers, payload) {
    const event = headers['x-event-key'];
    if (event !== 'repo:push' && event !== 'repo:refs_changed') return { kind: 'unrelated' };
    const changes =
      event === 'repo:push' ? objectOf(objectOf(payload)['push'])['changes'] : objectOf(payload)['changes'];
    const branches = listOf(changes).flatMap(event === 'repo:push' ? cloudBranches : dataCenterBranches);
    return branches.length > 0 ? { kind: 'push', branches: [...new Set(branches)] } : { kind: 'unrelated' };
  },
};

/** `old` is null for a new branch, `new` for a deleted one. */
function cloudBranches(change: Json): string[] {
  const sides = [objectOf(change)['new'], objectOf(change)['old']].map(objectOf);
  return sides.flatMap(({ type, name }) => (type === 'branch' && typeof name === 'string' ? [name] : []));
}

function dataCenterBranches(change: Json): string[] {
  const { type, displayId } = objectOf(objectOf(change)['ref']);
  return type === 'BRANCH' && typeof displayId === 'string' ? [displayId] : [];
}
