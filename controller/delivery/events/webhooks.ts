import { createHmac, hash } from 'node:crypto';
import { parseJsonText, toJsonText } from '../../../schemas/json/json-text.js';
import { isSuccess, post } from '../../http-client/post.js';
import type { Delivery, DeliveryOutcome, Message, Sender } from '../outbox/contract.js';
import { type CloudEvent, humanTaskOpened, matchesType, type Occurrence, occurrenceId } from './event.js';

export const webhookChannel = 'webhook';

export interface WebhookTarget {
  Url: string;
  Secret: string;
  Types?: readonly string[] | undefined;
}

/** Returns one message for each receiver whose types match. */
export function webhookMessages(
  targets: readonly WebhookTarget[],
  occurrences: readonly Occurrence[],
  mask: (jsonText: string) => string,
): Message[] {
  return targets.flatMap(({ Url, Types }) =>
    occurrences
      .filter(({ event }) => matchesType(event.type, Types))
      .map((occurrence) => ({
        channel: webhookChannel,
        target: getUrlName(Url),
        id: occurrenceId(occurrence),
        body: mask(toJsonText(occurrence.event)),
      })),
  );
}

/** Returns a name for an address in the database: the address itself may hold a token. */
function getUrlName(url: string): string {
  return `sha256:${hash('sha256', url)}`;
}

/** Returns the link by which an assignee completes a human task; undefined for one to whom it is of no use. */
export type LinkOf = (holder: {
  id: string;
  assignee: string;
  branch: string;
  flow: string;
}) => string | undefined;

/** The data of the event about a new human task. */
interface OpenedTask {
  humanTask: string;
  people: string[];
  branch: string;
  flow: string;
}

/** Adds the links to the event about a new human task: they are not stored. */
function withLinks(body: string, toLink: LinkOf): string {
  if (!body.includes(humanTaskOpened)) return body;
  const event = parseJsonText(body) as CloudEvent;
  // The type also stands in the texts of other events.
  if (event.type !== humanTaskOpened) return body;
  const { humanTask: id, people, ...of } = event.data as unknown as OpenedTask;
  const links = Object.fromEntries(
    people.flatMap((assignee) => {
      const link = toLink({ id, assignee, ...of });
      return link === undefined ? [] : [[assignee, link]];
    }),
  );
  return toJsonText({ ...event, data: { ...event.data, links } });
}

/** Posts events with signatures of Standard Webhooks 1.0 for 24 hours. A receiver that answers 410 gets no retry. */
export function webhookSender(targets: readonly WebhookTarget[], toLink: LinkOf): Sender {
  return {
    keptForMs: 24 * 3_600_000,
    async send(delivery, signal): Promise<DeliveryOutcome> {
      const target = targets.find(({ Url }) => getUrlName(Url) === delivery.target);
      if (!target) return 'gone';
      const { id } = delivery;
      const body = withLinks(delivery.body, toLink);
      const headers = {
        'content-type': 'application/cloudevents+json',
        ...computeSignature({ id, body }, target.Secret),
      };
      const status = await post(target.Url, { headers, body, signal });
      if (isSuccess(status)) return 'delivered';
      if (status === 410) return 'gone';
      throw new Error(`The receiver answered ${status}`);
    },
  };
}

/** Returns the headers of Standard Webhooks: id, time in seconds, HMAC-SHA256 over both and the body. */
export function computeSignature(
  { id, body }: Pick<Delivery, 'id' | 'body'>,
  secret: string,
  now = Date.now(),
) {
  const timestamp = String(Math.floor(now / 1_000));
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
