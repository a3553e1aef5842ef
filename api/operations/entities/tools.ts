import { sentence } from '../../../controller/problems/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { entityTypes } from '../shared/entity-types.js';
import { pageFields, textField } from '../shared/fields.js';
import type { PlatformEntity } from '../shared/platform-entities.js';
import { pageOf } from '../shared/schemas.js';
import { branchArgument, type Outcome, opArgument, type Tool, type ToolScope } from '../shared/tool.js';
import { listEntities, readEntity } from './operations.js';
import { PlatformCalls } from './platform-calls.js';
import { entityShape, listedEntityShape, readEntityShape } from './schemas.js';
import { connectorFields, queryFields } from './write-schemas.js';
import { createEntity, replaceEntity, updateEntity } from './writes.js';

/** Members that every entity has, of a branch and of the platform; its own fields are in `definition`. */
const common = ['op', 'type', 'name', 'definition'];
const listedShape: JsonObject = { ...listedEntityShape, title: 'AnyListedEntity', required: common };
export const writtenShape: JsonObject = { ...entityShape, title: 'AnyWrittenEntity', required: [] };

const nameArgument: JsonObject = {
  type: 'string',
  minLength: 1,
  description: 'The name; the id of a run, an api-key or a backup, the path of a secret.',
  examples: ['daily-report'],
};

const placeArguments = { branch: branchArgument, op: opArgument };

/** The tools that read, list and write entities of any type: of a branch, of a connector and of the platform. */
export function entityTools(entities: readonly PlatformEntity[]): readonly Tool[] {
  const calls = new PlatformCalls(entities);
  return [readTool(calls), listTool(calls), createTool(calls), updateTool(calls)];
}

function typeArgument(calls: PlatformCalls, verb: 'list' | 'create' | 'update'): JsonObject {
  return {
    type: 'string',
    minLength: 1,
    description: `The entity type. In a branch: ${entityTypes.join(', ')}. Of the platform: ${calls.typesWith(verb).join(', ')}.`,
    examples: ['flow'],
  };
}

function readTool(calls: PlatformCalls): Tool {
  return {
    operation: readEntity,
    description: `Reads one entity of any type: its definition, its references, and the faults of its newest version.

Use it before running a flow (its \`definition.input.schema\` describes the parameters), before changing anything (\`etag\` prevents overwriting changes of others), and to check on a run.

Example: {"type": "flow", "name": "daily-report"} or {"type": "run", "name": "0192f0c1-7e6a-7b1e-9c5a-3f5a8e0d4c11"}

Returns \`definition\`, \`etag\`, \`revision\`, \`references\`, \`status.conditions\` and \`status.findings\`. An entity of the platform has its fields in \`definition\`; values of secrets are never shown.`,
    input: {
      properties: {
        type: typeArgument(calls, 'list'),
        name: nameArgument,
        ...placeArguments,
        ...connectorFields,
        explain: readEntity.input.properties['explain'] ?? {},
      },
      required: ['type', 'name'],
    },
    output: { ...readEntityShape, title: 'AnyEntity', required: common },
    async run(scope, args) {
      const entity = calls.entityOf(args);
      if (entity) return { value: await calls.read(scope, entity, args) };
      return { value: (await scope.perform(readEntity, inProduction(scope, args))) as JsonObject };
    },
  };
}

function listTool(calls: PlatformCalls): Tool {
  return {
    operation: listEntities,
    title: 'List or search entities',
    description: `Lists the entities of one type; with \`q\`, finds those that match all words, best match first. Beginnings of words and words with small typos match too.

Use it to find a flow by what it does, a folio or skill that explains something, or the connections of the branch.

Example: {"type": "flow", "q": "refund order"} or {"type": "run", "filter": {"flow": "daily-report", "status": "faulted"}}

Returns \`items\`, each with \`name\` and \`definition\`, and \`nextCursor\`: pass it as \`cursor\` for the next page; null on the last one.`,
    input: {
      properties: {
        type: typeArgument(calls, 'list'),
        q: textField('Words to search; types of a branch only.', 200),
        label: textField(
          'A label, `name` or `name=value`; a flow has `document.tags`. Types of a branch only.',
          200,
        ),
        filter: {
          ...queryFields.filter,
          type: ['object', 'array', 'string'],
          additionalProperties: true,
          description:
            'For types of the platform: an object; for runs with `flow`, `status`, `environment`, `trigger`, `since`, `until`. For types of a connector: a condition such as `price>=10`, `name^=Dar` (begins with) or `sold is null`, or an array of conditions that must all hold.',
          examples: [{ flow: 'daily-report', status: 'faulted' }, ['price>=10']],
        },
        order: queryFields.order,
        ...placeArguments,
        ...connectorFields,
        ...pageFields,
      },
      required: ['type'],
    },
    output: pageOf(listedShape),
    async run(scope, args) {
      const entity = calls.entityOf(args);
      if (entity) return { value: await calls.list(scope, entity, args) };
      return { value: (await scope.perform(listEntities, inProduction(scope, args))) as JsonObject };
    },
  };
}

const proposing =
  'On a protected branch the change becomes a proposal on a branch of its own: `proposal` in the answer says where to review it. Read it as type `proposal`; a caller with the permission merges it by `update-entity` with {"type": "proposal", "name": "<its id>", "patch": {"state": "merged"}}.';

function createTool(calls: PlatformCalls): Tool {
  return {
    operation: createEntity,
    description: `Creates an entity: in a branch as a commit, on the platform at once.

Use it to add a flow, connection, folio, annotation and so on, a secret, or a backup. Pass \`dryRun\` first to see faults and changes. ${proposing}

Example: {"type": "folio", "name": "refund-policy", "definition": {"title": "Refunds", "body": "…"}, "message": "Explain refunds"}; {"type": "secret", "definition": {"path": "shop/token", "value": {"token": "…"}}}; {"type": "backup", "definition": {"categories": ["flows"]}}

Returns the entity, with its new \`etag\` and \`revision\`. An invalid definition is refused and changes nothing; \`errors\` name each place: fix them and call again.`,
    input: {
      properties: {
        ...createEntity.input.properties,
        type: typeArgument(calls, 'create'),
        name: nameArgument,
        ...placeArguments,
      },
      required: ['type', 'definition'],
    },
    output: writtenShape,
    async run(scope, args) {
      const entity = calls.entityOf(args);
      if (entity) return { value: await calls.write(scope, entity, 'create', args) };
      return written(await scope.perform(createEntity, inProduction(scope, named(args))));
    },
  };
}

function updateTool(calls: PlatformCalls): Tool {
  return {
    operation: updateEntity,
    title: 'Change an entity',
    description: `Changes an entity in place; the rest of its file stays as it is, byte for byte.

Use it after \`read-entity\`. Pass the \`etag\` that you read, so that changes of others are not overwritten. ${proposing}

Example: {"type": "connection", "name": "shop", "patch": {"config": {"timeout": "PT20S"}}, "message": "Wait longer for the shop"}

Returns the entity after the change, or the proposal. \`version_conflict\`: another caller has changed the entity; read it again and repeat.`,
    input: {
      properties: {
        ...updateEntity.input.properties,
        definition: {
          ...createEntity.input.properties['definition'],
          description: 'The whole definition, in place of `patch` and `jsonPatch`.',
        },
        type: typeArgument(calls, 'update'),
        name: nameArgument,
        ...placeArguments,
      },
      required: ['type', 'name'],
    },
    output: writtenShape,
    async run(scope, args) {
      const entity = calls.entityOf(args);
      if (entity) return { value: await calls.write(scope, entity, 'update', args) };
      const operation = args['definition'] === undefined ? updateEntity : replaceEntity;
      return written(await scope.perform(operation, inProduction(scope, args)));
    },
  };
}

function inProduction(scope: ToolScope, args: JsonObject): JsonObject {
  return { branch: scope.production, ...args };
}

function written(value: unknown): Outcome {
  return { value: value as JsonObject, note: noteOnWrite(value as JsonObject) };
}

/** Puts the name of a new entity in its definition; that of a flow in its document. */
function named({ name, ...args }: JsonObject): JsonObject {
  const { definition, type } = args;
  if (name === undefined || !isObject(definition)) return args;
  if (type !== 'flow') return { ...args, definition: { name, ...definition } };
  const document = isObject(definition['document']) ? definition['document'] : {};
  return {
    ...args,
    definition: { ...definition, document: { ...document, name: document['name'] ?? name } },
  };
}

/** Describes the faults of a dry run, and where a proposal can be reviewed. */
export function noteOnWrite({ proposal, valid, findings, summary }: JsonObject): string | undefined {
  if (valid === false && Array.isArray(findings)) {
    return [...(typeof summary === 'string' ? [summary] : []), ...faultsOf(findings as JsonObject[])].join(
      '\n',
    );
  }
  if (typeof summary === 'string') return summary;
  if (!isObject(proposal)) return undefined;
  const { branch, compareUrl, pullRequestUrl } = proposal;
  const where = pullRequestUrl ?? compareUrl;
  const look = typeof where === 'string' ? ` Review it at ${where}.` : '';
  return `The branch is protected, so the change was proposed on branch \`${branch}\`.${look} It takes effect when it is merged.`;
}

function faultsOf(findings: readonly JsonObject[]): string[] {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const lines = errors.map(({ file, line, pointer, message, hint }) =>
    [`- ${file}:${line} ${pointer}: ${sentence(String(message))}`, hint].filter(Boolean).join(' '),
  );
  return lines.length === 0 ? [] : ['The change would be refused. Fix these faults first:', ...lines];
}
