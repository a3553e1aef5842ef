import type { JsonObject } from '../../../schemas/json.js';
import { connectorFields, queryFields } from '../../operations/connector-entities.js';
import { entityShape, listedEntityShape, readEntityShape } from '../../operations/entity-shape.js';
import { entityTypes } from '../../operations/entity-types.js';
import { branchField, cursorField, limitField, opField, pageOf } from '../../operations/fields.js';
import { platformEntities } from '../../operations/platform-entities.js';
import { findOperation } from '../../operations/registry.js';
import { listPlatform, readPlatform } from '../platform-calls.js';
import type { Tool } from './tool.js';

const inBranch = entityTypes.join(', ');

/** The platform-scoped types that can be listed, or more. */
export function platformTypes(verb: 'list' | 'create' | 'update'): string[] {
  return platformEntities.flatMap((entity) => {
    const operation = entity[verb];
    return operation !== undefined && findOperation(operation) ? [entity.type] : [];
  });
}

export const branchArgument: JsonObject = {
  ...branchField,
  description: 'The branch; production unless said. `local` is the overlay directory.',
};

export const opArgument: JsonObject = { ...opField, default: 'platform' };

export function typeArgument(others: readonly string[]): JsonObject {
  return {
    type: 'string',
    minLength: 1,
    description: `The entity type. In a branch: ${inBranch}. Of the platform: ${others.join(', ')}.`,
    examples: ['flow'],
  };
}

export const nameArgument: JsonObject = {
  type: 'string',
  minLength: 1,
  description: 'The name; for a run, an api-key and a backup the id, for a secret the path.',
  examples: ['daily-report'],
};

const sparse = ['op', 'type', 'name', 'definition'];

/** An entity of a branch has all fields; one of the platform has only these, its own fields in `definition`. */
export const anyEntityShape: JsonObject = { ...readEntityShape, title: 'AnyEntity', required: sparse };
const listedShape: JsonObject = { ...listedEntityShape, title: 'AnyListedEntity', required: sparse };
export const writtenShape: JsonObject = { ...entityShape, title: 'AnyWrittenEntity', required: [] };

export const readEntityTool: Tool = {
  name: 'read-entity',
  operation: 'read-entity',
  title: 'Read an entity',
  description: `Reads one entity of any type: its definition, what it refers to, and what is wrong with its newest version.

Use it before running a flow (its \`definition.input.schema\` describes the parameters), before changing anything (\`etag\` guards against overwriting others' changes), and to look at a run.

Example: {"type": "flow", "name": "daily-report"} or {"type": "run", "name": "0192f0c1-7e6a-7b1e-9c5a-3f5a8e0d4c11"}

Comes back: \`definition\`, \`etag\`, \`revision\`, \`references\`, \`status.conditions\` and \`status.findings\`. Of a type of the platform: its fields in \`definition\`; values of secrets are never shown.`,
  input: {
    properties: {
      type: typeArgument(platformTypes('list')),
      name: nameArgument,
      branch: branchArgument,
      op: opArgument,
      ...connectorFields,
      explain: findOperation('read-entity')?.input.properties['explain'] ?? {},
    },
    required: ['type', 'name'],
  },
  output: anyEntityShape,
  async run(scope, args) {
    const ofPlatform = await readPlatform(scope, args);
    if (ofPlatform) return { value: ofPlatform };
    const value = await scope.perform('read-entity', { branch: scope.production, ...args });
    return { value: value as JsonObject };
  },
};

export const listEntitiesTool: Tool = {
  name: 'list-entities',
  operation: 'list-entities',
  title: 'List or search entities',
  description: `Lists the entities of one type; with \`q\`, finds those with all the words, the best first. Beginnings of words count, and small mistakes.

Use it to find out what there is: a flow by what it does, a folio or skill that explains something, the connections there are.

Example: {"type": "flow", "q": "refund order"} or {"type": "run", "filter": {"flow": "daily-report", "status": "faulted"}}

Comes back: \`items\`, each with \`name\` and \`definition\`, and \`nextCursor\`: give it as \`cursor\` for the next page; null on the last one.`,
  input: {
    properties: {
      type: typeArgument(platformTypes('list')),
      q: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        description: 'Words to look for; types of a branch only.',
      },
      label: {
        type: 'string',
        minLength: 1,
        maxLength: 200,
        description:
          'A label, `name` or `name=value`; for flows one of `document.tags`. Types of a branch only.',
      },
      filter: {
        ...queryFields['filter'],
        type: ['object', 'array', 'string'],
        additionalProperties: true,
        description:
          'Types of the platform: an object; for runs with `flow`, `status`, `environment`, `trigger`, `since`, `until`. Types of a connector: a condition such as `price>=10`, `name^=Dar` (begins with) or `sold is null`, or an array of some, which must all hold.',
        examples: [{ flow: 'daily-report', status: 'faulted' }, ['price>=10']],
      },
      order: queryFields['order'] ?? {},
      branch: branchArgument,
      op: opArgument,
      ...connectorFields,
      limit: limitField,
      cursor: cursorField,
    },
    required: ['type'],
  },
  output: pageOf(listedShape),
  async run(scope, args) {
    const ofPlatform = await listPlatform(scope, args);
    if (ofPlatform) return { value: ofPlatform };
    const value = await scope.perform('list-entities', { branch: scope.production, ...args });
    return { value: value as JsonObject };
  },
};
