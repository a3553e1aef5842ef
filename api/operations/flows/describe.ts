import { type EntityRecord, requireRecord, type Snapshot } from '../../../controller/catalog/index.js';
import type { FlowPlan } from '../../../controller/flows/index.js';
import type { Run } from '../../../controller/runs/contract.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { objectOr } from '../../../schemas/json/values.js';
import { freshSnapshot } from '../entities/snapshots.js';
import { flowTarget, visibleTo } from '../shared/authorization.js';
import { getExample } from '../shared/example-value.js';
import { branchField, flowField } from '../shared/fields.js';
import { formFieldsShape, getFormFields } from '../shared/form-fields.js';
import { type Operation, type OperationContext, reads } from '../shared/operation.js';
import {
  conditionShape,
  described,
  getAnswer,
  getArray,
  integer,
  named,
  openObject,
  text,
  textOrNull,
  texts,
} from '../shared/schemas.js';
import { exampleCalls } from './example-calls.js';
import { createGraph } from './graph.js';

const recentRuns = 200;
const dayMs = 86_400_000;
/** Days whose paths are shown. */
const pathDays = 30;

export const describeFlow: Operation<{ branch: string; flow: string }> = {
  name: 'describe-flow',
  title: 'Describe a flow to a caller',
  description:
    'The parameters, example calls, environments, connections, secrets (names only), statistics and graph of a flow.',
  hints: reads,
  atMembers: 'read',
  permission: 'viewer',
  target: flowTarget,
  share: 'run',
  input: { properties: { branch: branchField, flow: flowField }, required: ['branch', 'flow'] },
  output: getAnswer(
    { description: 'What a caller needs to know about a flow.' },
    {
      name: named.flow,
      branch: named.branch,
      revision: described(text, 'The commit of the version in service.'),
      parameters: { description: 'JSON Schema of the parameters; `true` if the flow has no schema.' },
      examples: {
        type: 'object',
        description: 'A call of the flow over each surface.',
        properties: {
          cli: described(text, 'The command line.'),
          rest: described(text, 'The HTTP request, as a command.'),
          mcp: described(openObject, 'The `name` and the `arguments` of a tool call.'),
          parameters: { description: 'Parameters that fit.' },
        },
      },
      graph: described(text, 'A Mermaid flowchart.'),
    },
    {
      fields: formFieldsShape,
      title: described(textOrNull, 'The title of the flow.'),
      summary: described(textOrNull, 'What the flow does.'),
      environments: described(texts, 'The environments that its runs may use.'),
      connections: {
        type: 'array',
        description: 'The connections that the flow calls.',
        items: {
          type: 'object',
          description: 'A connection that a flow calls.',
          properties: {
            name: named.connection,
            actions: described(texts, 'The actions that the flow calls.'),
          },
        },
      },
      subflows: described(texts, 'The flows that it runs.'),
      secrets: described(texts, 'The paths of the secrets that it and its connections use.'),
      runnable: conditionShape,
      statistics: {
        type: 'object',
        description: 'Figures about the last runs.',
        properties: {
          runs: described(integer, `Number of runs, among the last ${recentRuns}.`),
          byStatus: {
            type: 'object',
            additionalProperties: integer,
            description: 'The number of runs in each state.',
          },
          paths: described(
            getArray(
              getAnswer(
                { title: 'FlowPath', description: 'A path through the flow.' },
                {
                  path: described(text, 'The signature: `list-runs` finds the runs by it.'),
                  runs: described(integer, 'The runs that took it.'),
                  newest: described(text, 'The id of the newest of them.'),
                },
              ),
            ),
            'The distinct paths through the flow of its newest 10,000 runs of 30 days, the last one taken first; at most 100.',
          ),
          medianDurationMs: { type: ['number', 'null'], description: 'The median duration of ended runs.' },
          lastRunAt: described(textOrNull, 'The creation of the newest run; null if there was none.'),
        },
      },
    },
  ),
  async run(context, input) {
    const snapshot = await freshSnapshot(context, input.branch);
    const record = requireRecord(snapshot, 'flow', input.flow);
    const plan = record.compiled as FlowPlan;
    const parameters = getExample(plan.inputSchema ?? true);
    return {
      value: {
        name: record.name,
        title: plan.title ?? null,
        summary: plan.summary ?? null,
        branch: snapshot.branch,
        revision: record.revision,
        parameters: plan.inputSchema ?? true,
        fields: getFormFields(objectOr(plan.inputSchema)),
        examples: { ...exampleCalls(input.branch, record.name, parameters), parameters },
        ...(context.principal.share ? unshared : await getInner(context, snapshot, record, plan)),
      },
    };
  },
};

/** Members that the holder of a share link receives empty: they tell how the flow works. */
const unshared = { environments: [], connections: [], subflows: [], secrets: [], graph: '' };

async function getInner(
  context: OperationContext,
  snapshot: Snapshot,
  record: EntityRecord,
  plan: FlowPlan,
): Promise<JsonObject> {
  const { branch } = snapshot;
  const { controller } = context;
  const runnability = controller.runnable.find(snapshot, 'flow', record.name);
  const environments = snapshot.list('environment').map(({ name }) => name);
  return {
    environments: [...visibleTo(context, environments, (name) => ({ branch, type: 'environment', name }))],
    connections: getConnections(plan),
    subflows: [...new Set(plan.subflows.map((subflow) => subflow.name))],
    secrets: [...controller.runnable.getSecrets(snapshot, 'flow', record.name)],
    ...(runnability ? { runnable: { ...runnability.condition } } : {}),
    statistics: await getStatistics(context, branch, record.name),
    graph: createGraph(record.definition),
  };
}

function getConnections(plan: FlowPlan): { name: string; actions: string[] }[] {
  const actions = new Map<string, Set<string>>();
  for (const { connection, action } of plan.connections) {
    const names = actions.get(connection) ?? new Set();
    actions.set(connection, names.add(action));
  }
  return [...actions].map(([name, used]) => ({ name, actions: [...used].sort() }));
}

async function getStatistics({ controller }: OperationContext, branch: string, flow: string) {
  const { items } = await controller.runs.list({ branch, flow, hasData: false, limit: recentRuns });
  const paths = await controller.runs.paths(branch, flow, Date.now() - pathDays * dayMs);
  const byStatus: Partial<Record<Run['status'], number>> = {};
  for (const run of items) byStatus[run.status] = (byStatus[run.status] ?? 0) + 1;
  const durations = items.flatMap((run) => (run.status === 'completed' ? (run.durationMs ?? []) : []));
  return {
    runs: items.length,
    byStatus,
    paths: paths.map(({ path, runs, newest }) => ({ path, runs, newest })),
    medianDurationMs: durations.sort((a, b) => a - b)[Math.floor(durations.length / 2)] ?? null,
    lastRunAt: items[0]?.createdAt ?? null,
  };
}
