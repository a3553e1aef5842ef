import { objectOr } from '../../../../schemas/json/values.js';
import type { Sender } from './contract.js';
import { findBranch } from './payload.js';
import { basic } from './schemes.js';

/**
 * Azure DevOps, which signs nothing: the secret is the password of HTTP Basic.
 * https://learn.microsoft.com/azure/devops/service-hooks/services/webhooks
 */
export const azure: Sender = {
  name: 'azure',
  recognises: (headers) => /^basic /i.test(headers['authorization'] ?? ''),
  isGenuine: basic.isGenuine,
  deliveryId: () => undefined,
  toEvent(_headers, payload) {
    const { eventType, resource } = objectOr(payload);
    if (eventType !== 'git.push') return { kind: 'unrelated' };
    const updates = objectOr(resource)['refUpdates'];
    const branches = (Array.isArray(updates) ? updates : []).flatMap(
      (update) => findBranch(objectOr(update)['name']) ?? [],
    );
    return branches.length > 0 ? { kind: 'push', branches } : { kind: 'unrelated' };
  },
};
