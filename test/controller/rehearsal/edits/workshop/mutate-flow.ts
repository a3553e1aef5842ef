import type { Json, JsonObject } from '../../../../../schemas/json/types.js';
import { isObject } from '../../../../../schemas/json/values.js';

/** A flow with one change. */
export interface Mutation {
  readonly flow: JsonObject;
  /** The place and the change, in words. */
  readonly text: string;
}

type Random = (below: number) => number;

interface Place {
  readonly holder: JsonObject | Json[];
  readonly key: string | number;
  readonly pointer: string;
}

/** Other forms of an expression: each changes what it computes for most inputs. */
const rewrites: readonly (readonly [RegExp, string])[] = [
  [/ < /, ' <= '],
  [/ > /, ' >= '],
  [/ == /, ' != '],
  [/ != /, ' == '],
  [/ >= /, ' < '],
  [/ \+ /, ' - '],
  [/ and /, ' or '],
  [/\/\/ /, '| . as $it | $it // '],
  [/\b(\d+)\b/, '($1 + 1)'],
  [/"([A-Za-z ]+)"/, '"$1x"'],
  [/\.(\w+)/, '.$1x'],
  [/length/, '(length + 1)'],
  [/\bmap\((\.\w+)\)/, 'map($1) | reverse'],
  [/unique/, 'sort'],
  [/min_by/, 'max_by'],
  [/join\(", "\)/, 'join("; ")'],
];

/** Returns the flow with one change, or undefined where the chosen place takes none. */
export function mutateFlow(original: JsonObject, random: Random): Mutation | undefined {
  const flow = structuredClone(original);
  const places = [...listPlaces(flow['do'] as Json, '/do'), ...listPlaces(flow['output'] ?? null, '/output')];
  const place = places[random(places.length)];
  if (!place) return undefined;
  const change = changeValue(place, random);
  return change === undefined ? undefined : { flow, text: `${place.pointer}: ${change}` };
}

function* listPlaces(value: Json, pointer: string): Generator<Place> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    const holder = value as JsonObject;
    yield {
      holder: Array.isArray(value) ? value : holder,
      key: Array.isArray(value) ? Number(key) : key,
      pointer: `${pointer}/${key}`,
    };
    yield* listPlaces(member, `${pointer}/${key}`);
  }
}

function changeValue({ holder, key }: Place, random: Random): string | undefined {
  const members = holder as { [name: string | number]: Json };
  const value = members[key] ?? null;
  if (Array.isArray(holder) && isObject(value) && holder.length > 1 && random(2) === 0) {
    const index = Number(key);
    if (random(2) === 0) {
      holder.splice(index, 1);
      return 'removed';
    }
    const other = index === 0 ? 1 : index - 1;
    [holder[index], holder[other]] = [holder[other] ?? null, value];
    return 'in another order';
  }
  if (key === 'if' || key === 'then' || key === 'retry' || key === 'while' || key === 'export') {
    if (random(2) === 0) {
      delete members[key];
      return 'removed';
    }
  }
  if (typeof value === 'number') {
    members[key] = value + 1;
    return `${value} → ${value + 1}`;
  }
  if (typeof value === 'boolean') {
    members[key] = !value;
    return `${value} → ${!value}`;
  }
  if (typeof value !== 'string') return undefined;
  const isExpression = value.includes('${') || ['if', 'when', 'while', 'in'].includes(String(key));
  if (!isExpression) {
    if (['call', 'language', 'code', 'type', 'method', 'then', 'engine'].includes(String(key)))
      return undefined;
    members[key] = `${value}x`;
    return `${value} → ${value}x`;
  }
  const fitting = rewrites.filter(([from]) => from.test(value));
  const rewrite = fitting[random(fitting.length)];
  if (!rewrite) return undefined;
  members[key] = value.replace(rewrite[0], rewrite[1]);
  return `${value} → ${members[key]}`;
}
