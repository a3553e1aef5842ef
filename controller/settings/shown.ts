import type { Json, JsonObject } from '../../schemas/index.js';

const masked = '***';

/** The value of a setting without its secrets: fields marked `x-secret`, and what stands before the @ of an address. */
export function shown(rule: JsonObject, value: Json): Json {
  if (rule['x-secret']) return masked;
  if (typeof value === 'string') {
    if (choices(rule).some((choice) => choice['x-secret'])) return masked;
    return value.replace(/:\/\/[^/\s]*@/g, `://${masked}@`);
  }
  if (Array.isArray(value)) return value.map((item) => shown((rule['items'] ?? {}) as JsonObject, item));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, shown(fieldOf(rule, name), inner)]),
  );
}

function choices(rule: JsonObject): JsonObject[] {
  return [...((rule['anyOf'] ?? []) as JsonObject[]), ...((rule['oneOf'] ?? []) as JsonObject[])];
}

function fieldOf(rule: JsonObject, name: string): JsonObject {
  for (const { properties, additionalProperties } of [rule, ...choices(rule)]) {
    const fields = (properties ?? {}) as Record<string, JsonObject>;
    if (Object.hasOwn(fields, name)) return fields[name] ?? {};
    if (additionalProperties !== null && typeof additionalProperties === 'object') {
      return additionalProperties as JsonObject;
    }
  }
  return {};
}
