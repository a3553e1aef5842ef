import { type SchemaName, schema, schemaNames } from '../../../schemas/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import type { Action, Connector } from '../../connectors/index.js';
import { describedFiles, findActions } from './described-actions.js';
import { connectionSchema, connectorSchema } from './published-schemas.js';

/** A connection of a repository. */
export interface OwnConnection {
  definition: JsonObject;
  /** Returns the text of a file that the connection names. */
  read(file: string): string | undefined;
}

/** The schema for every file of a repository. */
export const everyFile = 'svc.json';

/** Schemas by the name of their file; references lead from one file to another. */
type SchemaFiles = Record<string, JsonObject>;

/** The actions of a connection, and the file with the schemas of their arguments. */
interface Callable {
  name: string;
  /** Undefined when only the server knows the actions. */
  actions: Readonly<Record<string, Pick<Action<never>, 'title' | 'input'>>> | undefined;
  file: string;
}

/**
 * Returns the schemas for an editor, as files that refer to each other: one for every file of a repository, which chooses by
 * `kind` and `document`, and those it chooses from. Flows know the actions of the given connections with their arguments.
 */
export function editorSchemas(
  connectors: readonly Connector[],
  connections: readonly OwnConnection[],
): SchemaFiles {
  const files: SchemaFiles = { [everyFile]: everyFileSchema() };
  for (const name of schemaNames) files[`${name}.json`] = schema(name) as JsonObject;
  files['connection.json'] = connectionWith(connectors);
  for (const connector of connectors) files[`connectors/${connector.name}.json`] = connectorSchema(connector);
  const byName = new Map(connectors.map((connector) => [connector.name, connector]));
  const callables = connections.flatMap((connection) => {
    const connector = byName.get(String(connection.definition['connector']));
    return connector ? [getCallable(connector, connection, files)] : [];
  });
  files['flow.json'] = flowWith(callables);
  return Object.fromEntries(Object.entries(files).map(([file, content]) => [file, withoutId(content)]));
}

/** Returns the schema of connections, which knows the names of the connectors. */
function connectionWith(connectors: readonly Connector[]): JsonObject {
  const generalSchema = connectionSchema(connectors);
  const properties = objectOr(generalSchema['properties']);
  const connector = {
    ...objectOr(properties['connector']),
    enum: connectors.map(({ name }) => name),
    enumDescriptions: connectors.map(({ description }) => description),
  };
  return { ...generalSchema, properties: { ...properties, connector } };
}

/** Editors find schemas by their files; an `$id` would be taken for the address of the references. */
function withoutId({ $id: _id, ...content }: JsonObject): JsonObject {
  return content;
}

/** @param files receives a file with the actions that the configuration of the connection decides */
function getCallable(
  connector: Connector,
  { definition, read }: OwnConnection,
  files: SchemaFiles,
): Callable {
  const name = String(definition['name']);
  if (!connector.described)
    return { name, actions: connector.actions, file: `connectors/${connector.name}.json` };
  const texts: Record<string, string> = {};
  for (const { holds, file } of describedFiles(connector, definition)) {
    const text = read(file);
    if (text !== undefined && connector.described.check(text, holds) === undefined) texts[holds] = text;
  }
  const actions = findActions(connector, objectOr(definition['config']), texts);
  const file = `connections/${name}.json`;
  const { $defs = {} } = connectorSchema({ ...connector, actions: actions ?? connector.actions });
  files[file] = { title: `Actions of ${name}`, $defs };
  return { name, actions, file };
}

/** Returns the schema of flows that completes and checks the calls of these connections. */
function flowWith(connections: readonly Callable[]): JsonObject {
  const flow = schema('flow') as JsonObject;
  const definitions = objectOr(flow['$defs']);
  const call = objectOr(definitions['callFunction']);
  const properties = objectOr(call['properties']);
  const forms = [...argumentForms(connections), ...connections.flatMap(namesForm)];
  const callFunction = {
    ...call,
    properties: { ...properties, call: callField(objectOr(properties['call']), connections) },
    // JSON Schema forbids an empty list.
    ...(forms.length === 0 ? {} : { allOf: forms }),
  };
  return { ...flow, $defs: { ...definitions, callFunction } };
}

function callField(field: JsonObject, connections: readonly Callable[]): JsonObject {
  const namedActions = connections.flatMap(({ name, actions = {} }) =>
    Object.entries(actions).map(([action, { title }]) => ({ call: `${name}.${action}`, title })),
  );
  if (namedActions.length === 0) return field;
  const { title, description, examples: _examples, ...rest } = field;
  const own: JsonObject = {
    enum: namedActions.map(({ call }) => call),
    enumDescriptions: namedActions.map((each) => each.title),
  };
  return { title, description, anyOf: [own, rest] } as JsonObject;
}

/** Returns the checks of arguments; calls whose arguments have the same schema share one. */
function argumentForms(connections: readonly Callable[]): Json[] {
  const calls = new Map<string, { names: string[]; isNeeded: boolean }>();
  for (const { name, actions = {}, file } of connections) {
    for (const [action, { input }] of Object.entries(actions)) {
      const address = `${file}#/$defs/${pointerPart(action)}`;
      const required = objectOr(input as Json)['required'];
      const call = calls.get(address) ?? {
        names: [],
        isNeeded: Array.isArray(required) && required.length > 0,
      };
      call.names.push(`${name}.${action}`);
      calls.set(address, call);
    }
  }
  return [...calls].map(([$ref, { names, isNeeded }]) =>
    when({ enum: names }, { properties: { with: { $ref } }, ...(isNeeded ? { required: ['with'] } : {}) }),
  );
}

/** Returns the check of the names of a connection's actions; none when only the server knows them. */
function namesForm({ name, actions }: Callable): Json[] {
  if (!actions) return [];
  const names = Object.keys(actions).map((action) => `${name}.${action}`);
  return [when({ pattern: `^${name}\\.` }, { properties: { call: { enum: names } } })];
}

function when(call: JsonObject, then: JsonObject): JsonObject {
  return { if: { required: ['call'], properties: { call } }, then };
}

/** Escapes a name for a JSON pointer in a fragment. */
function pointerPart(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}

/** Returns the schema that chooses the one of the kind. Documents of other tools have no finding. */
function everyFileSchema(): JsonObject {
  const kinds = schemaNames.filter((name) => name !== 'settings' && name !== 'flow');
  const about = (name: SchemaName) => String(objectOr(schema(name) as Json)['description'] ?? '');
  const kind: JsonObject = {
    title: 'Kind',
    description: 'What the file defines. A flow has `document` in place of `kind`.',
    enum: kinds,
    enumDescriptions: kinds.map(about),
  };
  const document = { title: 'Document', description: about('flow'), type: 'object' };
  const cases = kinds.map((name) => ({
    if: { required: ['kind'], properties: { kind: { const: name } } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { $ref: `${name}.json` },
  }));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'File of svc',
    description: 'An entity (`kind`) or a flow (`document`).',
    type: 'object',
    if: { required: ['document'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { $ref: 'flow.json' },
    else: {
      if: { required: ['apiVersion'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: {},
      else: {
        if: { required: ['kind'] },
        // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
        then: { properties: { kind }, allOf: cases },
        else: { properties: { kind, document } },
      },
    },
  };
}
