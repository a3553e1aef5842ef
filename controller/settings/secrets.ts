import { type Json, type JsonObject, type Settings, schema } from '../../schemas/index.js';
import { secretsInAddress } from './address-secrets.js';
import { choices, fieldOf } from './shown.js';

/** Every secret that the settings hold: of fields marked `x-secret`, and the user, password and tokens of addresses. */
export function secretsOf(settings: Settings): string[] {
  const found = new Set<string>();
  collect(schema('settings'), settings as unknown as Json, found);
  return [...found];
}

function collect(rule: JsonObject, value: Json, found: Set<string>): void {
  if (typeof value === 'string') {
    if (rule['x-secret'] || choices(rule).some((choice) => choice['x-secret'])) found.add(value);
    for (const secret of secretsInAddress(value)) found.add(secret);
  } else if (Array.isArray(value)) {
    for (const item of value) collect((rule['items'] ?? {}) as JsonObject, item, found);
  } else if (value !== null && typeof value === 'object') {
    for (const [name, inner] of Object.entries(value)) collect(fieldOf(rule, name), inner, found);
  }
}
