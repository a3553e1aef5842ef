import { toJsonText } from '../../../schemas/json/json-text.js';
import { Problem } from '../../problems/index.js';
import type { Write } from '../../storage/index.js';
import { flowUsesSecret } from '../effects/calls/secret-uses.js';
import { explainCut, getMaxKept, joinPolicies } from '../journal/answer-policy.js';
import { type JournalEntry, Recorded } from '../journal/journal-entry.js';
import { RunPath } from '../journal/run-path.js';
import { childRunId, isFinal, newState, type Run, type RunState } from '../journal/run-state.js';
import { moveResults } from './moved-results.js';
import { loadDocuments, loadRun } from './recovery.js';
import { RunContext, type RunServices } from './run-context.js';
import { RunExecution } from './run-execution.js';
import type { RunLifecycle } from './run-lifecycle.js';
import { pinRequest, type RunRevision, repeating } from './start-run.js';

/** @param isOrdered by another node, for a run here: nothing is done about one elsewhere. @throws Problem run_not_found, run_state_conflict */
export function cancelRun(services: RunServices, id: string, isOrdered = false): Promise<Run> {
  return changeStatus(services, id, {
    isOrdered,
    status: 'cancelled',
    inMemory: (lifecycle) => lifecycle.cancel(),
    async stored(state) {
      if (isFinal(state.status)) throw conflict(state, 'cancelled');
      for (const child of await awaitedChildren(services, id))
        await cancelRun(services, child).catch(() => {});
      await storeStatus(services, state, 'cancelled');
      services.followers.end(id);
      services.queue.noteEnd(state);
    },
  });
}

/** @param isOrdered as for `cancelRun`. @throws Problem run_not_found, run_state_conflict */
export function suspendRun(services: RunServices, id: string, isOrdered = false): Promise<Run> {
  return changeStatus(services, id, {
    isOrdered,
    status: 'suspended',
    inMemory: (lifecycle) => lifecycle.leave('suspended'),
    async stored(state) {
      // A run that is not in memory may be one of the process before, and not continued yet.
      if (isFinal(state.status) || state.status === 'suspended') throw conflict(state, 'suspended');
      await storeStatus(services, state, 'suspended');
    },
  });
}

/** @throws Problem run_not_found, run_state_conflict */
export async function resumeRun(services: RunServices, id: string): Promise<Run> {
  const { queue, reader, turns } = services;
  const state = await reader.state(id);
  if (state.status !== 'suspended') throw conflict(state, 'resumed');
  // An operator decided that the run may compute and call again.
  services.computing?.forget(id);
  services.suspects?.forget(id);
  // The suspended execution may still be in memory.
  await queue.active(id)?.lifecycle.released;
  return turns.run(id, async () => {
    const run = await loadRun(services, id, ['suspended']);
    if (!run) return reader.get(id);
    if (!queue.admit(run)) run.lifecycle.queue();
    await run.journal.flush();
    return reader.view(run.state);
  });
}

/**
 * Starts a run with the results of an ended one; the task that ended that run is performed again.
 * @param revision `same`: with the documents of the ended run; `newest`: with those of the branch now
 * @throws Problem run_not_found, run_state_conflict; with `newest` those of `RunService.start`
 */
export async function retryRun(
  services: RunServices,
  id: string,
  principal: string,
  revision: RunRevision = 'same',
): Promise<Run> {
  const { store, queue } = services;
  const old = store.reveal(await services.reader.state(id));
  if (old.status !== 'faulted' && old.status !== 'cancelled') throw conflict(old, 'retried');
  // The end may be on its way to disk still, with results before it.
  await queue.active(id)?.lifecycle.released;
  const own = await loadDocuments(services, old);
  const request = repeating(old, principal);
  const newest = revision === 'newest' ? await pinRequest(services, request) : undefined;
  const { documents, plan } = newest ?? own;
  if (!newest && flowUsesSecret(documents, plan)) await services.policy.require(old);
  const state = newState(newest ? { ...request, input: newest.input } : request, newest?.content ?? old);
  const entries: JournalEntry[] = [];
  for await (const entry of store.entries(id)) entries.push(entry);
  if (entries.some((entry) => 'cut' in entry))
    throw new Problem('not_replayable', `The run ${id} cannot be retried: ${explainCut('answers')}`);
  const failed = [...entries.flatMap((entry) => failedStep(entry, old)), ...unansweredSteps(entries)];
  const results = entries.filter((entry) => isResult(entry, failed));
  const moved = newest ? moveResults(results, own.plan.definition, plan.definition) : results;
  const kept = moved.map((entry, index) => ({ ...entry, seq: index + 1 }));
  const journal = kept.length > 0 ? [store.appendJournal(state.id, 1, store.toText(kept))] : [];
  const pinned = store.insertDocuments(documents);
  const files = await services.files.takeOver(id, state.id);
  await store.commit([...pinned, store.insertRun(state), ...files, ...journal]);
  const context = new RunContext(services, { state, plan, documents }, true, Recorded.of(kept));
  return new RunExecution(context).accept();
}

interface StatusChange {
  isOrdered: boolean;
  status: 'cancelled' | 'suspended';
  inMemory(lifecycle: RunLifecycle): Promise<void>;
  /** Changes a run that does not execute. */
  stored(state: RunState): Promise<void>;
}

/** Changes the status of a run. Starts over if the run leaves or enters memory in the meantime. */
async function changeStatus(services: RunServices, id: string, change: StatusChange): Promise<Run> {
  const { queue, reader, turns, orders } = services;
  for (;;) {
    const ordered = change.isOrdered ? undefined : await orderedElsewhere(services, id, change.status);
    if (ordered) return ordered;
    const active = queue.active(id);
    if (active) {
      await change.inMemory(active.lifecycle);
      const run = await reader.get(id);
      if (run.status === change.status || isFinal(run.status)) return run;
    }
    const run = await turns.run(id, async () => {
      if (queue.active(id)) return undefined;
      const state = queue.withdraw(id)?.state ?? (await reader.state(id));
      // It has left memory for another node meanwhile.
      if (orders?.elsewhere(state) !== undefined) return change.isOrdered ? reader.view(state) : undefined;
      await change.stored(state);
      return reader.view(state);
    });
    if (run) return run;
  }
}

/** Changes a run that another node has; undefined for a run that this one has. */
async function orderedElsewhere(
  { queue, reader, orders }: RunServices,
  id: string,
  status: StatusChange['status'],
): Promise<Run | undefined> {
  if (!orders || queue.active(id) || queue.waiting(id)) return undefined;
  for (;;) {
    const state = await reader.state(id);
    const node = orders.elsewhere(state);
    if (node === undefined) return undefined;
    await orders.give(state, node, status);
    const now = await reader.state(id);
    if (now.status === status || isFinal(now.status)) return reader.view(now);
  }
}

/** The runs that a run waits for. A step with a recorded outcome does not wait for the run that it started. */
async function awaitedChildren({ store }: RunServices, id: string): Promise<string[]> {
  const children = await store.unfinished.getChildren(id);
  if (children.length === 0) return children;
  const { effects } = await store.recorded(id);
  const detached = new Set([...effects.keys()].map((key) => childRunId(id, key)));
  return children.filter((child) => !detached.has(child));
}

/** Writes the status of a run that does not execute. */
export async function storeStatus(
  services: RunServices,
  state: RunState,
  status: StatusChange['status'],
  waitingFor: string | null = null,
): Promise<void> {
  const { store, observer } = services;
  const last = await store.lastSeq(state.id);
  const at = Date.now();
  state.status = status;
  state.wakeAt = null;
  state.owner = null;
  state.waitingFor = waitingFor;
  if (status === 'cancelled') {
    state.endedAt = at;
    state.path = ((await store.recorded(state.id)).path ?? new RunPath()).sign(state);
  }
  const entry: JournalEntry = { seq: last + 1, at, t: 'status', status };
  const unlisten = services.events.store.unlisten(state.id);
  const writes = [
    unlisten,
    ...(status === 'cancelled' ? [services.humanTasks.endingRun(state.id)] : []),
    ...services.queue.getPlaceRemoval(state, status),
    store.updateRun(state),
    store.appendJournal(state.id, entry.seq, toJsonText([entry])),
    ...(await cutStored(services, state)),
  ];
  if (!observer?.readers.hasReaders) return store.commit(writes);
  const { documents } = await loadDocuments(services, state);
  const observed = observer.observe(state, documents, [entry]);
  await store.commit([...writes, ...observed.writes]);
  observed.committed();
}

/** The writes for the answers that a run which ends while it is not in memory does not keep. */
async function cutStored(services: RunServices, state: RunState): Promise<Write[]> {
  const { limits, store } = services;
  if (limits.record === undefined || !isFinal(state.status)) return [];
  const { plan } = await loadDocuments(services, state);
  const maxBytes = getMaxKept(joinPolicies(limits.record, plan.record), state.status);
  return maxBytes === Number.POSITIVE_INFINITY ? [] : store.cutAnswers(state.id, maxBytes);
}

/** True for what the new run takes over: everything but what belongs to a failed step. */
function isResult(entry: JournalEntry, failed: readonly string[]): boolean {
  if (!['value', 'timer', 'emit', 'event', 'effect'].includes(entry.t) || !('key' in entry)) return false;
  const { key } = entry;
  return !failed.some((step) => key === step || key.startsWith(`${step}:`) || key.startsWith(`${step}@`));
}

/** The key of the step that an effect ended the run with. */
function failedStep(entry: JournalEntry, { error }: RunState): string[] {
  if (entry.t !== 'effect' || entry.error === undefined || !error) return [];
  const step = entry.key.replace(/:.*$/s, '');
  return isStep(step, error.instance) ? [step] : [];
}

/** The keys of the steps that asked a person and got no answer: the end of the run has cancelled their tasks. */
function unansweredSteps(entries: readonly JournalEntry[]): string[] {
  const steps: string[] = [];
  const answered = new Set<string>();
  for (const entry of entries) {
    if (entry.t === 'value' && entry.key.endsWith(':opened'))
      steps.push(entry.key.slice(0, -':opened'.length));
    // Without an error, `null` only says that a reminder was due.
    if (entry.t === 'effect' && (entry.error !== undefined || entry.output !== null))
      answered.add(entry.key.replace(/:answer\/[\d/]+$/, ''));
  }
  return steps.filter((step) => !answered.has(step));
}

/** True when a step key (`/do/1/loop@3/do/0/get#2`) belongs to the task with the reference (`/do/1/loop/do/0/get`). */
function isStep(key: string, reference: string | undefined): boolean {
  return key.replace(/[@#~]\d+/g, '') === reference;
}

function conflict(state: RunState, change: string): Problem {
  return new Problem('run_state_conflict', `The run ${state.id} is ${state.status} and cannot be ${change}`);
}
