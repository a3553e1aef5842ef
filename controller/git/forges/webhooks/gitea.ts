import type { Sender, WebhookDelivery } from './contract.js';
import { getPullRequest, getPush, getRef } from './payload.js';
import { isHmac } from './signatures.js';

/**
 * Gitea, Forgejo and Gogs: the bare hex digest. Gitea and Forgejo also set GitHub's headers, so this
 * sender comes before GitHub.
 * https://docs.gitea.com/usage/webhooks
 */
export const gitea: Sender = {
  name: 'gitea',
  recognises: (headers) =>
    header(headers, 'event') !== undefined || header(headers, 'signature') !== undefined,
  isGenuine: ({ headers, body }, secrets) => isHmac([body], header(headers, 'signature'), secrets),
  deliveryId: ({ headers }) => header(headers, 'delivery'),
  toEvent(headers, payload) {
    const event = header(headers, 'event');
    if (event === 'push') return getPush(payload);
    // `pull_request_sync` names the kind of a push in a header of its own, in newer versions.
    if (event === 'pull_request' || event === 'pull_request_sync') return getPullRequest(payload);
    return event === 'create' || event === 'delete' ? getRef(payload) : { kind: 'unrelated' };
  },
};

function header(headers: WebhookDelivery['headers'], name: string): string | undefined {
  return headers[`x-forgejo-${name}`] ?? headers[`x-gitea-${name}`] ?? headers[`x-gogs-${name}`];
}
