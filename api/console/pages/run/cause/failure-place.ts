import type { Run, RunFailure } from '../../../data/runs.js';

export interface FailureStep {
  run: string;
  flow: string;
  branch: string;
  /** The reference of the task that failed in this run. */
  task: string | undefined;
  /** Rounds of loops around the task, from 0; the outermost first. */
  rounds: readonly { task: string; index: number }[];
}

interface ChildFailure {
  run: string;
  flow: string;
  branch: string;
  task: string | null;
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
    rounds: failed?.iteration ?? [],
  };
  const steps: FailureStep[] = [];
  // The document describes the runs inside as an object without members.
  for (let child = failed?.childRun as ChildFailure | null | undefined; child; child = child.childRun) {
    const { run: id, flow, branch, task, iteration } = child;
    steps.push({ run: id, flow, branch, task: task ?? undefined, rounds: iteration });
  }
  return [first, ...steps];
}

/** Tells whether a line of the log comes from the task that failed, in the same rounds of the loops around it. */
export function isAtPlace(
  { task, rounds }: FailureStep,
  reference: string | null | undefined,
  key: unknown,
): boolean {
  if (reference == null || reference !== task) return false;
  if (typeof key !== 'string') return true;
  const numbers = [...key.matchAll(/@(\d+)/g)].map((match) => Number(match[1]));
  return numbers.join() === rounds.map(({ index }) => index).join();
}

/** Returns the name of the task at a reference: `getPet` for `/do/0/getPet`. */
export function getTaskName(reference: string | undefined): string {
  return reference?.split('/').at(-1) ?? '';
}
