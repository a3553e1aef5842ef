import type { FastifyRequest } from 'fastify';
import { Problem } from '../../controller/problems/index.js';
import type { Json, JsonObject } from '../../schemas/json.js';
import { mediaTypeOf } from './bodies.js';
import { bodyKindOf } from './served-flow.js';

const structured = ['application/cloudevents+json', 'application/cloudevents-batch+json'];

/**
 * What a request brings, in the JSON format (CloudEvents 1.0, HTTP binding): a structured event or a batch as it is; in
 * binary mode one event, with its attributes in `ce-` headers and the body as its data.
 * @throws Problem unsupported_media_type, request_invalid
 */
export function eventsOf({ headers, body }: FastifyRequest): Json {
  const type = mediaTypeOf(headers['content-type']);
  const isBinary = headers['ce-specversion'] !== undefined;
  if (structured.includes(type) || (type === 'application/json' && !isBinary)) return (body ?? null) as Json;
  if (!isBinary) {
    throw new Problem('unsupported_media_type', 'The body is no CloudEvent', {
      hints: [`Send \`Content-Type: ${structured.join('` or `')}\`, or the attributes in \`ce-\` headers.`],
    });
  }
  const event: JsonObject = {};
  for (const [name, value] of Object.entries(headers)) {
    if (name.startsWith('ce-'))
      event[name.slice('ce-'.length)] = textOf(name, [value ?? []].flat().join(', '));
  }
  if (headers['content-type'] !== undefined) event['datacontenttype'] = headers['content-type'];
  if (body === null || body === undefined) return event;
  return { ...event, [bodyKindOf(type) === 'base64' ? 'data_base64' : 'data']: body as Json };
}

/** Values are percent-encoded (HTTP binding, 3.1.3.2). */
function textOf(name: string, value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw new Problem('request_invalid', `The header \`${name}\` is not percent-encoded UTF-8`, {
      hints: ['Write `%` as `%25`.'],
    });
  }
}
