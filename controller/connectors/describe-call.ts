import type { Json, JsonObject } from '../../schemas/json/types.js';
import { isObject, objectOr } from '../../schemas/json/values.js';
import { completeConfig } from './contract/config.js';
import type { Action, Connector } from './contract/connector.js';
import type { DescribingTexts } from './contract/described.js';

/** Members of configurations that decide when something is sent, not what. */
const ofTime = new Set(['timeout', 'rateLimit']);

/** A connection as its file has it, with the texts of the files that it names. */
interface WrittenConnection {
  readonly config: JsonObject;
  readonly texts: DescribingTexts;
}

/**
 * Returns what a call of an action sends, in one form for inputs that send the same: with the defaults of the action, and as its
 * connector describes it.
 */
export function describeCall(
  connector: Connector | undefined,
  connection: WrittenConnection,
  { action, input }: { action: string; input: Json },
): Json {
  const definition = connector && findAction(connector, connection, action);
  if (definition === undefined || !isObject(input)) return input;
  const values = { ...getDefaults(objectOr(definition.input)), ...input };
  return definition.describe?.(values) ?? values;
}

/** Returns the part of a connection's configuration that decides what is sent. */
export function describeConfig(config: JsonObject): JsonObject {
  const members = Object.entries(config).filter(([name]) => !ofTime.has(name));
  return Object.fromEntries(
    members.map(([name, value]) => [
      name,
      name === 'baseUrl' && typeof value === 'string' ? value.replace(/\/+$/, '') : value,
    ]),
  );
}

function findAction(
  connector: Connector,
  { config, texts }: WrittenConnection,
  action: string,
): Pick<Action, 'input' | 'describe'> | undefined {
  if (Object.hasOwn(connector.actions, action)) return connector.actions[action];
  const described = connector.described?.actions(completeConfig(connector, config, texts), texts);
  return described && Object.hasOwn(described, action) ? described[action] : undefined;
}

function getDefaults({ properties }: JsonObject): JsonObject {
  const defaults: JsonObject = {};
  for (const [name, schema] of Object.entries(objectOr(properties)))
    if (isObject(schema) && schema['default'] !== undefined) defaults[name] = schema['default'];
  return defaults;
}
