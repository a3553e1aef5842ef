import { createHash } from 'node:crypto';
import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { EntityRecord, Snapshot } from '../../../controller/catalog/index.js';
import type { FlowPlan } from '../../../controller/flows/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { runFlow } from '../../operations/flows/operations.js';
import { runShape } from '../../operations/runs/schemas.js';
import { budgets } from './budgets.js';
import { answerShape, concise } from './concise.js';
import { toolsByName } from './tools.js';

/** A flow that is offered as a tool. */
export interface FlowTool {
  flow: string;
  listed: ListedTool;
  /** Arguments that are not parameters of the flow. */
  own: readonly string[];
}

interface FlowTools {
  byName: ReadonlyMap<string, FlowTool>;
  /** Equal for equal lists of tools. */
  digest: string;
}

const cache = new WeakMap<Snapshot, FlowTools>();

/** Returns the flows with the tag `mcp: true`, by tool name. */
export function flowTools(snapshot: Snapshot): FlowTools {
  const tools = cache.get(snapshot);
  if (tools) return tools;
  const byName = new Map<string, FlowTool>();
  for (const record of snapshot.list('flow')) {
    if (!isTagged(record)) continue;
    const name = toolsByName.has(record.name) ? `flow-${record.name}` : record.name;
    byName.set(name, describe(name, record));
  }
  const sorted = [...byName].sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify(sorted.map(([, { listed }]) => listed));
  const entry = { byName: new Map(sorted), digest: createHash('sha256').update(text).digest('hex') };
  cache.set(snapshot, entry);
  return entry;
}

function isTagged({ definition }: EntityRecord): boolean {
  const tags = (definition['document'] as JsonObject | undefined)?.['tags'] as JsonObject | undefined;
  return tags?.['mcp'] === true || tags?.['mcp'] === 'true';
}

/** Describes a flow as a tool of at most `budgets.flowTool` characters: the largest parts of its schema are left out first. */
function describe(name: string, { name: flow, compiled }: EntityRecord): FlowTool {
  const { title, summary, inputSchema } = compiled as FlowPlan;
  const about = cut(summary ?? title ?? `Runs the flow \`${flow}\`.`, 240);
  const end = `This is the flow \`${flow}\`, run as by \`run-flow\`: see \`output\` of the run that is \`completed\`, \`error\` of one that is \`faulted\`.`;
  const base: JsonObject = {
    name,
    ...(title === undefined ? {} : { title: cut(title, 80) }),
    description: `${about}\n\n${end}`,
    inputSchema: {},
    outputSchema: answerShape({ type: 'object', properties: runMembers }),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  };
  const { schema, own } = withOwnArguments(getParameters(inputSchema));
  for (const inner of renderings(schema)) {
    const listed = { ...base, inputSchema: inner };
    if (JSON.stringify(listed).length <= budgets.flowTool) return { flow, listed: listed as ListedTool, own };
  }
  const open = { type: 'object', additionalProperties: true };
  const description = `${base['description']} Its parameters are many: \`describe\` {"topic": "flow", "name": "${flow}"} has them.`;
  return { flow, listed: { ...base, description, inputSchema: open } as unknown as ListedTool, own };
}

/** The members of a run that a model looks at; `run-flow` names all. */
const runMembers = Object.fromEntries(
  ['id', 'flow', 'branch', 'status', 'output', 'error', 'waitingFor', 'warning'].map((name) => [
    name,
    (runShape['properties'] as JsonObject)[name] ?? {},
  ]),
);

/** The schema, from whole to bare: with all texts, with short ones, with the types of the properties alone. */
function* renderings(schema: JsonObject): Generator<JsonObject> {
  yield schema;
  const properties = isObject(schema['properties'] as Json) ? (schema['properties'] as JsonObject) : {};
  const mapped = (of: (property: JsonObject) => JsonObject): JsonObject => ({
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, isObject(property) ? of(property) : {}]),
    ),
  });
  yield mapped((property) => withoutTexts(property) as JsonObject);
  yield mapped((property) => concise(property));
  yield mapped(({ type }) => (type === undefined ? {} : { type }));
}

/** Drops what explains and keeps what constrains. */
function withoutTexts(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(withoutTexts);
  if (!isObject(schema)) return schema;
  const kept = Object.entries(schema).filter(
    ([keyword, value]) => !(['examples', 'title', 'description'].includes(keyword) && !isObject(value)),
  );
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, withoutTexts(value)]));
}

/** Adds `env` and `wait`, unless the flow has parameters of these names or a schema that a property could break. */
function withOwnArguments(schema: JsonObject): { schema: JsonObject; own: string[] } {
  const properties = isObject(schema['properties'] as Json) ? (schema['properties'] as JsonObject) : {};
  const combined = ['allOf', 'anyOf', 'oneOf', '$ref', 'if', 'not', 'propertyNames', 'maxProperties'];
  if (combined.some((keyword) => keyword in schema)) return { schema, own: [] };
  const own = ['env', 'wait'].filter((name) => !Object.hasOwn(properties, name));
  const more = own.map((name) => [name, concise(runFlow.input.properties[name] ?? {})]);
  return { schema: { ...schema, properties: { ...properties, ...Object.fromEntries(more) } }, own };
}

/** Returns the input schema of a flow's tool, which is always an object. */
function getParameters(schema: FlowPlan['inputSchema']): JsonObject {
  if (schema === undefined || typeof schema === 'boolean')
    return { type: 'object', additionalProperties: true };
  return { ...(schema as JsonObject), type: 'object' };
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
