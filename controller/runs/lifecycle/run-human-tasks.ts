import type { JsonObject } from '../../../schemas/json/types.js';
import type { Offering } from '../../concurrency/inbox.js';
import { LongTimer } from '../../concurrency/long-timer.js';
import {
  type HumanTaskRequest,
  type HumanTaskResult,
  type HumanTaskWaiting,
  type OpenHumanTask,
  type StepKey,
  standardError,
} from '../../flows/index.js';
import type { HumanTaskState } from '../human-tasks/human-task-state.js';
import { type Outcome, replay } from '../journal/journal-entry.js';
import { childRunId, iso } from '../journal/run-state.js';
import type { RunContext } from './run-context.js';

type OpenedTask = Pick<HumanTaskState, 'id' | 'openedAt' | 'dueAt' | 'people'>;

/** People that a line of the log names. */
const maxNamed = 5;

const openedKey = (key: StepKey): StepKey => `${key}:opened`;

/** Opens a human task for a step of a run, once. The task is stored in the transaction of the journal entry. */
export async function openHumanTask(
  run: RunContext,
  key: StepKey,
  { dueMs, ...request }: HumanTaskRequest,
  signal: AbortSignal,
): Promise<OpenHumanTask> {
  const { recorded, lifecycle, journal, services, state } = run;
  const { humanTasks } = services;
  const at = openedKey(key);
  let opened = recorded.values.get(at) as unknown as OpenedTask | undefined;
  if (opened === undefined) {
    await lifecycle.mayContinue();
    // A step that has been stopped meanwhile would not abandon the task that it opens.
    if (signal.aborted) throw signal.reason;
    lifecycle.startDeadline();
    const openedAt = Date.now();
    const dueAt = dueMs === undefined ? null : openedAt + dueMs;
    const people = services.getPeople(request.assignees, state);
    if (people.length === 0) {
      const detail = `No person belongs to ${request.assignees.join(', ')}, as production's teams are`;
      throw standardError('configuration', { detail, instance: request.reference });
    }
    opened = { id: childRunId(state.id, key), openedAt, dueAt, people };
    const { flow, branch, environment, id: runId } = state;
    const noAnswer = { claimedBy: null, claimedAt: null, endedAt: null, completedBy: null, values: null };
    const task = {
      unnotified: [],
      ...request,
      ...opened,
      ...noAnswer,
      runId,
      flow,
      branch,
      environment,
      status: 'open' as const,
    };
    journal.append({ t: 'value', key: at, value: { ...opened, people: [...people] } satisfies JsonObject });
    journal.addUnit(humanTasks.opening(task));
    recorded.values.set(at, opened as unknown as JsonObject);
    await lifecycle.whileWorking(() => journal.flush());
    await lifecycle.mayContinue();
  }
  const { id, people, ...times } = opened;
  return {
    id,
    ...times,
    people: people.map((each) => ({
      assignee: each,
      link: humanTasks.getLink(id, each),
      unlinked() {
        const reason = services.answerFault('link', each, state);
        if (reason === undefined) return undefined;
        return { reason, mayAnswer: services.answerFault('complete', each, state) === undefined };
      },
    })),
    unanswerable() {
      const faults = people.map((each) => services.answerFault('complete', each, state));
      if (faults.includes(undefined)) return undefined;
      return people
        .map((each, index) => `${each}: ${faults[index]}`)
        .slice(0, maxNamed)
        .join('; ');
    },
  };
}

/** Cancels the task of a step that ends without an answer. See `FlowHost.abandonHumanTask`. */
export function abandonHumanTask(run: RunContext, key: StepKey): void {
  const { recorded, lifecycle, journal, services } = run;
  const opened = recorded.values.get(openedKey(key)) as unknown as OpenedTask | undefined;
  // The end of a run cancels its tasks, and a run that leaves memory keeps them.
  if (opened === undefined || lifecycle.isOver) return;
  journal.addUnit(services.humanTasks.abandoning(opened.id));
  // People must not complete a task that no step waits for while the run does something else for long.
  journal.flush().catch((error) => run.reportDefect(error));
}

/** Stores which people were not notified, with the next transaction. See `FlowHost.noteUnnotified`. */
export function noteUnnotified(
  { recorded, journal, services, state }: RunContext,
  key: StepKey,
  people: readonly string[],
  code: string | undefined,
): void {
  const { id } = recorded.values.get(openedKey(key)) as unknown as OpenedTask;
  const { flow, branch, id: runId } = state;
  journal.addUnit(services.humanTasks.unnotified({ id, runId, flow, branch }, people, code));
}

/** Waits for the end of a human task. See `FlowHost.awaitHumanTask`. */
export async function awaitHumanTask(
  run: RunContext,
  key: StepKey,
  waiting: HumanTaskWaiting,
): Promise<HumanTaskResult | null> {
  const { recorded, lifecycle, people } = run;
  const { task } = waiting;
  const effect = recorded.effects.get(key);
  if (effect) return replay(effect) as unknown as HumanTaskResult | null;
  await lifecycle.mayContinue();
  lifecycle.startDeadline();
  const wait = people.add(task.id);
  try {
    const outcome = await getOutcome(run, key, waiting, wait);
    await lifecycle.mayContinue();
    run.journal.append(outcome);
    await lifecycle.whileWorking(() => run.journal.flush());
    return replay(outcome) as unknown as HumanTaskResult | null;
  } finally {
    people.remove(task.id);
  }
}

/** Resolves when the task has ended or the time to wait is over. */
async function getOutcome(
  { lifecycle, services }: RunContext,
  key: StepKey,
  { task, until, deadline, signal }: HumanTaskWaiting,
  wait: Offering,
): Promise<Outcome> {
  const latest = Math.min(until, task.dueAt ?? Number.POSITIVE_INFINITY);
  const timer = new LongTimer(true);
  const isTime = new Promise<void>((resolve) => {
    if (Number.isFinite(latest)) timer.start(latest, resolve);
  });
  try {
    for (;;) {
      const outcomeNow = await lifecycle.whileWorking(() => services.humanTasks.findOutcome(task.id));
      if (signal.aborted) throw signal.reason;
      const outcome = outcomeOfState(key, outcomeNow);
      if (outcome) return outcome;
      if (Date.now() >= until) return { t: 'effect', key, output: null };
      const arrived = Promise.race([wait.arrived(), isTime]);
      await lifecycle.listen(Math.min(latest, deadline), signal, arrived);
    }
  } finally {
    timer.stop();
  }
}

function outcomeOfState(key: StepKey, task: HumanTaskState | undefined): Outcome | undefined {
  const effect = { t: 'effect' as const, key };
  if (task?.status === 'open') return undefined;
  if (task?.status === 'completed') {
    const completedAt = iso(task.endedAt ?? 0);
    return { ...effect, output: { values: task.values, completedBy: task.completedBy, completedAt } };
  }
  if (task?.status === 'overdue') {
    const detail = `The human task \`${task.title}\` was not completed by ${iso(task.dueAt ?? 0)}`;
    return { ...effect, error: standardError('timeout', { detail }).body };
  }
  const detail = 'The human task was cancelled';
  return { ...effect, error: standardError('runtime', { title: 'Human task cancelled', detail }).body };
}
