import { toJsonText } from '../../../schemas/json/json-text.js';
import type { Json } from '../../../schemas/json/types.js';

/** Returns JSON on one line with blanks for readers: `{"type": "flow", "name": "greet"}`. */
export function toLineJson(value: Json): string {
  // Line breaks within texts are escaped, so that those of the text are between its parts.
  return toJsonText(value, 1)
    .replace(/([{[])\n\s*/g, '$1')
    .replace(/\n\s*([}\]])/g, '$1')
    .replace(/,\n\s*/g, ', ');
}
