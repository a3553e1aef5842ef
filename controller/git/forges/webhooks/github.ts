import type { Sender } from './contract.js';
import { getPullRequest, getPush, getRef } from './payload.js';
import { github as scheme } from './schemes.js';

/** https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries */
export const github: Sender = {
  name: 'github',
  recognises: (headers) =>
    headers['x-github-event'] !== undefined || headers['x-hub-signature-256'] !== undefined,
  isGenuine: scheme.isGenuine,
  deliveryId: scheme.deliveryId,
  toEvent(headers, payload) {
    const event = headers['x-github-event'];
    // Some senders sign like GitHub and give no event.
    if (event === 'push' || event === undefined) return getPush(payload);
    if (event === 'pull_request') return getPullRequest(payload);
    return event === 'create' || event === 'delete' ? getRef(payload) : { kind: 'unrelated' };
  },
};
