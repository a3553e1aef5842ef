import type { JsonObject } from '../../schemas/json.js';
import { accessOf } from './access.js';
import { freshSnapshot, neverValid, unknownEntity } from './entities.js';
import { branchField, nameText } from './fields.js';
import { type Operation, reads } from './operation.js';

interface EnvironmentInput {
  branch: string;
  environment: string;
}

/** What a run in an environment finds, with everything that is not written in its file. */
const resolveEnvironment: Operation<EnvironmentInput> = {
  name: 'resolve-environment',
  title: 'Resolve an environment',
  description:
    'What runs in an environment get: variables, and each connection with its defaults and with what the environment changes of it. Secrets stay references; their values are never told.',
  hints: reads,
  permission: 'viewer',
  target: ({ branch, environment }) => ({ branch, type: 'environment', name: environment }),
  input: {
    properties: {
      branch: branchField,
      environment: {
        ...nameText,
        description: 'The name of the environment.',
        examples: ['production'],
      },
    },
    required: ['branch', 'environment'],
  },
  output: {
    title: 'ResolvedEnvironment',
    type: 'object',
    required: ['name', 'branch', 'revision', 'isDefault', 'variables', 'secretsPrefix', 'connections'],
    properties: {
      name: { type: 'string' },
      branch: { type: 'string' },
      revision: { type: 'string', description: 'The commit that the environment is in service from.' },
      isDefault: { type: 'boolean', description: 'Whether runs that name no environment use this one.' },
      variables: { type: 'object', additionalProperties: true, description: 'By name.' },
      secretsPrefix: {
        type: ['string', 'null'],
        description: 'Under which paths of secrets are looked up first.',
      },
      connections: {
        type: 'array',
        description: 'Those that the caller may see.',
        items: {
          title: 'ResolvedConnection',
          type: 'object',
          required: ['name', 'connector', 'isChanged', 'config'],
          properties: {
            name: { type: 'string' },
            connector: { type: 'string' },
            isChanged: { type: 'boolean', description: 'Whether the environment changes anything of it.' },
            config: { type: 'object', additionalProperties: true, description: 'Secrets are references.' },
          },
        },
      },
    },
  },
  async run(context, input) {
    const snapshot = await freshSnapshot(context, input.branch);
    const record = snapshot.get('environment', input.environment);
    if (!record) {
      const status = snapshot.status('environment', input.environment);
      if (status) throw neverValid('environment', input.environment, status.findings);
      throw unknownEntity(snapshot, 'environment', input.environment);
    }
    const { branch } = snapshot;
    const { definition, name } = record;
    const access = accessOf(context);
    const overrides = (definition['connections'] ?? {}) as JsonObject;
    const seen = snapshot
      .list('connection')
      .filter((connection) => access.may('viewer', { branch, type: 'connection', name: connection.name }));
    const connections = await Promise.all(
      seen.map(async (connection) => {
        const principal = context.principal.id;
        const use = { branch, connection: connection.name, environment: name, principal };
        const { connector, config } = await context.controller.connections.written(use);
        return {
          name: connection.name,
          connector,
          isChanged: Object.hasOwn(overrides, connection.name),
          config,
        };
      }),
    );
    return {
      value: {
        name,
        branch,
        revision: record.revision,
        isDefault: definition['default'] === true,
        variables: definition['variables'] ?? {},
        secretsPrefix: definition['secrets'] ?? null,
        connections,
      },
    };
  },
};

export const environmentOperations: readonly Operation[] = [resolveEnvironment];
