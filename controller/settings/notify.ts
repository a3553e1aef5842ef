import type { Json } from '../../schemas/index.js';
import { isObject } from '../../schemas/json/values.js';

const receivers = ['Connection', 'Webhook', 'Mail'] as const;

/** Returns what the schema cannot say about the section `Notify` of valid settings, without their defaults. */
export function notifyFaults(value: Json): { pointer: string; message: string }[] {
  const notify = isObject(value) ? (value['Notify'] ?? {}) : {};
  const keys = Object.keys(notify as object);
  const chosen = receivers.filter((name) => keys.includes(name));
  if (keys.length === 0 || chosen.length === 1) return [];
  const pointer = '/Notify';
  if (chosen.length === 0) {
    return [{ pointer, message: 'has no receiver: write one of `Connection`, `Webhook` and `Mail`' }];
  }
  const named = chosen.map((name) => `\`${name}\``).join(' and ');
  return [{ pointer, message: `has ${named}: write one of them, as there is one receiver` }];
}
