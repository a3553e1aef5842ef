import type { JsonObject } from '../../schemas/json.js';
import { Problem } from '../problems/index.js';
import type { Run } from './contract.js';
import { Execution } from './execution.js';
import { accept, type Floor } from './floor.js';
import { type JournalEntry, Recorded } from './journal.js';
import type { Reading } from './reading.js';
import type { Recovery } from './recovery.js';
import { childRunId } from './run-id.js';
import { isFinal, newState, type RunState, toRun } from './state.js';

/** What a caller may do to a run that exists. */
export class Control {
  constructor(
    private readonly floor: Floor,
    private readonly reading: Reading,
    private readonly recovery: Recovery,
  ) {}

  /** @throws Problem run_not_found, run_state_conflict */
  cancel(id: string): Promise<Run> {
    const inMemory = (execution: Execution): Promise<void> => execution.cancel();
    return this.#bring(id, 'cancelled', inMemory, async (state) => {
      if (isFinal(state.status)) throw conflict(state, 'cancelled');
      for (const child of await this.#awaited(id)) await this.cancel(child).catch(() => {});
      await this.#change(state, 'cancelled');
      this.floor.live.end(id);
    });
  }

  /** @throws Problem run_not_found, run_state_conflict */
  suspend(id: string): Promise<Run> {
    const inMemory = (execution: Execution): Promise<void> => execution.putAway('suspended');
    return this.#bring(id, 'suspended', inMemory, async (state) => {
      if (state.status !== 'pending' && state.status !== 'waiting') throw conflict(state, 'suspended');
      await this.#change(state, 'suspended');
    });
  }

  /** @throws Problem run_not_found, run_state_conflict */
  async resume(id: string): Promise<Run> {
    const { dispatcher, turns } = this.floor;
    const state = await this.reading.state(id);
    if (state.status !== 'suspended') throw conflict(state, 'resumed');
    // It may be on its way out of memory yet.
    await dispatcher.active(id)?.released;
    return turns.take(id, async () => {
      const execution = await this.recovery.takeUp(id, ['suspended']);
      if (!execution) return this.reading.get(id);
      if (!dispatcher.admit(execution)) execution.queue();
      await execution.flush();
      return toRun(execution.state, this.floor.surroundings.sealing);
    });
  }

  /**
   * A new run with the old one's documents and results; what belongs to the task that ended it is done again.
   * @throws Problem run_not_found, run_state_conflict
   */
  async retry(id: string, principal: string): Promise<Run> {
    const { store, surroundings } = this.floor;
    const old = store.reveal(await this.reading.state(id));
    if (old.status !== 'faulted' && old.status !== 'cancelled') throw conflict(old, 'retried');
    const { closure, plan } = await this.recovery.documents(old);
    const request = { branch: old.branch, flow: old.flow, input: old.input as JsonObject, principal };
    const state = newState(request, old);
    const kept = (await store.recorded(id))
      .filter((entry) => isResult(entry, old))
      .map((entry, index) => ({ ...entry, seq: index + 1 }));
    const texts = kept.map((entry) => store.textOf(entry));
    const journal = texts.length > 0 ? [store.appendJournal(state.id, 1, texts)] : [];
    await store.commit([store.insertRun(state), ...journal]);
    return accept(this.floor, new Execution(surroundings, state, plan, closure, true, Recorded.of(kept)));
  }

  /**
   * Brings a run into a status: by way of its execution, or in its turn while it has none. A run that is put away or
   * taken up in between is asked again.
   */
  async #bring(
    id: string,
    status: 'cancelled' | 'suspended',
    inMemory: (execution: Execution) => Promise<void>,
    stored: (state: RunState) => Promise<void>,
  ): Promise<Run> {
    const { dispatcher, turns, surroundings } = this.floor;
    for (;;) {
      const active = dispatcher.active(id);
      if (active) {
        await inMemory(active);
        const run = await this.reading.get(id);
        if (run.status === status || isFinal(run.status)) return run;
      }
      const run = await turns.take(id, async () => {
        if (dispatcher.active(id)) return undefined;
        const state = dispatcher.withdraw(id)?.state ?? (await this.reading.state(id));
        await stored(state);
        return toRun(state, surroundings.sealing);
      });
      if (run) return run;
    }
  }

  /** The runs that a run waits for. A step that let its run go has an outcome already. */
  async #awaited(id: string): Promise<string[]> {
    const { store } = this.floor;
    const children = await store.unfinishedChildren(id);
    if (children.length === 0) return children;
    const { effects } = Recorded.of(await store.recorded(id));
    const letGo = new Set([...effects.keys()].map((key) => childRunId(id, key)));
    return children.filter((child) => !letGo.has(child));
  }

  /** A status change of a run that is not in memory. */
  async #change(state: RunState, status: 'cancelled' | 'suspended'): Promise<void> {
    const { store } = this.floor;
    const entries = await store.journal(state.id);
    state.status = status;
    state.wakeAt = null;
    state.waitingFor = null;
    if (status === 'cancelled') state.endedAt = Date.now();
    const seq = (entries.at(-1)?.seq ?? 0) + 1;
    const entry: JournalEntry = { seq, at: Date.now(), t: 'status', status };
    const writes = [store.updateRun(state), store.appendJournal(state.id, seq, [JSON.stringify(entry)])];
    const { witness } = this.floor.surroundings;
    if (!witness?.isHeard) return store.commit(writes);
    const { closure } = await this.recovery.documents(state);
    const seen = witness.see(state, closure, [entry]);
    await store.commit([...writes, ...seen.writes]);
    seen.tell();
  }
}

function isResult(entry: JournalEntry, old: RunState): boolean {
  if (entry.t === 'value' || entry.t === 'timer') return true;
  if (entry.t !== 'effect') return false;
  return entry.error === undefined || !old.error || !belongsTo(entry.key, old.error.instance);
}

/** Whether a step key (`/do/1/loop@3/do/0/get#2`) is of the task with this reference (`/do/1/loop/do/0/get`). */
function belongsTo(key: string, reference: string | undefined): boolean {
  return key.replace(/[@#~]\d+/g, '') === reference;
}

function conflict(state: RunState, what: string): Problem {
  return new Problem('run_state_conflict', `The run ${state.id} is ${state.status} and cannot be ${what}`);
}
