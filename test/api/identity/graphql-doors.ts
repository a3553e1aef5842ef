import type { FastifyInstance } from 'fastify';
import { type GraphQLField, getNamedType, isLeafType } from 'graphql';
import { fieldName } from '../../../api/graphql/operation-fields.js';
import { createSchema } from '../../../api/graphql/schema.js';
import { camel } from '../../../api/graphql/types/names.js';
import { listEntities, readEntity } from '../../../api/operations/entities/operations.js';
import { operations } from '../../../api/operations/registry.js';
import { exampleOf } from '../../../api/operations/shared/example-value.js';
import type { Operation } from '../../../api/operations/shared/operation.js';
import { kinds } from '../../../controller/kinds/index.js';
import { type Door, known } from './doors.js';

const schema = createSchema({ operations, kinds });

/** The operation behind each field, by the name of the field. */
const behind = new Map<string, Operation>([
  ...operations.map((operation) => [fieldName(operation), operation] as const),
  ...kinds.flatMap(({ kind, plural }) => [
    [camel(kind), readEntity] as const,
    [camel(plural), listEntities] as const,
  ]),
]);

/** Every query and mutation field of the schema, as the schema itself lists them. */
export function graphQLDoors(app: FastifyInstance): Door[] {
  return [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
    Object.values(root?.getFields() ?? {}).map((field) => {
      const operation = behind.get(field.name);
      if (!operation) throw new Error(`No operation is behind the field ${field.name}`);
      const isMutation = root === schema.getMutationType();
      return {
        name: `${isMutation ? 'mutation' : 'query'} ${field.name}`,
        operation,
        // Every field needs a credential: no user signs in over GraphQL.
        isOpen: false,
        knock: (credential) => knock(app, field, isMutation, operation, credential),
      };
    }),
  );
}

async function knock(
  app: FastifyInstance,
  field: GraphQLField<unknown, unknown>,
  isMutation: boolean,
  operation: Operation,
  credential: string | undefined,
): Promise<string> {
  const wanted = field.args.filter(({ type }) => String(type).endsWith('!'));
  const declared = wanted.map(({ name, type }) => `$${name}: ${type}`).join(', ');
  const given = wanted.map(({ name }) => `${name}: $${name}`).join(', ');
  const variables = Object.fromEntries(
    wanted.map(({ name }) => [name, known[name] ?? exampleOf(operation.input.properties[name] ?? true)]),
  );
  const chosen = isLeafType(getNamedType(field.type)) ? '' : ' { __typename }';
  const query = `${isMutation ? 'mutation' : 'query'} ${declared && `(${declared})`} { ${field.name}${given && `(${given})`}${chosen} }`;
  const answer = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: credential === undefined ? {} : { 'x-api-key': credential },
    payload: { query, variables },
  });
  const { errors, code } = answer.json();
  return code ?? errors?.[0]?.extensions.code ?? 'ok';
}
