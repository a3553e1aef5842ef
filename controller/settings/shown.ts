import type { Json, JsonObject } from '../../schemas/index.js';
import { secretsInAddress } from './address-secrets.js';

const masked = '***';

/** The value of a setting without its secrets: fields marked `x-secret`; of an address, what stands before the @ and tokens. */
export function shown(rule: JsonObject, value: Json): Json {
  if (rule['x-secret']) return masked;
  if (typeof value === 'string') {
    if (choices(rule).some((choice) => choice['x-secret'])) return masked;
    const bare = value.replace(/:\/\/[^/\s]*@/g, `://${masked}@`);
    return secretsInAddress(value).reduce((text, secret) => text.replaceAll(secret, masked), bare);
  }
  if (Array.isArray(value)) return value.map((item) => shown((rule['items'] ?? {}) as JsonObject, item));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, shown(fieldOf(rule, name), inner)]),
  );
}

/** The alternatives of a rule. */
export function choices(rule: JsonObject): JsonObject[] {
  return [...((rule['anyOf'] ?? []) as JsonObject[]), ...((rule['oneOf'] ?? []) as JsonObject[])];
}

/** The rule of a field, in the rule itself or in one of its alternatives. */
export function fieldOf(rule: JsonObject, name: string): JsonObject {
  for (const { properties, additionalProperties } of [rule, ...choices(rule)]) {
    const fields = (properties ?? {}) as Record<string, JsonObject>;
    if (Object.hasOwn(fields, name)) return fields[name] ?? {};
    if (additionalProperties !== null && typeof additionalProperties === 'object') {
      return additionalProperties as JsonObject;
    }
  }
  return {};
}
