import { randomUUID } from 'node:crypto';
import { parseJsonText } from '../../../schemas/json/json-text.js';
import { textNestsTooDeep } from '../../../schemas/json/nesting.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { findAttributeProblem } from '../../flows/index.js';
import type { IncomingMessage } from '../../runs/contract.js';

/** The type of the event that a message without CloudEvents attributes becomes. */
const messageType = 'svc.message.v1';

/** Why the event has no data, if the message was too large. */
export const omittedAttribute = 'svcomitted';

/** The prefixes of attributes in headers, by the bindings of CloudEvents 1.0 to NATS, AMQP and MQTT. */
const prefixes = ['ce-', 'ce_', 'cloudevents:', 'cloudevents_', ''];
const required = ['specversion', 'id', 'source', 'type'];

/**
 * Returns the event that a message of a connection becomes: the CloudEvent that it is, in structured or binary mode, or
 * else one of the type `svc.message.v1` with the source `/connections/<name>`, the server's id, and the body as `data`.
 * Each has the attribute `svcconnection`; `svcomitted` says why it has no data.
 * @param environment that of the subscription, which may have a server of its own
 */
export function toEvent(
  message: IncomingMessage,
  connection: string,
  environment: string | undefined,
): JsonObject {
  const own = {
    svcconnection: connection,
    ...(message.omitted === undefined ? {} : { [omittedAttribute]: message.omitted }),
  };
  const event = structured(message) ?? binary(message);
  if (event) return { ...event, ...own };
  const { id = randomUUID(), contentType, headers, subject, time = new Date().toISOString() } = message;
  return {
    specversion: '1.0',
    id: environment === undefined ? id : `${environment}/${id}`,
    source: `/connections/${connection}`,
    type: messageType,
    subject,
    time,
    ...getData(message.body, contentType),
    ...(Object.keys(headers).length === 0 ? {} : { headers: { ...headers } }),
    ...own,
  };
}

function structured({ contentType = '', body }: IncomingMessage): JsonObject | undefined {
  if (!/^application\/cloudevents\+json\b/i.test(contentType)) return undefined;
  const event = findJson(findText(body) ?? '');
  return isObject(event ?? null) && isEvent(event as JsonObject) ? (event as JsonObject) : undefined;
}

function binary({ headers, body, contentType }: IncomingMessage): JsonObject | undefined {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const prefix = prefixes.find((each) => required.every((name) => byName.has(each + name)));
  if (prefix === undefined) return undefined;
  const attributes = [...byName].flatMap(([name, value]): [string, Json][] => {
    const attribute = name.slice(prefix.length);
    return name.startsWith(prefix) && /^[a-z0-9]{1,64}$/.test(attribute) ? [[attribute, value]] : [];
  });
  const event = { ...Object.fromEntries(attributes), ...getData(body, contentType) };
  return isEvent(event) ? event : undefined;
}

/** True for an event whose attributes are as CloudEvents 1.0 (3.1) has them; one of a type of svc is no event of others. */
function isEvent(event: JsonObject): boolean {
  if (event['specversion'] !== '1.0' || required.some((name) => event[name] === undefined)) return false;
  return Object.entries(event).every(([name, value]) => findAttributeProblem(name, value) === undefined);
}

/** The body as JSON where it is JSON, else as a text, else in base64. */
function getData(body: Uint8Array, contentType: string | undefined): JsonObject {
  if (body.length === 0) return {};
  const attributes = contentType === undefined ? {} : { datacontenttype: contentType };
  const text = findText(body);
  if (text === undefined) return { ...attributes, data_base64: Buffer.from(body).toString('base64') };
  const isJson = contentType === undefined || /[/+]json\b/i.test(contentType);
  return { ...attributes, data: (isJson ? findJson(text) : undefined) ?? text };
}

function findText(body: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
}

/** Undefined also for JSON that nests so deep that it could not be stored: the message would come again and again. */
function findJson(text: string): Json | undefined {
  if (textNestsTooDeep(text)) return undefined;
  try {
    return parseJsonText(text) as Json;
  } catch {
    return undefined;
  }
}
