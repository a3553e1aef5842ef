import type { JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';

/** Returns the Adaptive Card of a message: the one given, or one of a title, a text and facts. */
export function getCard({ card, title, text, facts }: JsonObject): JsonObject {
  if (isObject(card)) return card;
  const body: JsonObject[] = [];
  if (title !== undefined)
    body.push({ type: 'TextBlock', text: title, weight: 'Bolder', size: 'Medium', wrap: true });
  if (text !== undefined) body.push({ type: 'TextBlock', text, wrap: true });
  if (isObject(facts)) {
    const rows = Object.entries(facts).map(([name, value]) => ({ title: name, value: String(value ?? '') }));
    body.push({ type: 'FactSet', facts: rows });
  }
  const $schema = 'http://adaptivecards.io/schemas/adaptive-card.json';
  return { $schema, type: 'AdaptiveCard', version: '1.4', body };
}
