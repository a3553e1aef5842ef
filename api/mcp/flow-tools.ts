import { createHash } from 'node:crypto';
import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { EntityRecord, Snapshot } from '../../controller/catalog/index.js';
import type { FlowPlan } from '../../controller/flows/index.js';
import type { JsonObject } from '../../schemas/json/types.js';
import { runShape } from '../operations/runs/schemas.js';
import { accessOf } from '../operations/shared/authorization.js';
import type { McpScope } from './scope.js';
import { answerShape, toolsByName } from './tools.js';

/** A flow that is offered as a tool. */
export interface FlowTool {
  flow: string;
  listed: ListedTool;
}

interface FlowTools {
  byName: ReadonlyMap<string, FlowTool>;
  /** Equal for equal lists of tools. */
  digest: string;
}

const known = new WeakMap<Snapshot, FlowTools>();

/** Returns the flows with the tag `mcp: true`, by tool name. */
export function flowTools(snapshot: Snapshot): FlowTools {
  const found = known.get(snapshot);
  if (found) return found;
  const byName = new Map<string, FlowTool>();
  for (const record of snapshot.list('flow')) {
    if (!isTagged(record)) continue;
    const name = toolsByName.has(record.name) ? `flow-${record.name}` : record.name;
    byName.set(name, { flow: record.name, listed: describe(name, record) });
  }
  const sorted = [...byName].sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify(sorted.map(([, { listed }]) => listed));
  const made = { byName: new Map(sorted), digest: createHash('sha256').update(text).digest('hex') };
  known.set(snapshot, made);
  return made;
}

/** Returns the flow tools of production that the caller may run. */
export async function offeredFlows(scope: McpScope): Promise<FlowTool[]> {
  const branch = scope.production;
  const { byName } = flowTools(await scope.call.controller.reconciler.current(branch));
  const access = accessOf(scope.call);
  return [...byName.values()].filter(({ flow }) =>
    access.may('operator', { branch, type: 'flow', name: flow }),
  );
}

export async function flowToolNamed(scope: McpScope, name: string): Promise<FlowTool | undefined> {
  return flowTools(await scope.call.controller.reconciler.current(scope.production)).byName.get(name);
}

function isTagged({ definition }: EntityRecord): boolean {
  const tags = (definition['document'] as JsonObject | undefined)?.['tags'] as JsonObject | undefined;
  return tags?.['mcp'] === true || tags?.['mcp'] === 'true';
}

function describe(name: string, { name: flow, compiled }: EntityRecord): ListedTool {
  const { title, summary, inputSchema } = compiled as FlowPlan;
  const about = summary ?? title ?? `Runs the flow \`${flow}\`.`;
  const description = `${about}\n\nThis is the flow \`${flow}\`; it is run as by \`run-flow\`, and the run comes back: \`output\` when it is \`completed\`, \`error\` when it is \`faulted\`.`;
  return {
    name,
    ...(title === undefined ? {} : { title }),
    description,
    inputSchema: parametersOf(inputSchema),
    outputSchema: answerShape(runShape),
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
  } as ListedTool;
}

/** Returns the input schema of a flow's tool, which is always an object. */
function parametersOf(schema: FlowPlan['inputSchema']): JsonObject {
  if (schema === undefined || typeof schema === 'boolean')
    return { type: 'object', additionalProperties: true };
  return { ...(schema as JsonObject), type: 'object' };
}
