import type { JsonObject } from '../../../schemas/json/types.js';
import { isObject, objectOr } from '../../../schemas/json/values.js';
import { entityTypes } from '../shared/entity-types.js';
import { pageFields, textField } from '../shared/fields.js';
import type { Operation } from '../shared/operation.js';
import type { PlatformEntity } from '../shared/platform-entities.js';
import { getPage, openObject, text } from '../shared/schemas.js';
import { branchArgument, opArgument, type Tool, type ToolScope } from '../shared/tool.js';
import { readTrigger } from '../triggers/operations.js';
import { listFitting } from './listing.js';
import { listEntities, readEntity } from './operations.js';
import { getPart, partArguments } from './parts.js';
import { PlatformCalls } from './platform-calls.js';
import { partOfRun, withToolCalls } from './run-parts.js';
import { entityShape, listedEntityShape, readEntityShape } from './schemas.js';
import { partOfHistory, type VersionReads } from './version-parts.js';
import { written } from './write-outcome.js';
import { connectorFields, queryFields } from './write-schemas.js';
import { createEntity, replaceEntity, updateEntity } from './writes.js';

/** Members that every entity has, of a branch and of the platform; its own fields are in `definition`. */
const common = ['op', 'type', 'name', 'definition'];
const listedShape: JsonObject = { ...listedEntityShape, title: 'AnyListedEntity', required: common };
export const writtenShape: JsonObject = {
  ...entityShape,
  title: 'AnyWrittenEntity',
  required: [],
  properties: { result: text, proposal: openObject, ...(entityShape['properties'] as JsonObject) },
};

const nameArgument: JsonObject = {
  type: 'string',
  minLength: 1,
  description: 'The name; the id of a run, an api-key or a backup, the path of a secret.',
  examples: ['daily-report'],
};

const placeArguments = { branch: branchArgument, op: opArgument };

/**
 * The tools that read, list and write entities of any type: of a branch, of a connector and of the platform.
 * @param versions reads versions of an entity
 */
export function entityTools(entities: readonly PlatformEntity[], versions: VersionReads): readonly Tool[] {
  const calls = new PlatformCalls(entities);
  return [readTool(calls, versions), listTool(calls), createTool(calls), updateTool(calls)];
}

function typeArgument(calls: PlatformCalls, verb: 'list' | 'create' | 'update'): JsonObject {
  const ofPlatform = calls.typesWith(verb).join(', ');
  const ofBranch = verb === 'list' ? entityTypes.join(', ') : 'as `list-entities` has them';
  return {
    type: 'string',
    minLength: 1,
    description: `In a branch ${ofBranch}, of the platform ${ofPlatform}.`,
    examples: ['flow'],
  };
}

const anyType: JsonObject = {
  type: 'string',
  minLength: 1,
  description: 'The entity type, as `list-entities` has them.',
  examples: ['flow'],
};

function readTool(calls: PlatformCalls, versions: VersionReads): Tool {
  return {
    operation: readEntity,
    description: `Reads one entity with the findings of its newest version, valid or not. Read before a change: \`etag\` keeps it from overwriting others.

Example: {"type": "flow", "name": "daily-report"}; {"type": "run", "name": "<id>", "pointer": "/log"}

Returns \`definition\`, \`etag\`, \`references\`, \`status\`; of a trigger its \`state\`. By \`pointer\`, a run has \`/tasks\` and \`/log\`; others \`/history\`, \`/diff/<from>/<to>\`, \`/at/<commit>\`.`,
    input: {
      properties: {
        type: anyType,
        name: nameArgument,
        ...placeArguments,
        ...connectorFields,
        explain: readEntity.input.properties['explain'] ?? {},
        ...partArguments,
      },
      required: ['type', 'name'],
    },
    output: {
      ...readEntityShape,
      title: 'AnyEntity',
      required: common,
      properties: {
        ...(readEntityShape['properties'] as JsonObject),
        part: {},
        nextOffset: { type: 'integer' },
        source: text,
      },
    },
    async run(scope, { pointer, offset, ...args }) {
      const entity = calls.findEntity(args);
      const from = typeof offset === 'number' ? offset : 0;
      const isOfBranch = !entity && (args['op'] ?? 'platform') === 'platform';
      const past =
        isOfBranch && typeof pointer === 'string'
          ? await partOfHistory(scope, versions, args, pointer, from)
          : undefined;
      if (past) return { value: past };
      const value = entity
        ? withToolCalls(await calls.read(scope, entity, args))
        : await readOfBranch(scope, inProduction(scope, args), versions.at);
      if (typeof pointer !== 'string') return { value, source: getSource(args) };
      const ofRun = entity?.type === 'run' ? await partOfRun(scope, value, pointer, from) : undefined;
      return { value: ofRun ?? getPart(value, pointer, from) };
    },
  };
}

/** Reads an entity of a branch; a trigger with its state, including the schedule of a flow, which is no entity of its own. */
async function readOfBranch(
  scope: ToolScope,
  address: JsonObject,
  readVersion: Operation,
): Promise<JsonObject> {
  const { branch, type, name } = address;
  if (type !== 'trigger' || (address['op'] ?? 'platform') !== 'platform')
    return readWithSource(scope, address, readVersion);
  const readState = () => scope.perform(readTrigger as Operation, { branch, trigger: name });
  if (String(name).startsWith('flow.'))
    return {
      op: 'platform',
      type,
      name: name ?? null,
      branch: branch ?? null,
      state: (await readState()) ?? null,
    };
  const value = await readWithSource(scope, address, readVersion);
  // A trigger that was never valid has no state.
  const state = await readState().catch(() => undefined);
  return state === undefined ? value : { ...value, state };
}

/** Reads an entity of a branch; one whose newest version is not valid with the text of that version. */
async function readWithSource(
  scope: ToolScope,
  address: JsonObject,
  readVersion: Operation,
): Promise<JsonObject> {
  const value = (await scope.perform(readEntity, address)) as JsonObject;
  const { branch, type, name } = value;
  const { findings } = objectOr(value['status']);
  const isInvalid =
    Array.isArray(findings) && findings.some((each) => objectOr(each)['severity'] === 'error');
  if (!isInvalid) return value;
  const newest = { branch, type, name, commitHash: 'HEAD' };
  // Without Git there are no versions; then the findings alone have to do.
  const source = await scope.findFile(readVersion, newest).catch(() => undefined);
  return source === undefined ? value : { ...value, source };
}

/** How the rest of an entity that was cut can be read. */
function getSource(args: JsonObject): JsonObject & { at: string } {
  return Object.assign({}, args, { at: '' });
}

function listTool(calls: PlatformCalls): Tool {
  return {
    operation: listEntities,
    title: 'List or search entities',
    description: `Lists the entities of one type in short; with \`q\`, finds those that fit the words, best first: a flow by what it does, a folio or skill that explains something.

Example: {"type": "flow", "q": "refund order"}; {"type": "run", "filter": {"flow": "daily-report", "status": "faulted"}}

Returns \`items\`, and \`nextCursor\` for the next page. \`fields\` adds members, such as "definition"; "*" all.`,
    input: {
      properties: {
        type: typeArgument(calls, 'list'),
        q: textField('Words to search.', 200),
        label: textField('`name` or `name=value`; a flow has `document.tags`.', 200),
        filter: {
          ...queryFields.filter,
          type: ['object', 'array', 'string'],
          additionalProperties: true,
          description:
            'Runs: an object with `flow`, `status`, `environment`, `trigger`, `failedTask`, `error`, `path`, `parent`, `since`, `until`, `count: true`; types of a connector: `price>=10`, or an array of conditions.',
          examples: [{ flow: 'daily-report', status: 'faulted' }, ['price>=10']],
        },
        order: queryFields.order,
        fields: {
          type: 'array',
          maxItems: 20,
          items: { type: 'string', maxLength: 200 },
          description: 'Members or JSON pointers to add to each item.',
          examples: [['definition']],
        },
        ...placeArguments,
        ...connectorFields,
        ...pageFields,
      },
      required: ['type'],
    },
    output: getPage(listedShape),
    run: (scope, args) => listFitting(args, (args) => listWhole(calls, scope, args)),
  };
}

async function listWhole(calls: PlatformCalls, scope: ToolScope, args: JsonObject): Promise<JsonObject> {
  const entity = calls.findEntity(args);
  if (entity) return calls.list(scope, entity, args);
  return (await scope.perform(listEntities, inProduction(scope, args))) as JsonObject;
}

function createTool(calls: PlatformCalls): Tool {
  return {
    operation: createEntity,
    confirms: true,
    // A secret of the same path gets a new version.
    isDestructive: true,
    performs: [createEntity, ...calls.operationsFor('create')],
    description: `Creates an entity: in a branch by a commit, on the platform (a secret, a backup) at once. \`dryRun\` shows findings and the diff. On a protected branch it becomes a proposal.

Example: {"type": "folio", "name": "refunds", "definition": {"title": "Refunds", "body": "…"}}; {"type": "secret", "definition": {"path": "shop/token", "value": {"token": "…"}}}

Returns the entity, or the \`proposal\`. \`errors\` of a refused one name each place.`,
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
      const entity = calls.findEntity(args);
      if (entity) return { value: await calls.write(scope, entity, 'create', args) };
      return written(scope, await scope.perform(createEntity, inProduction(scope, named(args))));
    },
  };
}

function updateTool(calls: PlatformCalls): Tool {
  return {
    operation: updateEntity,
    confirms: true,
    performs: [updateEntity, ...calls.operationsFor('update')],
    title: 'Change an entity',
    description: `Changes an entity in place; the rest of its file stays as it is. Pass the \`etag\` that you read. On a protected branch the change becomes a proposal, which a caller with the right merges by \`control\`.

Example: {"type": "connection", "name": "shop", "patch": {"config": {"timeout": 20}}}

Returns the entity, or the \`proposal\`. \`version_conflict\`: read it again.`,
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
      const entity = calls.findEntity(args);
      if (entity) return { value: await calls.write(scope, entity, 'update', args) };
      const operation = args['definition'] === undefined ? updateEntity : replaceEntity;
      return written(scope, await scope.perform(operation, inProduction(scope, args)));
    },
  };
}

function inProduction(scope: ToolScope, args: JsonObject): JsonObject {
  return { branch: scope.production, ...args };
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
