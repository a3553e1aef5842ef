import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import { anyText, anyValue } from '../../json-schema/index.js';
import { interpolation } from '../plan/template.js';

/** No document nests deeper; what is deeper is reported elsewhere. */
const deepest = 100;

/** Returns what a call of a flow passes, as far as it is known before the run: `anyValue` and `anyText` are expressions. */
export function knownArguments(definition: JsonObject, value: Json): Json {
  return asWritten(value, objectOr(definition['evaluate'])['mode'] === 'loose');
}

/** @param loose true for `evaluate.mode: loose`, in which any text may be an expression */
function asWritten(value: Json, loose: boolean, depth = 0): Json {
  if (typeof value === 'string') return textAsWritten(value, loose);
  if (value === null || typeof value !== 'object') return value;
  if (depth > deepest) return anyValue;
  if (Array.isArray(value)) return value.map((item) => asWritten(item, loose, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, asWritten(each, loose, depth + 1)]),
  );
}

function textAsWritten(text: string, loose: boolean): string {
  if (loose) return anyValue;
  if (!text.includes('${')) return text;
  const { parts, whole, unclosed } = interpolation(text);
  if (whole || unclosed !== undefined) return anyValue;
  return parts.some(({ kind }) => kind === 'expression') ? anyText : text;
}
