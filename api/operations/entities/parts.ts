import { Problem } from '../../../controller/problems/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, parsePointer } from '../../../schemas/json/values.js';

/** The arguments of a tool that reads a part of its answer. */
export const partArguments: Readonly<Record<string, JsonObject>> = {
  pointer: {
    type: 'string',
    maxLength: 1024,
    description: 'Answer only this part (RFC 6901), such as `/definition/body`.',
    examples: ['/definition/input/schema'],
  },
  offset: {
    type: 'integer',
    minimum: 0,
    description: 'With `pointer`: begin at this character, item or member.',
    examples: [12_000],
  },
};

/** Characters of JSON of one part. */
const maxOfPart = 15_000;

/** Returns the value at a pointer; undefined where there is none. */
export function valueAt(value: Json, pointer: string): Json | undefined {
  let at: Json | undefined = value;
  for (const step of parsePointer(pointer) ?? ['\0']) {
    if (Array.isArray(at)) at = at[Number(step)];
    else
      at =
        isObject(at ?? null) && Object.hasOwn(at as JsonObject, step) ? (at as JsonObject)[step] : undefined;
  }
  return at;
}

/**
 * Returns a part of an entity from `offset` on, as much as one answer takes, and the offset at which the next call continues.
 * @throws Problem request_invalid for a pointer to nothing
 */
export function getPart(entity: JsonObject, pointer: string, offset = 0): JsonObject {
  const value = valueAt(entity, pointer);
  if (value === undefined) throw nothingAt(entity, pointer);
  const { part, end, total } = slice(value, offset);
  const { type = null, name = null } = entity;
  const of = { type, name, pointer, part };
  return total === undefined ? of : { ...of, offset, total, nextOffset: end < total ? end : null };
}

function nothingAt(entity: JsonObject, pointer: string): Problem {
  const parent = valueAt(entity, pointer.slice(0, Math.max(0, pointer.lastIndexOf('/'))));
  const members = isObject(parent ?? null) ? Object.keys(parent as JsonObject).slice(0, 20) : [];
  return new Problem('request_invalid', `The entity has nothing at \`${pointer}\``, {
    errors: [{ pointer: '/pointer', message: 'points to nothing' }],
    hints: [
      members.length > 0
        ? `Use one of the members there: ${members.map((member) => `\`${member}\``).join(', ')}.`
        : 'Leave `pointer` out to read the whole entity.',
    ],
  });
}

function slice(value: Json, offset: number): { part: Json; end: number; total?: number } {
  if (typeof value === 'string') return sliceText(value, offset);
  if (Array.isArray(value)) {
    const end = fill(value, offset, (item) => JSON.stringify(item).length + 1);
    return { part: value.slice(offset, end), end, total: value.length };
  }
  if (!isObject(value)) return { part: value, end: 1 };
  const members = Object.entries(value);
  const end = fill(members, offset, (member) => JSON.stringify(member).length);
  return { part: Object.fromEntries(members.slice(offset, end)), end, total: members.length };
}

function sliceText(text: string, offset: number) {
  let end = Math.min(text.length, offset + maxOfPart);
  while (JSON.stringify(text.slice(offset, end)).length > maxOfPart)
    end = offset + Math.floor((end - offset) * 0.8);
  const last = text.charCodeAt(end - 1);
  if (end < text.length && last >= 0xd800 && last <= 0xdbff) end -= 1;
  return { part: text.slice(offset, end), end, total: text.length };
}

/** The index after the last item that fits; at least one item, which is then cut itself. */
function fill<Item>(items: readonly Item[], offset: number, measureSize: (item: Item) => number): number {
  let left = maxOfPart;
  let end = offset;
  for (const item of items.slice(offset)) {
    left -= measureSize(item);
    if (left < 0 && end > offset) break;
    end += 1;
  }
  return end;
}
