import type { JsonObject } from '../../schemas/json.js';
import type { Occurrence } from './contract.js';

/** A run, as far as its events tell of it. */
export interface EventfulRun {
  id: string;
  flow: string;
  branch: string;
  namespace: string;
  version: string;
}

/** What happened to a run or to one of its tasks. */
export interface RunHappening {
  /** Counts up within the run. */
  seq: number;
  /** ms since the epoch. */
  at: number;
  /** As the Open Workflow lifecycle events have it, such as `workflow.started` or `task.completed`. */
  what: string;
  /** Reference of the task. */
  task?: string;
  error?: JsonObject;
}

/** A lifecycle event of the Open Workflow DSL (section "Lifecycle Events"). */
export function runEvent(run: EventfulRun, { seq, at, what, task, error }: RunHappening): Occurrence {
  const { id, flow, branch, namespace, version } = run;
  const time = new Date(at).toISOString();
  const verb = what.slice(what.indexOf('.') + 1);
  const source = `/api/v1/${encodeURIComponent(branch)}/runs/${id}`;
  const name = `${flow}-${id}.${namespace}`;
  const data: JsonObject = {
    ...(task === undefined ? { name } : { workflow: name, task }),
    ...(what === 'workflow.started' ? { definition: { name: flow, namespace, version } } : {}),
    [`${verb}At`]: time,
    ...(error ? { error } : {}),
    ...(what === 'workflow.completed' ? { outputUri: source } : {}),
  };
  return {
    event: {
      specversion: '1.0',
      id: `${id}-${seq}`,
      source,
      type: `io.serverlessworkflow.${what}.v1`,
      subject: flow,
      time,
      datacontenttype: 'application/json',
      data,
    },
    about: { branch, type: 'flow', name: flow },
  };
}
