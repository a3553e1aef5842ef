import { findFaults, type JsonObject, type JsonSchema } from '../../../schemas/index.js';
import type { Json } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { withSuggestions } from '../../problems/index.js';
import type { ConfigFault, Connector } from './connector.js';
import type { DescribingTexts } from './described.js';

/** Also marks the faults about credentials. */
const credentialHint = 'Write `{ secret: <path>, key: <key> }`, where the secret holds the credential.';

/** The schema of a reference to a credential. */
const reference: JsonObject = {
  type: 'object',
  description: credentialHint,
  required: ['secret', 'key'],
  additionalProperties: false,
  properties: {
    secret: {
      type: 'string',
      minLength: 1,
      pattern: '^(?![Pp][Ll][Aa][Tt][Ff][Oo][Rr][Mm](?:/|$))',
      patternErrorMessage: 'a path outside `platform/`, where the secrets of the installation are',
    },
    key: { type: 'string', minLength: 1 },
  },
};

/** Schemas of configurations as written; kept because a compiled schema is found by the identity of its object. */
const writtenSchemas = new WeakMap<Connector, JsonObject>();

/**
 * Checks a configuration as written, secrets still references. A field with `"x-secret": true` must be a reference
 * `{ secret, key }`; one with `"x-secret": "allowed"` may be. No finding repeats a value of such a field.
 */
export function validateConfig(
  connector: Connector,
  config: JsonObject,
  texts: DescribingTexts = {},
): ConfigFault[] {
  const own = connector.findFaults?.(config, texts) ?? [];
  const faults = findFaults(writtenConfigSchema(connector), completeConfig(connector, config, texts));
  if (faults.length === 0) return [...own];
  const bySchema = withSuggestions(faults).map(({ rule, pointer, message, hint, at }): ConfigFault => {
    if (rule === 'field-invalid' && hint === credentialHint) {
      const message = 'is a credential: it must not be written here';
      return { rule: 'credential-plain', pointer, message, hint };
    }
    const place = at === undefined ? { pointer } : { pointer, at };
    return { rule: 'config-invalid', ...place, message, ...(hint === undefined ? {} : { hint }) };
  });
  if (own.length === 0) return bySchema;
  // Parts that the file does not have come from a preset, which lacks what `own` says.
  return [...own, ...bySchema.filter(({ pointer }) => Object.hasOwn(config, pointer.split('/')[1] ?? ''))];
}

/** Returns a configuration with what its preset gives; without one, as it is. @param config secrets are references */
export function completeConfig(connector: Connector, config: JsonObject, texts: DescribingTexts): JsonObject {
  return connector.complete?.(config, texts) ?? config;
}

/** Checks what a connection takes of its server's messages. */
export function validateSubscription(connector: Connector, subscription: JsonObject): ConfigFault[] {
  if (!connector.events) {
    const message = `the connector \`${connector.name}\` has no messages to subscribe to`;
    const hint = 'Remove `subscribe`; a trigger with `schedule` can ask the server at times.';
    return [{ rule: 'config-invalid', pointer: '', at: 'name', message, hint }];
  }
  const faults = findFaults(connector.events.input as JsonObject, subscription);
  return withSuggestions(faults).map(({ pointer, message, hint, at }) => ({
    rule: 'config-invalid',
    pointer,
    message,
    ...(at === undefined ? {} : { at }),
    ...(hint === undefined ? {} : { hint }),
  }));
}

/** Returns the schema of a configuration as files have it. */
export function writtenConfigSchema(connector: Connector): JsonObject {
  const schema = writtenSchemas.get(connector) ?? (asWritten(connector.configSchema) as JsonObject);
  writtenSchemas.set(connector, schema);
  return schema;
}

/** Returns the schema of the configuration with references in place of secrets. */
function asWritten(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(asWritten);
  if (schema === null || typeof schema !== 'object') return schema;
  if (schema['x-secret'] === true) return reference;
  if (schema['x-secret'] === 'allowed') return { anyOf: [reference, schema] };
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, asWritten(value)]));
}

/** Adds the schema's defaults to a configuration. */
export function configDefaults(connector: Connector, config: JsonObject): JsonObject {
  return withDefaults(connector.configSchema, config) as JsonObject;
}

/** Returns a subscription with the defaults of its schema. */
export function subscriptionDefaults({ events }: Connector, subscription: JsonObject): JsonObject {
  return withDefaults(events?.input ?? true, subscription) as JsonObject;
}

function withDefaults(schema: JsonSchema, value: Json): Json {
  if (typeof schema === 'boolean' || !isObject(value)) return value;
  const result: JsonObject = { ...value };
  for (const [name, each] of Object.entries((schema['properties'] ?? {}) as JsonObject)) {
    const field = each as JsonObject;
    if (Object.hasOwn(result, name)) result[name] = withDefaults(field, result[name] ?? null);
    else if (field['default'] !== undefined) result[name] = field['default'];
  }
  return result;
}
