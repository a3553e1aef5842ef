import { randomUUID } from 'node:crypto';
import type { Json } from '../../../../schemas/json/types.js';
import { Problem } from '../../../problems/index.js';
import type { RepositoryEvent, Sender, WebhookDelivery } from './contract.js';
import type { DeliveryLog } from './delivery-log.js';
import { senders } from './senders.js';

export interface ReceiverOptions {
  /** Returns the current secrets. */
  secrets(): Promise<readonly string[]>;
  deliveries: DeliveryLog;
  /** Starts the sync that a delivery asks for and returns its id without waiting for its end. */
  begin(event: RepositoryEvent): Promise<string>;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

/** Accepts the webhook deliveries of forges. */
export interface WebhookReceiver {
  /**
   * Checks the signature, starts the sync and records the delivery; a repeated one returns the id of the first sync.
   * @throws Problem signature_invalid, request_invalid
   */
  receive(delivery: WebhookDelivery): Promise<{ syncId: string }>;
}

export function createReceiver(options: ReceiverOptions): WebhookReceiver {
  const { secrets, deliveries, begin, now = Date.now } = options;
  return {
    async receive(delivery) {
      const sender = await authenticate(delivery, await secrets(), now());
      const event = sender.toEvent(delivery.headers, parse(delivery));
      const id = sender.deliveryId(delivery);
      const name = id === undefined ? undefined : `${sender.name} ${id}`;
      const earlier = name === undefined ? undefined : await deliveries.find(name);
      if (earlier !== undefined) return { syncId: earlier };
      // Started before it is recorded: after a crash in between, the repeated delivery starts the sync again.
      const syncId = event.kind === 'unrelated' ? randomUUID() : await begin(event);
      return { syncId: name === undefined ? syncId : await deliveries.note(name, syncId, now()) };
    },
  };
}

async function authenticate(
  delivery: WebhookDelivery,
  secrets: readonly string[],
  now: number,
): Promise<Sender> {
  const sender = senders.find((candidate) => candidate.recognises(delivery.headers));
  if (!sender) {
    throw new Problem('signature_invalid', 'The delivery carries no signature svc knows', {
      hints: [
        'Set a secret in the webhook of the forge: svc knows the signatures of GitHub, Gitea, Forgejo, Gogs, GitLab, Bitbucket and Standard Webhooks, and the password of Azure DevOps.',
      ],
    });
  }
  if (secrets.length === 0) {
    throw new Problem('signature_invalid', 'This installation has no secret to check a delivery with', {
      hints: ['Set `Git.WebhookSecrets` to the secret of the webhook.'],
    });
  }
  if (!sender.isGenuine(delivery, secrets, now)) {
    throw new Problem('signature_invalid', `The signature (${sender.name}) does not fit the delivery`);
  }
  return sender;
}

function parse({ headers, body }: WebhookDelivery): Json {
  // A test delivery of some senders has no body at all.
  if (body.byteLength === 0) return {};
  try {
    const text = Buffer.from(body).toString('utf8');
    // GitHub and Gitea can send the JSON as the field `payload` of a form.
    const isForm = headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded');
    return JSON.parse(isForm ? (new URLSearchParams(text).get('payload') ?? '') : text) as Json;
  } catch (cause) {
    throw new Problem('request_invalid', 'The body of the delivery is not valid JSON', {
      hints: ['Choose `application/json` as the content type of the webhook.'],
      cause,
    });
  }
}
