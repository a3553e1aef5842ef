import { requireRecord } from '../../../controller/catalog/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { freshSnapshot } from '../entities/snapshots.js';
import { visibleTo } from '../shared/authorization.js';
import { branchField, namedField } from '../shared/fields.js';
import { type Operation, reads } from '../shared/operation.js';
import { described, flag, getAnswer, named, openObject, text, textOrNull } from '../shared/schemas.js';

export const resolveEnvironment: Operation<{ branch: string; environment: string }> = {
  name: 'resolve-environment',
  title: 'Resolve an environment',
  description:
    'The variables and connections that runs in an environment receive, with defaults and with the overrides of the environment. Secrets stay references; their values are never shown.',
  hints: reads,
  atMembers: 'read',
  permission: 'viewer',
  target: ({ branch, environment }) => ({ branch, type: 'environment', name: environment }),
  input: {
    properties: {
      branch: branchField,
      environment: namedField('The name of the environment.', 'production'),
    },
    required: ['branch', 'environment'],
  },
  output: getAnswer(
    { title: 'ResolvedEnvironment', description: 'What the runs in an environment receive.' },
    {
      name: described(text, 'The name of the environment.'),
      branch: named.branch,
      revision: described(text, 'The commit that the environment was applied from.'),
      isDefault: described(flag, 'Whether runs that name no environment use this one.'),
      variables: described(openObject, 'By name.'),
      secretsPrefix: described(textOrNull, 'The prefix under which secrets are looked up first.'),
      connections: {
        type: 'array',
        description: 'The connections that the caller may see.',
        items: getAnswer(
          { title: 'ResolvedConnection', description: 'A connection, as runs in the environment use it.' },
          {
            name: named.connection,
            connector: named.connector,
            isChanged: described(flag, 'Whether the environment overrides fields of the connection.'),
            config: described(openObject, 'The configuration; secrets are references.'),
          },
        ),
      },
    },
  ),
  async run(context, input) {
    const snapshot = await freshSnapshot(context, input.branch);
    const { definition, name, revision } = requireRecord(snapshot, 'environment', input.environment);
    const { branch } = snapshot;
    const overrides = (definition['connections'] ?? {}) as JsonObject;
    const seen = visibleTo(context, snapshot.list('connection'), (connection) => {
      return { branch, type: 'connection', name: connection.name };
    });
    const connections = await Promise.all(
      seen.map(async (connection) => {
        const principal = context.principal.id;
        const use = { branch, connection: connection.name, environment: name, principal };
        const { connector, config } = await context.controller.connections.written(use);
        const isChanged = Object.hasOwn(overrides, connection.name);
        return { name: connection.name, connector, isChanged, config };
      }),
    );
    return {
      value: {
        name,
        branch,
        revision,
        isDefault: definition['default'] === true,
        variables: definition['variables'] ?? {},
        secretsPrefix: definition['secrets'] ?? null,
        connections,
      },
    };
  },
};
