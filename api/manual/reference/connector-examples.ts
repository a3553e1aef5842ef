import { type Connector, writtenConfigSchema } from '../../../controller/connectors/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import type { Rule } from '../../../schemas/rule.js';
import { getExample } from '../../operations/shared/example-value.js';
import { exampleObject } from '../topics/example-object.js';
import { asRule } from '../topics/field.js';

/** Texts for fields that state no example. */
const texts = { database: 'shop', user: 'svc' };
/** Fields of a configuration without which most servers refuse a call; the first group that a connector has is shown. */
const access = [
  ['host', 'database', 'user', 'password'],
  ['auth'],
  ['token'],
  ['apiKey'],
  ['username', 'password'],
  ['user', 'password'],
];
/** Optional arguments that say most about an action, in the order of their worth. */
const telling = [
  'path',
  'pathParams',
  'body',
  'text',
  'content',
  'parameters',
  'query',
  'fields',
  'state',
  'from',
];
/** Arguments that make sense after an earlier answer only, or beside others. */
const special = [
  'cursor',
  'after',
  'before',
  'end',
  'encoding',
  'input',
  'sha',
  'bodyFile',
  'replyTo',
  'threadTs',
];
const shownArguments = 3;

/** Returns a connection of the connector, as its file would define it. */
export function exampleConnection(connector: Connector): JsonObject {
  const { name, configSchema } = connector;
  const own = asRule(configSchema).properties ?? {};
  const config = exampleObject(asRule(writtenConfigSchema(connector)), {
    toValue: (field, rule) => configValue(name, field, own[field] ?? rule),
    getGroups: () => access,
    maxBeside: () => 1,
  });
  return { kind: 'connection', name: `my-${name}`, connector: name, config };
}

function configValue(connector: string, field: string, rule: Rule): Json {
  const isCredential =
    rule['x-secret'] === true || (rule['x-secret'] === 'allowed' && field.endsWith('KeyId'));
  if (isCredential) return { secret: `servers/${connector}`, key: field };
  return memberValue(field, rule);
}

function memberValue(field: string, rule: Rule): Json {
  const value = getExample({ properties: { [field]: rule as never }, required: [field] }, texts);
  return (value as JsonObject)[field] ?? null;
}

/** Returns the arguments of an example call: the required ones, and up to three that say what the action does. */
export function exampleArguments(connector: Connector, action: string): JsonObject {
  const rule = asRule(connector.actions[action]?.input);
  const [exampleOfField] = rule.examples ?? [];
  if (exampleOfField !== undefined) return exampleOfField as JsonObject;
  // Arguments that the connection may state once for all of its calls.
  const usual = new Set(Object.keys(asRule(connector.configSchema).properties ?? {}));
  const hasBody = !['get', 'head', 'delete'].includes(action) && rule.properties?.['method'] === undefined;
  const isHidden = (name: string) =>
    usual.has(name) || special.includes(name) || (name === 'body' && !hasBody);
  const optional = Object.entries(rule.properties ?? {})
    .filter(([name, { examples }]) => examples !== undefined && !isHidden(name))
    .map(([name]) => name);
  return exampleObject(rule, {
    toValue: memberValue,
    getGroups: (shown) =>
      optional
        .filter((name) => !shown.includes(name))
        .toSorted((one, other) => worth(one) - worth(other))
        .map((name) => [name]),
    maxBeside: (shown) => shownArguments - shown,
  });
}

function worth(name: string): number {
  const place = telling.indexOf(name);
  return place < 0 ? telling.length : place;
}
