import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { decodeStep, isObject, objectOr } from '../../../schemas/json/values.js';
import { encodedPart } from '../contract/address-parts.js';
import { resolvedObject, UnusableError } from '../openapi/document/references.js';
import { parameterPlace as place } from './address-pattern.js';
import type { AsyncOperation } from './operation.js';
import type { Protocol } from './server.js';

/** A message as flows see it. */
export interface FlowMessage {
  readonly payload: Json;
  readonly headers: JsonObject;
}

/** Texts that a value must not bring into an address: they separate its parts, stand for many, or lead to another place. */
const separators: Readonly<Record<Protocol, RegExp | undefined>> = {
  http: /^\.{1,2}$/,
  ws: /^\.{1,2}$/,
  redis: undefined,
  amqp: /[.*#]/,
  mqtt: /[/+#]/,
  nats: /[.*>\s]/,
};
/** The sign that stands for any value in the address of a subscription. */
const wildcards: Partial<Record<Protocol, string>> = { amqp: '*', mqtt: '+', nats: '*' };

/**
 * Returns the address of the channel of an operation with the values of its parameters.
 * @param message the message that is sent; undefined for a subscription
 * @throws UnusableError
 */
export function getRootAddress(
  root: JsonObject,
  operation: AsyncOperation,
  protocol: Protocol,
  message: FlowMessage | undefined,
): string {
  const encode = protocol === 'http' || protocol === 'ws' ? encodedPart : String;
  return operation.address.replace(place, (_, name: string) => {
    const value = findParameter(root, operation, name, message);
    if (value === undefined) {
      const wildcard = message ? undefined : wildcards[protocol];
      if (wildcard !== undefined) return wildcard;
      throw new UnusableError(
        `the channel needs a value of its parameter \`${name}\``,
        'The description may give it: a default, or the `location` in the message.',
      );
    }
    if (value === '' || separators[protocol]?.test(value)) {
      const shown = JSON.stringify(value.slice(0, 100));
      throw new UnusableError(`${shown} cannot be a value of the parameter \`${name}\` of the channel`);
    }
    return encode(value);
  });
}

function findParameter(
  root: JsonObject,
  { parameters, parameterValues }: AsyncOperation,
  name: string,
  message: FlowMessage | undefined,
): string | undefined {
  const key = name.replace(/\W/g, '_');
  if (Object.hasOwn(parameterValues, key)) return parameterValues[key];
  const parameter = resolvedObject(root, parameters[name]);
  const valueOfMessage = message && valueAt(parameter['location'], message);
  // Version 2 has a schema, version 3 its keywords.
  const schema = isObject(parameter['schema']) ? resolvedObject(root, parameter['schema']) : parameter;
  const { enum: choices, default: usual } = schema;
  const only = Array.isArray(choices) && choices.length === 1 ? choices[0] : undefined;
  const value = valueOfMessage ?? usual ?? only;
  if (value === undefined || value === null || typeof value === 'object') return undefined;
  if (Array.isArray(choices) && !choices.map(String).includes(String(value))) {
    const shown = JSON.stringify(String(value).slice(0, 100));
    throw new UnusableError(`${shown} is none of the values of the parameter \`${name}\` of the channel`);
  }
  return String(value);
}

/** Returns the value at a place of a message: `$message.payload#/user/id` (AsyncAPI 3.0, "Runtime Expression"). */
export function valueAt(location: Json | undefined, { payload, headers }: FlowMessage): Json | undefined {
  const [, part, pointer = ''] =
    /^\$message\.(header|payload)(?:#(\/.*)?)?$/.exec(String(location ?? '')) ?? [];
  if (part === undefined) return undefined;
  let value: Json | undefined = part === 'header' ? headers : payload;
  for (const step of pointer.split('/').slice(1)) {
    const name = decodeStep(step);
    const from: JsonObject = Array.isArray(value) ? { ...(value as unknown as JsonObject) } : objectOr(value);
    value = Object.hasOwn(from, name) ? from[name] : undefined;
  }
  return value;
}
