import { schema } from '../../../schemas/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../schemas/json/values.js';
import { type Connector, writtenConfigSchema } from '../../connectors/index.js';

/** The schema of the files of a connector's connections; `$defs` has the arguments of each action, as flows write them. */
export function connectorSchema(connector: Connector): JsonObject {
  const { name, title, description, actions } = connector;
  const connection = schema('connection');
  const properties = objectOr(connection['properties']);
  const { $schema: _dialect, ...config } = writtenConfigSchema(connector);
  return {
    ...connection,
    $id: getConnectorAddress(name),
    title: `${title} connection`,
    description,
    properties: {
      ...properties,
      connector: { ...objectOr(properties['connector']), const: name, examples: [name] },
      config,
    },
    $defs: Object.fromEntries(
      Object.entries(actions).map(([action, { input }]) => [action, asWritten(input)]),
    ),
  };
}

/** The schema of connections, which checks the configuration by that of the connector. */
export function connectionSchema(connectors: readonly Connector[]): JsonObject {
  const forms = connectors.map(({ name }) => ({
    if: { required: ['connector'], properties: { connector: { const: name } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { config: { $ref: `${getConnectorAddress(name)}#/properties/config` } } },
  }));
  return { ...schema('connection'), allOf: forms };
}

/** The schema of flows, which checks the arguments of actions by those of the connectors that have them. */
export function flowSchema(connectors: readonly Connector[]): JsonObject {
  const base = schema('flow');
  const definitions = objectOr(base['$defs']);
  const forms = new Map<string, Json[]>();
  for (const { name, actions } of connectors) {
    for (const action of Object.keys(actions)) {
      const inputs = forms.get(action) ?? [];
      forms.set(action, [...inputs, { $ref: `${getConnectorAddress(name)}#/$defs/${action}` }]);
    }
  }
  const allOf = [...forms].map(([action, inputs]) => ({
    if: { properties: { call: { pattern: `^[a-z0-9][a-z0-9-]{0,62}\\.${action}$` } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { with: inputs.length === 1 ? (inputs[0] ?? true) : { anyOf: inputs } } },
  }));
  const callFunction = { ...objectOr(definitions['callFunction']), allOf };
  return { ...base, $defs: { ...definitions, callFunction } };
}

/** The `$id` of a connector's schema, relative to those of the kinds. */
function getConnectorAddress(connector: string): string {
  return `connectors/${connector}.json`;
}

/** A text with an expression in it. */
const expression: JsonObject = { type: 'string', pattern: '\\$\\{' };

/** Returns a schema whose members may be expressions too. */
function asWritten(input: Json): Json {
  if (!isObject(input)) return input;
  const members = Object.entries(input).map(([keyword, value]): [string, Json] => {
    if (keyword === 'properties' && isObject(value)) {
      return [
        keyword,
        Object.fromEntries(Object.entries(value).map(([name, each]) => [name, orExpression(each)])),
      ];
    }
    return keyword === 'items' || keyword === 'additionalProperties'
      ? [keyword, orExpression(value)]
      : [keyword, value];
  });
  return Object.fromEntries(members);
}

function orExpression(schema: Json): Json {
  if (!isObject(schema)) return schema;
  const { title, description, default: usual, examples, ...rest } = schema;
  const notes = Object.entries({ title, description, default: usual, examples });
  const statedNotes = Object.fromEntries(
    notes.flatMap(([name, note]) => (note === undefined ? [] : [[name, note]])),
  );
  return { ...statedNotes, anyOf: [asWritten(rest), expression] };
}
