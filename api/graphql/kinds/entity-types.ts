import { type GraphQLFieldConfigMap, GraphQLInterfaceType, GraphQLObjectType } from 'graphql';
import type { KindDefinition } from '../../../controller/catalog/index.js';
import { type SchemaName, schema, schemaNames } from '../../../schemas/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { readEntity } from '../../operations/entities/operations.js';
import { listedEntityShape, readEntityShape } from '../../operations/entities/schemas.js';
import type { CallScope } from '../types/call-scope.js';
import { pascal } from '../types/names.js';
import type { OutputTypes } from '../types/output-types.js';
import { toList } from '../types/pages.js';
import { findDescription, untitled } from '../types/schema-words.js';

interface EntitySource extends Record<string, unknown> {
  op: string;
  type: string;
  name: string;
  branch: string;
  definition: JsonObject | null;
  references: { type: string; name: string; pointer: string }[];
  texts?: unknown;
}

type Fields = GraphQLFieldConfigMap<EntitySource, CallScope>;

const titles = ['Entity', 'EntityWithTexts', 'ListedEntity'];

/** Defines a type for each kind, and one for the rest. All implement `Entity` and have a field for the entities they name. */
export function defineEntityTypes(
  kinds: readonly KindDefinition[],
  outputs: OutputTypes,
): readonly GraphQLObjectType[] {
  const shape = { ...getProperties(listedEntityShape), ...getProperties(readEntityShape) };
  const required = (readEntityShape['required'] ?? []) as Json[];
  const common = (): Fields => ({
    ...(outputs.fields(shape, required, 'Entity') as unknown as Fields),
    texts: {
      ...(outputs.fields({ texts: shape['texts'] ?? {} }, [], 'Entity')['texts'] as Fields[string]),
      resolve: async (entity, _args, scope) => entity.texts ?? (await reread(entity, scope))?.texts ?? null,
    },
    uses: {
      description: 'The entities that this one names, of all types.',
      type: toList(Entity),
      resolve: (entity, _args, scope) => readAll(entity, () => true, scope),
    },
  });
  const Entity: GraphQLInterfaceType = new GraphQLInterfaceType({
    name: 'Entity',
    description: 'A typed, named thing.',
    fields: common as () => GraphQLFieldConfigMap<unknown, unknown>,
    resolveType: ({ type }: EntitySource): string => (types.has(type) ? pascal(type) : 'OtherEntity'),
  });
  for (const title of titles) outputs.define(title, Entity);
  const types: ReadonlyMap<string, GraphQLObjectType> = new Map(
    kinds.map((kind) => [kind.kind, kindType(kind, outputs, common, Entity)]),
  );
  const other = new GraphQLObjectType<EntitySource, CallScope>({
    name: 'OtherEntity',
    description: 'An entity of a type that has no kind of its own, such as those of connectors.',
    interfaces: [Entity],
    fields: common,
  });
  return [...types.values(), other];
}

function kindType(
  { kind, references, names = [] }: KindDefinition,
  outputs: OutputTypes,
  common: () => Fields,
  Entity: GraphQLInterfaceType,
): GraphQLObjectType {
  const named = references.flatMap((rule) => (typeof rule.kind === 'string' ? [rule.kind] : []));
  const type = new GraphQLObjectType<EntitySource, CallScope>({
    name: pascal(kind),
    description: findDescription(getSchema(kind)) ?? `The kind ${kind}.`,
    interfaces: [Entity],
    fields: () => ({
      ...ownFields(kind, outputs),
      ...common(),
      ...usedFields([...new Set([...named, ...names])], outputs),
      ...(outputs.getExtensions(pascal(kind)) as unknown as Fields),
    }),
  });
  outputs.define(pascal(kind), type);
  return type;
}

function ownFields(kind: string, outputs: OutputTypes): Fields {
  // Titles inside a kind's schema are not type names: two kinds may use one title for different shapes.
  const fields = outputs.fields(untitled(getProperties(getSchema(kind))), [], pascal(kind));
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      { ...field, resolve: ({ definition }: EntitySource) => definition?.[name] ?? null },
    ]),
  ) as unknown as Fields;
}

function usedFields(kinds: readonly string[], outputs: OutputTypes): Fields {
  const fields = kinds.map((kind): [string, Fields[string]] => [
    `used${pascal(toPlural(kind))}`,
    {
      description: `Each ${kind} that this entity names.`,
      type: toList(outputs.named(pascal(kind)) as GraphQLObjectType),
      resolve: (entity, _args, scope) => readAll(entity, (type) => type === kind, scope),
    },
  ]);
  return Object.fromEntries(fields);
}

function toPlural(kind: string): string {
  return kind.endsWith('y') ? `${kind.slice(0, -1)}ies` : `${kind}s`;
}

/** Returns those of the named entities that exist and that the caller may read. */
async function readAll(
  { op, branch, references }: EntitySource,
  isWanted: (type: string) => boolean,
  scope: CallScope,
): Promise<unknown[]> {
  const addresses = new Map(
    references
      .filter(({ type }) => isWanted(type))
      .map(({ type, name }) => [`${type}/${name}`, { type, name }]),
  );
  const entities = [...addresses.values()].map((address) =>
    scope.read(readEntity, { branch, op, ...address }).catch(() => undefined),
  );
  return (await Promise.all(entities)).filter((entity) => entity !== undefined);
}

/** Reads the fields of an entity that lists leave out. */
async function reread(
  { op, type, name, branch }: EntitySource,
  scope: CallScope,
): Promise<EntitySource | undefined> {
  if (op !== 'platform') return undefined;
  return scope.read(readEntity, { branch, op, type, name }) as Promise<EntitySource>;
}

function getProperties(schema: JsonObject): JsonObject {
  return (schema['properties'] ?? {}) as JsonObject;
}

/** Returns the JSON Schema of a kind's files. */
export function getSchema(kind: string): JsonObject {
  return schemaNames.some((name) => name === kind) ? (schema(kind as SchemaName) as JsonObject) : {};
}
