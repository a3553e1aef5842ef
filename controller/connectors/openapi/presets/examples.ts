import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { isObject } from '../../../../schemas/json/values.js';
import type { Preset, PresetField, PresetSignIn } from './preset.js';
import { placesIn } from './read-preset.js';
import { toSchema } from './shape.js';

/** Returns a connection with a preset, as its file would define it. @param scheme by which it signs in; by default the first */
export function getExampleConnection(
  preset: Preset,
  scheme: PresetSignIn | undefined = preset.signIn?.[0],
): JsonObject {
  const { preset: name, title, address, headers, query, fields = {} } = preset;
  const { title: _, ...signIn } = scheme ?? { title: '' };
  const names = new Set(placesIn([address, headers ?? {}, query ?? {}, signIn as JsonObject]));
  const values = Object.entries(fields)
    .filter(([field, each]) => names.has(field) && each.default === undefined && each.optional !== true)
    .map(([field, each]) => [field, getExampleValue(name, field, each)]);
  return {
    kind: 'connection',
    name,
    title,
    connector: 'openapi',
    config: { preset: name, with: Object.fromEntries(values) as JsonObject },
  };
}

function getExampleValue(preset: string, name: string, { secret, example, list }: PresetField): Json {
  if (secret === true) return { secret: name === 'refreshToken' ? `${preset}/consent` : preset, key: name };
  return example ?? (list === true ? [name] : name);
}

/** Returns the flow of a preset with the connection of `getExampleConnection`; undefined for a preset without an example. */
export function getExampleFlow({ preset, example }: Preset): JsonObject | undefined {
  if (!example) return undefined;
  const { title, input } = example;
  return {
    document: { dsl: '1.0.3', namespace: 'apps', name: `${preset}-example`, version: '1.0.0', title },
    ...(input === undefined ? {} : { input: { schema: { document: toSchema(input) } } }),
    do: withConnection(example.do, preset),
  };
}

/** `app` stands for the connection. */
function withConnection(tasks: Json, connection: string): Json {
  if (Array.isArray(tasks)) return tasks.map((each) => withConnection(each, connection));
  if (!isObject(tasks)) return tasks;
  const members = Object.entries(tasks).map(([name, value]): [string, Json] =>
    name === 'call' && typeof value === 'string'
      ? [name, value.replace(/^app\./, `${connection}.`)]
      : [name, withConnection(value, connection)],
  );
  return Object.fromEntries(members);
}

/** Returns a trigger that takes the messages of an app, for the flow of `getExampleFlow`; undefined for an app that sends none. */
export function getExampleTrigger({ preset, webhook }: Preset): JsonObject | undefined {
  if (!webhook?.signature) return undefined;
  const { signature, dedupe } = webhook;
  return {
    kind: 'trigger',
    name: `${preset}-events`,
    flow: `${preset}-events`,
    webhook: {
      path: preset,
      signature: { ...signature, secret: `${preset}/webhook`, key: 'secret' },
      ...(dedupe === undefined ? {} : { dedupe }),
    },
  };
}
