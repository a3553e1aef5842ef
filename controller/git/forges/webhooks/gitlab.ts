import { objectOr } from '../../../../schemas/json/values.js';
import type { Sender } from './contract.js';
import { getPush } from './payload.js';
import { gitlab as scheme } from './schemes.js';

/**
 * GitLab: a signature of Standard Webhooks where the hook has a signing token, else the secret itself.
 * https://docs.gitlab.com/user/project/integrations/webhooks/
 */
export const gitlab: Sender = {
  name: 'gitlab',
  recognises: (headers) => headers['x-gitlab-event'] !== undefined || headers['x-gitlab-token'] !== undefined,
  isGenuine: scheme.isGenuine,
  deliveryId: scheme.deliveryId,
  toEvent(_headers, payload) {
    const { object_kind: kind, event_name: name } = objectOr(payload);
    if (kind === 'push' || name === 'push') return getPush(payload);
    if (kind === 'merge_request') return { kind: 'pull-request' };
    // A system hook that lists all refs of a push.
    return name === 'repository_update' ? { kind: 'unknown' } : { kind: 'unrelated' };
  },
};
