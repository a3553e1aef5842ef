import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../schemas/json/values.js';

/** The input, the events and the answers of servers with which an example can run. */
export interface Sample {
  input: Json;
  events: JsonObject[];
  answer: JsonObject;
}

/** Derives from the names that a flow reads what it needs; a flow that an event starts gets the event as its input. */
export function sampleFor(flow: JsonObject): Sample {
  const answer: JsonObject = { id: 1, name: 'example' };
  const input: JsonObject = fromSchema(objectOr(objectOr(flow['input'])['schema'])['document']);
  visit(flow, '', (text, key) => {
    for (const [, name = ''] of text.matchAll(/\{([A-Za-z]\w*)\}/g)) input[name] ??= 1;
    // A loop whose `while` reads nothing ends at once.
    if (key === 'while') return;
    for (const [, path = ''] of text.matchAll(/(?<![\w\])])\.([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)/g)) {
      put(input, path.split('.'), valueFor(key));
    }
    for (const [, name = ''] of text.matchAll(/\$context\.([A-Za-z_]\w*)/g)) {
      answer[name] = valueFor(key);
    }
  });
  const { on } = objectOr(flow['schedule']);
  return {
    input: on === undefined ? input : eventsFor(on).slice(0, 1),
    events: eventsFor(flow['do'] ?? null),
    answer,
  };
}

function valueFor(key: string): Json {
  if (key === 'endpoint' || key === 'uri') return 'https://example.com/things/1';
  return key === 'in' ? [{ id: 1 }] : 'example';
}

function fromSchema(schema: Json | undefined): JsonObject {
  const types: Record<string, Json> = { integer: 1, number: 1, boolean: true, array: [], object: {} };
  const properties = Object.entries(objectOr(objectOr(schema)['properties']));
  return Object.fromEntries(
    properties.map(([name, property]) => [name, types[String(objectOr(property)['type'])] ?? 'example']),
  );
}

/** Returns an event for each filter in the value, and some for a list of filters that is empty. */
function eventsFor(value: Json): JsonObject[] {
  const events: JsonObject[] = [];
  const add = (filter: JsonObject, correlate: JsonObject = {}) => {
    const data: JsonObject = { id: 1 };
    const condition = typeof filter['data'] === 'string' ? filter['data'] : '';
    for (const [, name = '', operator, limit] of condition.matchAll(/\.(\w+)\s*([<>=]+)\s*(\d+)/g)) {
      data[name] ??= Number(limit) + (operator === '<' ? -1 : operator === '>' ? 1 : 0);
    }
    const id = String(events.length + 1);
    const written = { source: 'https://example.com/sensor', type: 'com.example.sample.v1', ...filter };
    const event: JsonObject = { specversion: '1.0', id, ...written, data };
    for (const { from = '' } of Object.values(correlate).map(objectOr)) {
      const [, path] = /^(?:\$\{\s*)?\.([\w.]+)\s*\}?$/.exec(String(from)) ?? [];
      if (path !== undefined) put(event, path.split('.'), 'example');
    }
    events.push(event);
  };
  const search = (part: Json): void => {
    if (part === null || typeof part !== 'object') return;
    if (isObject(part)) {
      // The events that end a strategy come after those that it consumes.
      const { until = null, ...others } = part;
      if (Array.isArray(part['any']) && part['any'].length === 0) for (let n = 0; n < 5; n++) add({});
      if (isObject(part['with']) && part['with']['type'] !== undefined && part['call'] === undefined) {
        add(part['with'], objectOr(part['correlate']));
      }
      Object.values(others).forEach(search);
      search(until);
    } else part.forEach(search);
  };
  search(value);
  return events;
}

function put(target: JsonObject, path: readonly string[], value: Json): void {
  const [first = '', ...rest] = path;
  if (rest.length === 0) target[first] ??= value;
  else {
    if (!isObject(target[first] ?? null)) target[first] = {};
    put(target[first] as JsonObject, rest, value);
  }
}

/** Calls `found` with every text and the name of the field that holds it. */
export function visit(value: Json, key: string, found: (text: string, key: string) => void): void {
  if (typeof value === 'string') found(value, key);
  else if (Array.isArray(value)) for (const item of value) visit(item, key, found);
  else if (value !== null && typeof value === 'object') {
    for (const [name, each] of Object.entries(value)) visit(each, name, found);
  }
}
