import type { FastifyRequest } from 'fastify';
import { Problem } from '../../../controller/problems/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { getBodyKind } from '../../http/bodies.js';
import { getMediaType, getStream, lastEventId, readStreamHeaders } from '../../http/headers.js';
import { platformPath, type Route, route } from '../shared/route.js';
import { followEvents, publishEvents } from './operations.js';

const events = `${platformPath}/events`;

export const eventRoutes: readonly Route[] = [
  route('GET', events, followEvents, {
    query: ['type', 'after'],
    requestHeaders: lastEventId,
    answers: getStream('CloudEvents, as server-sent events.'),
    headers(request, input) {
      readStreamHeaders(request, input);
      input['follow'] = true;
    },
  }),
  route('POST', events, publishEvents, {
    anyRequest: true,
    body: 'events',
    bodyTypes: ['application/cloudevents+json', 'application/cloudevents-batch+json', 'application/json'],
    statuses: [202],
    headers(request, input) {
      input['events'] = getEvents(request);
    },
  }),
];

const structured = ['application/cloudevents+json', 'application/cloudevents-batch+json'];

/**
 * Returns the events of a request in the JSON format (CloudEvents 1.0, HTTP binding): a structured event or a batch as it
 * is; in binary mode one event, with its attributes in `ce-` headers and the body as its data.
 * @throws Problem unsupported_media_type, request_invalid
 */
function getEvents({ headers, body }: FastifyRequest): Json {
  const type = getMediaType(headers['content-type']);
  const isBinary = headers['ce-specversion'] !== undefined;
  if (structured.includes(type) || (type === 'application/json' && !isBinary)) return (body ?? null) as Json;
  if (!isBinary) {
    throw new Problem('unsupported_media_type', 'The body is not a CloudEvent', {
      hints: [`Send \`Content-Type: ${structured.join('` or `')}\`, or the attributes in \`ce-\` headers.`],
    });
  }
  const event: JsonObject = {};
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith('ce-'))
      event[name.slice('ce-'.length)] = toText(name, [value ?? []].flat().join(', '));
  }
  if (headers['content-type'] !== undefined) event['datacontenttype'] = headers['content-type'];
  if (body === null || body === undefined) return event;
  return { ...event, [getBodyKind(type) === 'base64' ? 'data_base64' : 'data']: body as Json };
}

/** Decodes a header's value, which is percent-encoded (HTTP binding, 3.1.3.2). */
function toText(name: string, value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new Problem('request_invalid', `The header \`${name}\` is not percent-encoded UTF-8`, {
      hints: ['Write `%` as `%25`.'],
    });
  }
}
