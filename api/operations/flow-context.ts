import type { EntityRecord, Snapshot } from '../../controller/catalog/contract.js';
import type { FlowPlan } from '../../controller/flows/contract.js';
import type { Run } from '../../controller/runs/contract.js';
import type { JsonObject } from '../../schemas/json.js';
import { accessOf } from './access.js';
import { freshSnapshot, neverValid, unknownEntity } from './entities.js';
import { exampleCalls } from './example-calls.js';
import { exampleOf } from './example-value.js';
import { branchField, flowTarget } from './fields.js';
import { graphOf } from './flow-graph.js';
import { flowField } from './flows.js';
import { type Operation, type OperationContext, reads } from './operation.js';

const recentRuns = 200;
const names: JsonObject = { type: 'array', items: { type: 'string' } };

/** What a person or an agent needs to know before running a flow. */
export const describeFlow: Operation<{ branch: string; flow: string }> = {
  name: 'describe-flow',
  title: 'Describe a flow to a caller',
  description:
    'Parameters, example calls, environments, connections, secrets (names only), recent runs and a graph of a flow.',
  hints: reads,
  permission: 'viewer',
  target: flowTarget,
  share: 'run',
  input: { properties: { branch: branchField, flow: flowField }, required: ['branch', 'flow'] },
  output: {
    type: 'object',
    required: ['name', 'branch', 'revision', 'parameters', 'examples', 'graph'],
    properties: {
      name: { type: 'string' },
      title: { type: ['string', 'null'] },
      summary: { type: ['string', 'null'] },
      branch: { type: 'string' },
      revision: { type: 'string' },
      parameters: { description: 'JSON Schema of the parameters; `true` when the flow states none.' },
      examples: {
        type: 'object',
        properties: {
          cli: { type: 'string' },
          rest: { type: 'string' },
          mcp: {
            type: 'object',
            description: 'The `name` and the `arguments` of a tool call.',
            additionalProperties: true,
          },
          parameters: {},
        },
      },
      environments: names,
      connections: {
        type: 'array',
        items: { type: 'object', properties: { name: { type: 'string' }, actions: names } },
      },
      subflows: names,
      secrets: names,
      statistics: {
        type: 'object',
        properties: {
          runs: { type: 'integer', description: `Of the last ${recentRuns}.` },
          byStatus: { type: 'object', additionalProperties: { type: 'integer' } },
          medianDurationMs: { type: ['number', 'null'] },
          lastRunAt: { type: ['string', 'null'] },
        },
      },
      graph: { type: 'string', description: 'A Mermaid flowchart.' },
    },
  },
  async run(context, input) {
    const snapshot = await freshSnapshot(context, input.branch);
    const { record, plan } = findFlow(snapshot, input.flow);
    const parameters = exampleOf(plan.inputSchema ?? true);
    return {
      value: {
        name: record.name,
        title: plan.title ?? null,
        summary: plan.summary ?? null,
        branch: snapshot.branch,
        revision: record.revision,
        parameters: plan.inputSchema ?? true,
        examples: { ...exampleCalls(input.branch, record.name, parameters), parameters },
        ...(context.principal.share ? unshared : await insideOf(context, snapshot, record, plan)),
      },
    };
  },
};

/** What the holder of a share link is not told: how the flow works, and for whom else. */
const unshared = { environments: [], connections: [], subflows: [], secrets: [], graph: '' };

async function insideOf(
  context: OperationContext,
  snapshot: Snapshot,
  record: EntityRecord,
  plan: FlowPlan,
): Promise<JsonObject> {
  const { branch } = snapshot;
  const access = accessOf(context);
  const environments = snapshot.list('environment').map((environment) => environment.name);
  return {
    environments: environments.filter((name) => access.may('viewer', { branch, type: 'environment', name })),
    connections: connectionsOf(plan),
    subflows: [...new Set(plan.subflows.map((subflow) => subflow.name))],
    secrets: [...plan.secrets],
    statistics: await statisticsOf(context, branch, record.name),
    graph: graphOf(record.definition),
  };
}

function findFlow(snapshot: Snapshot, name: string): { record: EntityRecord; plan: FlowPlan } {
  const record = snapshot.get('flow', name);
  if (record) return { record, plan: record.compiled as FlowPlan };
  const status = snapshot.status('flow', name);
  if (!status) throw unknownEntity(snapshot, 'flow', name);
  throw neverValid('flow', name, status.findings);
}

function connectionsOf(plan: FlowPlan): { name: string; actions: string[] }[] {
  const actions = new Map<string, Set<string>>();
  for (const { connection, action } of plan.connections) {
    const known = actions.get(connection) ?? new Set();
    actions.set(connection, known.add(action));
  }
  return [...actions].map(([name, used]) => ({ name, actions: [...used].sort() }));
}

async function statisticsOf({ controller }: OperationContext, branch: string, flow: string) {
  const { items } = await controller.runs.list({ branch, flow, limit: recentRuns });
  const byStatus: Partial<Record<Run['status'], number>> = {};
  for (const run of items) byStatus[run.status] = (byStatus[run.status] ?? 0) + 1;
  const durations = items.flatMap((run) => (run.status === 'completed' ? (run.durationMs ?? []) : []));
  return {
    runs: items.length,
    byStatus,
    medianDurationMs: durations.sort((a, b) => a - b)[Math.floor(durations.length / 2)] ?? null,
    lastRunAt: items[0]?.createdAt ?? null,
  };
}
