import type { Run, RunFailure } from '../../../data/runs.js';

export interface FailureStep {
  run: string;
  flow: string;
  branch: string;
  /** The reference of the task that failed in this run. */
  task: string | undefined;
  /** The key of the execution that failed. */
  key: string | undefined;
  /** Rounds of loops around the task, from 0; the outermost first. */
  rounds: readonly { task: string; index: number }[];
}

interface ChildFailure {
  run: string;
  flow: string;
  branch: string;
  task: string | null;
  key?: string | null;
  iteration: { task: string; index: number }[];
  childRun: ChildFailure | null;
}

/** The way to the task that failed, from the run in view into the runs of subflows; the last step is the place. */
export function getFailureSteps(run: Run): readonly [FailureStep, ...FailureStep[]] {
  const failed: RunFailure | null | undefined = run.failed;
  const first: FailureStep = {
    run: run.id,
    flow: run.flow,
    branch: run.branch,
    task: failed?.task ?? run.error?.instance,
    key: failed?.key ?? undefined,
    rounds: failed?.iteration ?? [],
  };
  const steps: FailureStep[] = [];
  // The document describes the runs inside as an object without members.
  for (let child = failed?.childRun as ChildFailure | null | undefined; child; child = child.childRun) {
    const { run: id, flow, branch, task, key, iteration } = child;
    steps.push({ run: id, flow, branch, task: task ?? undefined, key: key ?? undefined, rounds: iteration });
  }
  return [first, ...steps];
}
