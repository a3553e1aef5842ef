import type { Delivery, Sender } from '../contract.js';
import { pushOf, refOf } from '../payload.js';
import { isHexSignature } from '../signatures.js';

/**
 * Gitea and Forgejo: the bare hex digest. They set GitHub's headers besides, so they are looked for before it.
 * https://docs.gitea.com/usage/webhooks
 */
export const gitea: Sender = {
  name: 'gitea',
  recognises: (headers) =>
    header(headers, 'event') !== undefined || header(headers, 'signature') !== undefined,
  isGenuine: ({ headers, body }, secrets) => isHexSignature(body, header(headers, 'signature'), secrets),
  deliveryId: (headers) => header(headers, 'delivery'),
  eventOf(headers, payload) {
    const event = header(headers, 'event');
    if (event === 'push') return pushOf(payload);
    return event === 'create' || event === 'delete' ? refOf(payload) : { kind: 'unrelated' };
  },
};

function header(headers: Delivery['headers'], name: string): string | undefined {
  return headers[`x-forgejo-${name}`] ?? headers[`x-gitea-${name}`];
}
