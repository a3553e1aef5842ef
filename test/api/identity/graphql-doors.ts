import type { FastifyInstance } from 'fastify';
import { type GraphQLField, getNamedType, isLeafType } from 'graphql';
import { getSchema } from '../../../api/graphql/kinds/entity-types.js';
import { createSchema } from '../../../api/graphql/schema.js';
import { camel, pascal } from '../../../api/graphql/types/names.js';
import { fieldName } from '../../../api/graphql/types/operation-fields.js';
import { listEntities, readEntity } from '../../../api/operations/entities/operations.js';
import {
  createEntity,
  deleteEntity,
  replaceEntity,
  updateEntity,
  writeEntities,
} from '../../../api/operations/entities/writes.js';
import { followEvents } from '../../../api/operations/events/operations.js';
import { operations } from '../../../api/operations/registry.js';
import { readRun } from '../../../api/operations/runs/operations.js';
import { getExample } from '../../../api/operations/shared/example-value.js';
import type { Operation } from '../../../api/operations/shared/operation.js';
import { kinds } from '../../../controller/kinds/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { type Door, known } from './doors.js';

const schema = createSchema({ operations, kinds });

/** The operation behind each field, by the name of the field. */
const behind = new Map<string, Operation>([
  ...operations.map((operation) => [fieldName(operation), operation] as const),
  ...kinds.flatMap(({ kind, plural }) => [
    [camel(kind), readEntity] as const,
    [camel(plural), listEntities] as const,
    [`create${pascal(kind)}`, createEntity as Operation] as const,
    [`update${pascal(kind)}`, replaceEntity as Operation] as const,
    [`patch${pascal(kind)}`, updateEntity as Operation] as const,
    [`delete${pascal(kind)}`, deleteEntity as Operation] as const,
  ]),
  ['changeEntities', writeEntities as Operation],
  ['runChanged', readRun as Operation],
  ['entityChanged', followEvents as Operation],
  ['branchSynced', followEvents as Operation],
  ['events', followEvents as Operation],
]);

/** Returns a value for an argument that the operation does not have under that name; undefined for any other. */
function exampleFor(argument: string, type: string): Json | undefined {
  if (type === '[KindChangeInput!]!') return [{ flow: { delete: { name: 'hello' } } }];
  const kind = kinds.find((each) => argument === 'input' && type === `${pascal(each.kind)}Input!`);
  if (!kind) return undefined;
  const [example] = getSchema(kind.kind)['examples'] as JsonObject[];
  const { kind: _kind, ...definition } = example ?? {};
  return definition;
}

/** Every query, mutation and subscription of the schema, as the schema itself lists them. */
export function graphQLDoors(app: FastifyInstance): Door[] {
  return [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].flatMap((root) =>
    Object.values(root?.getFields() ?? {}).map((field) => {
      const operation = behind.get(field.name);
      if (!operation) throw new Error(`No operation is behind the field ${field.name}`);
      const kind = String(root?.name).toLowerCase();
      return {
        name: `${kind} ${field.name}`,
        operation,
        // Every field needs a credential: no user signs in over GraphQL.
        isOpen: false,
        knock: (credential) => knock(app, field, kind, operation, credential),
      };
    }),
  );
}

async function knock(
  app: FastifyInstance,
  field: GraphQLField<unknown, unknown>,
  kind: string,
  operation: Operation,
  credential: string | undefined,
): Promise<string> {
  const wanted = field.args.filter(({ type }) => String(type).endsWith('!'));
  const declared = wanted.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const given = wanted.map(({ name }) => `${name}: $${name}`).join(', ');
  const variables = Object.fromEntries(
    wanted.map(({ name, type }) => [
      name,
      exampleFor(name, String(type)) ??
        known[name] ??
        getExample(operation.input.properties[name] ?? operation.input.properties['run'] ?? true),
    ]),
  );
  const chosen = isLeafType(getNamedType(field.type)) ? '' : ' { __typename }';
  const query = `${kind} ${declared && `(${declared})`} { ${field.name}${given && `(${given})`}${chosen} }`;
  const answer = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: {
      ...(kind === 'subscription' ? { accept: 'text/event-stream' } : {}),
      ...(credential === undefined ? {} : { 'x-api-key': credential }),
    },
    payload: { query, variables },
  });
  const [, event = answer.body] = /^data: (.+)$/m.exec(answer.body) ?? [];
  const { errors, code } = JSON.parse(event);
  return code ?? errors?.[0]?.extensions.code ?? 'ok';
}
