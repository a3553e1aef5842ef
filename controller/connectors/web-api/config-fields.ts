import type { JsonObject } from '../../../schemas/json/types.js';

/** The fields that the configurations of all web APIs have. */
export interface WebConfig {
  baseUrl: string;
  /** Seconds. */
  timeout: number;
}

/** The address of a server; its default is the public one. */
export function baseUrlField(description: string, address?: string, example = address): JsonObject {
  return {
    title: 'Base address',
    description,
    type: 'string',
    pattern: '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$',
    patternErrorMessage: 'an http or https address without user, query or fragment',
    ...(address === undefined ? {} : { default: address }),
    ...(example === undefined ? {} : { examples: [example] }),
  };
}

/** @param seconds the default */
export function timeoutField(seconds = 30): JsonObject {
  return {
    title: 'Timeout',
    description: 'The longest time of one request, in seconds.',
    type: 'number',
    minimum: 0.1,
    maximum: 300,
    default: seconds,
    examples: [seconds],
  };
}

/** A credential: files have a reference to a secret in its place. */
export function credentialField(title: string, description: string, secret: string, key: string): JsonObject {
  const examples = [{ secret, key }];
  return { title, description, type: 'string', minLength: 1, 'x-secret': true, examples };
}

/** The schema of a configuration. */
export function getConfig(title: string, description: string, properties: JsonObject): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    description,
    type: 'object',
    additionalProperties: false,
    properties,
  };
}
