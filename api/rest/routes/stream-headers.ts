import type { FastifyRequest } from 'fastify';
import { Problem } from '../../../controller/problems/index.js';
import type { JsonObject } from '../../../schemas/json.js';
import { acceptsEventStream } from '../accept.js';
import type { Input } from '../binding.js';

/** Of routes that can be listened to. */
export const lastEventId: Readonly<Record<string, JsonObject>> = {
  'last-event-id': { type: 'string', description: 'The event a lost stream goes on after.' },
};

/** `follow` for whoever asks for server-sent events, `after` from where the stream was lost. */
export function streamHeaders({ headers }: FastifyRequest, input: Input): void {
  input['follow'] = acceptsEventStream(headers.accept);
  const last = headers['last-event-id'];
  if (last !== undefined) input['after'] = parseEventId(String(last));
}

function parseEventId(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new Problem('request_invalid', '`Last-Event-ID` is not the id of an event of this stream', {
    hints: ['Leave the header out to read from the start.'],
  });
}
