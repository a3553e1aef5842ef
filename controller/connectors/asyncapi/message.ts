import type { Json, JsonObject, JsonSchema } from '../../../schemas/json/types.js';
import { isObject, member } from '../../../schemas/json/values.js';
import { decodeMessage } from '../contract/messages.js';
import { UnusableError } from '../openapi/document/references.js';
import { SchemaConverter, toObject } from '../openapi/schema/convert.js';
import { type FlowMessage, valueAt } from './address.js';
import { withTraits } from './document.js';
import type { AsyncOperation } from './operation.js';

/** The most messages of one operation that are read. */
const maxMessages = 100;
const usualType = 'application/json';

/** The messages that an operation may have. @throws UnusableError */
export function getMessages(root: JsonObject, { messages }: AsyncOperation): JsonObject[] {
  return messages.slice(0, maxMessages).map((each) => withTraits(root, each));
}

/** The media type of what is sent, which must be JSON. @throws UnusableError */
export function getContentType(root: JsonObject, messages: readonly JsonObject[]): string {
  const types = messages.map((each) =>
    String(each['contentType'] ?? root['defaultContentType'] ?? usualType),
  );
  const json = types.find((type) => /[/+]json\b/i.test(type));
  if (json !== undefined || types.length === 0) return json ?? usualType;
  const message = `messages of the type \`${String(types[0]).slice(0, 100)}\` cannot be sent`;
  throw new UnusableError(message, 'The payload of a call is sent as JSON.');
}

/**
 * The schema of `{ payload, headers }` of what is sent; of several messages, one must fit. Schemas of other languages, such as
 * Avro, take any value.
 * @throws UnusableError for a reference that leads nowhere
 */
export function getInput(root: JsonObject, messages: readonly JsonObject[]): JsonSchema {
  const converter = new SchemaConverter({ root, version: '3.1' }, 'readOnly');
  const forms = messages.map((message): JsonObject => {
    const { payload, headers } = message;
    const plain = isPlain(message);
    const properties = {
      payload: plain ? converter.convert(schemaIn(payload)) : true,
      headers: converter.convert(schemaIn(headers)),
    };
    return { type: 'object', properties };
  });
  if (forms.length === 1) {
    const { properties } = forms[0] as { properties: JsonObject };
    return toObject(properties, [], converter.definitions());
  }
  const any = toObject({ payload: true, headers: true }, [], converter.definitions());
  return forms.length === 0 ? any : { ...any, anyOf: forms };
}

/** Version 3 may have the schema beside the name of its language. */
function schemaIn(value: Json | undefined): Json | undefined {
  return isObject(value) && isObject(value['schema']) && typeof value['schemaFormat'] === 'string'
    ? value['schema']
    : value;
}

function isPlain({ schemaFormat, payload }: JsonObject): boolean {
  const within = isObject(payload) ? member(payload, 'schemaFormat') : undefined;
  const format = String(within ?? schemaFormat ?? 'application/vnd.aai.asyncapi');
  return /^application\/(?:vnd\.aai\.asyncapi|schema\+(?:json|yaml))/.test(format);
}

/** Returns a message that came as flows see it: `payload`, `headers` and `correlationId`. */
export function readMessage(
  root: JsonObject,
  messages: readonly JsonObject[],
  { body, headers, contentType }: { body: Uint8Array; headers: JsonObject; contentType?: string },
): JsonObject {
  const type = contentType ?? messages[0]?.['contentType'] ?? root['defaultContentType'] ?? usualType;
  const { message = null, encoding } = decodeMessage(body, /json/i.test(String(type)));
  const flowMessage: FlowMessage = { payload: message, headers };
  const correlationId = messages
    .map((each) => valueAt(withTraits(root, each['correlationId'])['location'], flowMessage))
    .find((each) => each !== undefined && each !== null);
  return {
    payload: message,
    headers,
    ...(encoding === undefined ? {} : { encoding }),
    ...(correlationId === undefined ? {} : { correlationId }),
  };
}
