/** Writes the rows of a durable run without running it: how much of the time of a run they take. */
import { newState } from '../../controller/runs/journal/run-state.js';
import { RunStore } from '../../controller/runs/journal/run-store.js';
import { openSqliteStorage } from '../../controller/storage/index.js';
import type { Json, JsonObject } from '../../schemas/json/types.js';

const digest = 'sha256:88bab6d8f6dc68a8';
const task = {
  t: 'task',
  key: '/do/0/greet',
  reference: '/do/0/greet',
  name: 'greet',
  task: 'set',
  attempt: 1,
};
const entries = JSON.stringify(
  [
    { t: 'status', status: 'running' },
    { ...task, event: 'started', digest },
    { ...task, event: 'completed', digest },
    { t: 'status', status: 'completed' },
  ].map((entry, index) => ({ seq: index + 1, at: Date.now(), ...entry })),
);

/** Opens a database of svc and returns a function that resolves when the rows of a completed run are on disk. */
export async function openRunRows(path: string): Promise<(input: Json, output: JsonObject) => Promise<Json>> {
  const storage = await openSqliteStorage(path);
  const asIs = <Value>(value: Value): Value => value;
  const sealing = { mask: asIs, maskJson: asIs, maskJsonText: asIs, keep: asIs, open: asIs };
  const store = new RunStore(storage, sealing);
  const request = { branch: 'live', flow: 'one-task', principal: 'api-key:initial-admin' };
  const revision = 'e1599f6d8f231cf4a4755546418831b77875461f4f408dd5bc0d2d19e566129c';
  const closure = '434884cc222549b8c0146ab2db6cb9eb';
  return async (input, output) => {
    const pinned = { revision, branchRevision: null, environment: null, closure };
    const state = newState({ ...request, input }, pinned);
    const { createdAt: at } = state;
    Object.assign(state, { status: 'completed', output, startedAt: at, endedAt: at });
    await storage.commit([store.insertRun(state), store.appendJournal(state.id, 1, entries)]);
    return { id: state.id, output };
  };
}
