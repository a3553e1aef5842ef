import { BoundedMap } from '../../concurrency/bounded-map.js';
import { Problem } from '../../problems/index.js';
import type { Write } from '../../storage/index.js';
import type { TriggerKey } from '../items/trigger-key.js';
import type { TriggerStore } from './trigger-store.js';

/** The fate of a delivery or an event. */
type Fate = { run: string } | { skipped: 'paused' | 'disabled' } | { problem: unknown };

const maxTriggers = 10_000;
const maxDetailLength = 500;

/** Records what became of the deliveries and events of triggers. */
export class OccurrenceLog {
  /** The time of the last occurrence, by trigger. */
  readonly #last = new BoundedMap<string, number>(maxTriggers);

  constructor(private readonly store: Pick<TriggerStore, 'recordOnce'>) {}

  /** Returns the write of an occurrence. Its key is the time: a second one of a millisecond gets the next millisecond. */
  write({ branch, id }: TriggerKey, cause: 'webhook' | 'event', fate: Fate): Write {
    const now = Date.now();
    const trigger = `${branch} ${id}`;
    const at = Math.max(now, (this.#last.get(trigger) ?? 0) + 1);
    this.#last.set(trigger, at);
    const nothing = { reason: null, run_id: null, problem: null };
    return this.store.recordOnce({
      branch,
      trigger_id: id,
      at,
      cause,
      ...nothing,
      recorded_at: now,
      ...('run' in fate ? { status: 'started', run_id: fate.run } : {}),
      ...('skipped' in fate ? { status: 'skipped', reason: fate.skipped } : {}),
      ...('problem' in fate ? { status: 'failed', problem: problemText(fate.problem) } : {}),
    } as Parameters<TriggerStore['recordOnce']>[0]);
  }
}

function problemText(error: unknown): string {
  const isKnown = error instanceof Problem;
  const detail = isKnown ? error.message.slice(0, maxDetailLength) : 'The service log has the error';
  return JSON.stringify({ code: isKnown ? error.code : 'internal', detail });
}
