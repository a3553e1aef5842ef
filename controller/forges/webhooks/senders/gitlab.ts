import type { Sender } from '../contract.js';
import { objectOf, pushOf } from '../payload.js';
import { isSecret, isStandardSignature } from '../signatures.js';

/**
 * GitLab: a signature as Standard Webhooks has it where the hook has a signing token, else the secret itself.
 * https://docs.gitlab.com/user/project/integrations/webhooks/
 */
export const gitlab: Sender = {
  name: 'gitlab',
  recognises: (headers) => headers['x-gitlab-event'] !== undefined || headers['x-gitlab-token'] !== undefined,
  isGenuine(delivery, secrets, now) {
    const isSigned = delivery.headers['webhook-signature'] !== undefined;
    return isSigned
      ? isStandardSignature(delivery, secrets, now)
      : isSecret(delivery.headers['x-gitlab-token'], secrets);
  },
  // The event's own id is shared by all hooks it sets off, one after the other.
  deliveryId: (headers) =>
    headers['webhook-id'] ?? headers['idempotency-key'] ?? headers['x-gitlab-event-uuid'],
  eventOf(_headers, payload) {
    const { object_kind: kind, event_name: name } = objectOf(payload);
    if (kind === 'push' || name === 'push') return pushOf(payload);
    // A system hook that tells of all refs a push moved.
    return name === 'repository_update' ? { kind: 'unknown' } : { kind: 'unrelated' };
  },
};
