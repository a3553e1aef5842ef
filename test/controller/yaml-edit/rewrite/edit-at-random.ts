import type { Json, JsonObject } from '../../../../schemas/json/types.js';

/** Numbers from a seed: the same ones every time. */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const scalars: readonly Json[] = [
  'word',
  'two words',
  'yes',
  'NO',
  '~',
  'null',
  '0x1f',
  '1e3',
  '007',
  '12:30',
  '2024-02-29',
  ' leading',
  'trailing ',
  'key: value',
  'a #b',
  "it's",
  'say "hi"',
  '- dash',
  '${ .items[] | { id, name: .title } }',
  '{{ template }}',
  '*star',
  '&amp',
  '@at',
  '%percent',
  'ends:',
  'comma, separated [x]',
  '\ttab',
  'back\\slash',
  'é ü 日本 🎉',
  'zero\u200bwidth',
  '\u0007bell',
  'line one\nline two\n',
  'no newline\nat the end',
  'two at the end\n\n\n',
  '  indented first\nthen not\n',
  'blank\n\n\nlines\n',
  'long '.repeat(40).trim(),
  `${'long '.repeat(40)}\n${'again '.repeat(30)}`,
  '',
  '\n',
  ' ',
  'x\r\ny',
  '---',
  '...',
  '<<',
  0,
  -1,
  42,
  3.14,
  1e21,
  -1.5e-7,
  true,
  false,
  null,
];
const names = [
  'fresh',
  'new-key',
  'on',
  'a b',
  '200',
  'x',
  'with: colon',
  "quo'te",
  'null',
  'é',
  '#hash',
  'y',
];

function anyScalar(next: (below: number) => number): Json {
  return scalars[next(scalars.length)] as Json;
}

export function anyValue(next: (below: number) => number, depth = 0): Json {
  const choice = next(depth > 2 ? 5 : 9);
  if (choice < 5) return anyScalar(next);
  if (choice < 7) return Array.from({ length: next(4) }, () => anyValue(next, depth + 1));
  const count = next(4);
  return Object.fromEntries(names.slice(0, count).map((name) => [name, anyValue(next, depth + 1)]));
}

export interface Place {
  path: (string | number)[];
  value: Json;
}

export function placesIn(value: Json, path: (string | number)[] = []): Place[] {
  const own = [{ path, value }];
  if (Array.isArray(value))
    return [...own, ...value.flatMap((item, index) => placesIn(item, [...path, index]))];
  if (typeof value !== 'object' || value === null) return own;
  return [...own, ...Object.keys(value).flatMap((name) => placesIn(value[name] as Json, [...path, name]))];
}

/** Something done to a document, and where: what lies outside of the place is as it was. */
export function editAtRandom(
  before: JsonObject,
  next: (below: number) => number,
): { after: JsonObject; path: (string | number)[]; did: string } {
  const after = structuredClone(before);
  const places = placesIn(after);
  const { path, value } = places[next(places.length)] as Place;
  if (Array.isArray(value)) return { after, path, did: editList(value, next) };
  if (typeof value === 'object' && value !== null) return { after, path, did: editMap(value, next) };
  const holder = path.slice(0, -1).reduce<Json>((at, step) => (at as JsonObject)[step] as Json, after);
  const fresh = next(4) === 0 ? anyValue(next) : anyScalar(next);
  (holder as JsonObject)[path.at(-1) as string] = fresh;
  return { after, path, did: 'set' };
}

function editList(list: Json[], next: (below: number) => number): string {
  const at = next(list.length + 1);
  const choice = next(6);
  const like = list[next(list.length || 1)];
  if (choice < 2)
    list.splice(at, 0, choice === 0 || like === undefined ? anyValue(next) : structuredClone(like));
  else if (choice === 2) list.splice(next(list.length || 1), 1);
  else if (choice === 3) list.splice(at, 0, ...list.splice(next(list.length || 1), 1));
  else if (choice === 4) list.reverse();
  else
    list.splice(
      next(list.length || 1),
      1 + next(3),
      ...Array.from({ length: next(3) }, () => anyValue(next)),
    );
  return ['insert', 'copy', 'remove', 'move', 'reverse', 'splice'][choice] as string;
}

function editMap(map: JsonObject, next: (below: number) => number): string {
  const keys = Object.keys(map);
  const key = keys[next(keys.length || 1)];
  const name = names[next(names.length)] as string;
  const choice = next(4);
  if (choice === 0 || key === undefined) map[name] = anyValue(next);
  else if (choice === 1) delete map[key];
  else if (choice === 2) {
    const entries = Object.entries(map).map(([old, value]) => [old === key ? name : old, value]);
    for (const old of keys) delete map[old];
    Object.assign(map, Object.fromEntries(entries));
  } else {
    for (const old of keys) if (next(3) === 0) delete map[old];
    map[name] = anyValue(next);
    map[`${name}2`] = anyValue(next);
  }
  return ['add', 'remove', 'rename', 'several'][choice] as string;
}
