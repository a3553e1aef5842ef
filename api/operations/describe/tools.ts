import type { JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import { listActions } from '../connections/operations.js';
import { listEntities, readEntity } from '../entities/operations.js';
import { toItem } from '../entities/summaries.js';
import { resolveEnvironment } from '../environments/operations.js';
import { describeFlow } from '../flows/describe.js';
import { entityTypes } from '../shared/entity-types.js';
import type { PlatformEntity } from '../shared/platform-entities.js';
import { branchArgument, type Tool, type ToolScope } from '../shared/tool.js';
import { getChapters, getPage, getSuggestions, searchPages } from './manual-pages.js';
import { getOverview } from './overview.js';
import { dataAt, referencesIn } from './task-data.js';
import { shapeOfTool } from './tool-shapes.js';

const text = (description: string, example: string): JsonObject => ({
  type: 'string',
  minLength: 1,
  maxLength: 300,
  description,
  examples: [example],
});

/** Entities that the answer to a search names. */
const maxHits = 15;
/** The part of the best score below which entities are left out. */
const minShare = 0.1;

/** The arguments of the tool, with the branch filled in. */
interface DescribeRequest {
  branch: string;
  topic?: string;
  type?: string;
  name?: string;
  query?: string;
}

/** The tool that explains the language of flows and what a branch has. */
export function describeTools(
  _entities: readonly PlatformEntity[],
  all: () => readonly Tool[],
): readonly Tool[] {
  return [
    {
      name: 'describe',
      operation: readEntity,
      title: 'Learn the language, and what is here',
      description: `Without arguments: how flows are written, and what this branch has. Call it first. \`query\` searches manual and branch; \`topic\` is a page of the manual.

Example: {"topic": "task.try"}; {"type": "connection", "name": "shop"}: its actions and users, with \`topic\` one action's schemas; {"type": "flow", "name": "x", "topic": "/do/0/read"}: what \`.\` and \`$input\` are there; {"type": "tool", "name": "run-flow"}: its whole answer`,
      input: {
        properties: {
          topic: text('A topic, an action, or the reference of a task.', 'task.try'),
          type: text('An entity type, or `tool`.', 'connection'),
          name: text('The entity or tool.', 'shop'),
          query: text('Words to search for; with `topic`, only the fields that fit.', 'retry'),
          branch: branchArgument,
        },
      },
      output: {
        type: 'object',
        properties: {
          topic: { type: 'string' },
          text: { type: 'string' },
          branch: { type: 'string' },
          usedBy: { type: 'array' },
        },
      },
      async run(scope, args) {
        const request = { branch: scope.production, ...args } as unknown as DescribeRequest;
        return { value: await answer(scope, request, all) };
      },
    },
  ];
}

async function answer(
  scope: ToolScope,
  request: DescribeRequest,
  all: () => readonly Tool[],
): Promise<JsonObject> {
  const { type, name, topic, query } = request;
  if (type === 'tool') return shapeOfTool(all(), name);
  if (type !== undefined && name !== undefined) return entity(scope, request, type, name);
  if (type !== undefined) return kind(scope, request, type);
  if (topic !== undefined) return getPage(await scope.manual(), topic, query);
  if (query !== undefined) return found(scope, request, query);
  return { ...(await getOverview(scope, request.branch)), topics: getChapters(await scope.manual()) };
}

async function entity(
  scope: ToolScope,
  request: DescribeRequest,
  type: string,
  name: string,
): Promise<JsonObject> {
  const { branch, topic } = request;
  if (type === 'flow' && topic !== undefined) {
    const flow = (await scope.perform(readEntity, { branch, op: 'platform', type, name })) as JsonObject;
    const definition = objectOr(flow['definition']);
    return { flow: name, branch, ...dataAt(definition, topic) };
  }
  const whole = (await scope.perform(readEntity, {
    branch,
    op: 'platform',
    type,
    name,
    explain: true,
  })) as JsonObject;
  if (type === 'connection' && topic !== undefined) {
    return { name, type, branch, ...(await actions(scope, branch, name, topic)) };
  }
  const { usedBy = [], overriddenBy = [] } = objectOr(whole['origin']);
  const about = {
    ...toItem(whole, []),
    type,
    branch,
    uses: whole['references'] ?? [],
    usedBy,
    ...(Array.isArray(overriddenBy) && overriddenBy.length > 0 ? { overriddenBy } : {}),
  };
  if (type === 'flow' && whole['definition'] !== null) {
    const context = (await scope.perform(describeFlow, { branch, flow: name })) as JsonObject;
    return { ...about, ...context, tasks: referencesIn(objectOr(whole['definition'])) };
  }
  if (type === 'connection') return { ...about, ...(await actions(scope, branch, name, undefined)) };
  if (type === 'environment') {
    const resolved = await scope.perform(resolveEnvironment, { branch, environment: name });
    return { ...about, ...(resolved as JsonObject) };
  }
  return { ...about, definition: whole['definition'] ?? null };
}

/** The actions of a connection: one with its schemas, or all with the names of their arguments. */
async function actions(
  scope: ToolScope,
  branch: string,
  connection: string,
  action: string | undefined,
): Promise<JsonObject> {
  const { connector, items } = (await scope.perform(listActions, { branch, connection })) as {
    connector: string;
    items: JsonObject[];
  };
  const one = items.filter(({ name }) => name === action);
  if (one.length > 0) return { connector, actions: one };
  const short = items.map(({ name, description, hints, input }) => {
    const { properties, required = [] } = objectOr(input);
    const named = { arguments: Object.keys(objectOr(properties)), required };
    return { name: name ?? null, description: description ?? null, ...named, hints: hints ?? null };
  });
  return {
    connector,
    call: `call: ${connection}.<action>, with the arguments in \`with\``,
    actions: short,
    more: `describe {"type": "connection", "name": "${connection}", "topic": "<action>"} has the schemas of one action.`,
  };
}

async function kind(scope: ToolScope, { branch, query }: DescribeRequest, type: string): Promise<JsonObject> {
  const manual = await scope.manual();
  const page = entityTypes.includes(type) ? getPage(manual, `kind.${type}`, query) : {};
  const listed = (await scope.perform(listEntities, {
    branch,
    op: 'platform',
    type,
    limit: 50,
    q: query,
  })) as unknown as { items: JsonObject[]; nextCursor: string | null };
  return { ...page, type, branch, here: listed.items.map((each) => toItem(each, [])) };
}

/** Searches the branch and the manual, each ranked by itself. */
async function found(scope: ToolScope, { branch }: DescribeRequest, query: string): Promise<JsonObject> {
  const lists = await Promise.allSettled(entityTypes.map((type) => hits(scope, branch, type, query)));
  const [first] = lists;
  if (first?.status === 'rejected' && lists.every(({ status }) => status === 'rejected')) throw first.reason;
  const score = (each: JsonObject) => Number(each['score'] ?? 0);
  const here = lists
    .flatMap((list) => (list.status === 'fulfilled' ? list.value : []))
    .sort((a, b) => score(b) - score(a));
  const best = here.filter((each) => score(each) >= score(here[0] ?? {}) * minShare);
  const manual = await scope.manual();
  const topics = await searchPages(manual, query);
  return { query, branch, here: best.slice(0, maxHits), topics, ...getSuggestions(manual, query) };
}

async function hits(scope: ToolScope, branch: string, type: string, q: string): Promise<JsonObject[]> {
  const page = await scope.perform(listEntities, { branch, op: 'platform', type, q, limit: 5 });
  return (page as unknown as { items: JsonObject[] }).items.map((each) => ({ type, ...toItem(each, []) }));
}
