import type { Json } from '../../../../schemas/json/types.js';
import { objectOr } from '../../../../schemas/json/values.js';
import type { Sender } from './contract.js';
import { isHmac } from './signatures.js';

/**
 * Bitbucket Cloud (`repo:push`) and Data Center (`repo:refs_changed`): `X-Hub-Signature: sha256=`.
 * https://support.atlassian.com/bitbucket-cloud/docs/manage-webhooks/
 */
export const bitbucket: Sender = {
  name: 'bitbucket',
  recognises: (headers) => headers['x-event-key'] !== undefined,
  isGenuine: ({ headers, body }, secrets) =>
    isHmac([body], /^sha256=(.*)$/.exec(headers['x-hub-signature'] ?? '')?.[1], secrets),
  deliveryId: ({ headers }) => headers['x-request-uuid'] ?? headers['x-request-id'],
  toEvent(headers, payload) {
    const event = headers['x-event-key'];
    if (/^(?:pullrequest:(?:created|updated)|pr:(?:opened|modified|from_ref_updated))$/.test(event ?? ''))
      return { kind: 'pull-request' };
    if (event !== 'repo:push' && event !== 'repo:refs_changed') return { kind: 'unrelated' };
    const changes =
      event === 'repo:push' ? objectOr(objectOr(payload)['push'])['changes'] : objectOr(payload)['changes'];
    const branches = (Array.isArray(changes) ? changes : []).flatMap(
      event === 'repo:push' ? cloudBranches : dataCenterBranches,
    );
    return branches.length > 0 ? { kind: 'push', branches: [...new Set(branches)] } : { kind: 'unrelated' };
  },
};

/** `old` is null for a new branch, `new` for a deleted one. */
function cloudBranches(change: Json): string[] {
  const sides = [objectOr(change)['new'], objectOr(change)['old']].map(objectOr);
  return sides.flatMap(({ type, name }) => (type === 'branch' && typeof name === 'string' ? [name] : []));
}

function dataCenterBranches(change: Json): string[] {
  const { type, displayId } = objectOr(objectOr(change)['ref']);
  return type === 'BRANCH' && typeof displayId === 'string' ? [displayId] : [];
}
