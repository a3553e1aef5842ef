import {
  bind,
  type ReadSet,
  type Row,
  type Storage,
  upsertStatement,
  type Write,
  type WriteUnit,
} from '../contract/statements.js';
import { noTurns, type Pace, type RateState, reserveTurns, type Turn } from './reserve-turns.js';

/** Turns by the clock of this process (`performance.now`). */
export interface ReservedTurns {
  readonly turns: readonly Turn[];
  /** When to ask again, where fewer turns are near than were wanted. */
  readonly nextAt: number;
}

/** The time that a turn stays valid, while transactions are fast; three times as long as they take otherwise. */
const minValidMs = 50;
const maxValidMs = 1_000;
const keptMs = 2 * 86_400_000;

/**
 * Limits of rates that the nodes of a database share: a row for each. A node reserves a block of turns in a transaction with the
 * lock of the limit.
 */
export class SharedRates {
  readonly #put;
  readonly #removeOld;
  #validMs = minValidMs;
  #removedAt = Number.NEGATIVE_INFINITY;

  /** @param toName makes the name of a limit's row from its key, which may hold secrets */
  constructor(
    private readonly storage: Storage,
    private readonly toName: (key: string) => string,
    private readonly report: (error: unknown) => void,
  ) {
    this.#put = upsertStatement(storage, 'rates', ['name'], ['state', 'used_at']);
    this.#removeOld = storage.statement<{ before: number }>((db, p) =>
      db.deleteFrom('rates').where('used_at', '<', p.before),
    );
  }

  /** Reserves up to `count` turns of a limit. @throws Problem storage_failed */
  async reserve(key: string, pace: Pace, count: number): Promise<ReservedTurns> {
    const name = this.toName(key);
    const unit = new RateUnit(name, (state, now) => {
      const reserved = reserveTurns(state, pace, { now, count, validMs: this.#validMs });
      return { ...reserved, writes: [this.#toWrite(name, reserved.state, now), ...this.#clear(now)] };
    });
    await this.storage.commit(unit);
    const { begunAt, readAt, now, turns, nextAt } = unit.result;
    this.#validMs = Math.min(maxValidMs, Math.max(minValidMs, 3 * (performance.now() - begunAt)));
    // The database read its clock between the two times: turns begin not before their time, and end not after it.
    return {
      turns: turns.map(({ from, until }) => ({
        from: from <= now ? readAt : readAt + from - now,
        until: begunAt + until - now,
      })),
      nextAt: readAt + nextAt - now,
    };
  }

  /** Gives no turn of a limit for a time, at all nodes; a shorter pause does not end a longer one. */
  pause(key: string, ms: number): void {
    const name = this.toName(key);
    const unit = new RateUnit(name, (state, now) => {
      const paused = { ...state, pausedUntil: Math.max(state.pausedUntil, now + ms) };
      return { turns: [], nextAt: now, writes: [this.#toWrite(name, paused, now)] };
    });
    this.storage.commit(unit).catch(this.report);
  }

  #toWrite(name: string, state: RateState, now: number): Write {
    return bind(this.#put, { name, state: JSON.stringify(state), used_at: Math.floor(now) });
  }

  /** Removes rows of limits that count nothing any more, once a day. */
  #clear(now: number): Write[] {
    if (now - this.#removedAt < keptMs / 2) return [];
    this.#removedAt = now;
    return [bind(this.#removeOld, { before: Math.floor(now) - keptMs })];
  }
}

interface Outcome {
  readonly turns: readonly Turn[];
  readonly nextAt: number;
  readonly writes: readonly Write[];
}

/** Changes the row of a limit. */
class RateUnit implements WriteUnit {
  #begunAt = 0;
  #result: (Outcome & { begunAt: number; readAt: number; now: number }) | undefined;

  constructor(
    private readonly name: string,
    private readonly change: (state: RateState, now: number) => Outcome,
  ) {}

  /** The outcome; `now` by the clock of the database was read between `begunAt` and `readAt` by that of this process. */
  get result(): Outcome & { begunAt: number; readAt: number; now: number } {
    if (!this.#result) throw new Error('The transaction has not been committed');
    return this.#result;
  }

  getReadSet(): ReadSet {
    this.#begunAt = performance.now();
    return { locks: [`rate ${this.name}`], reads: [{ sql: read, values: [this.name] }] };
  }

  collect([rows = []]: readonly (readonly Row[])[]): readonly Write[] {
    const [row] = rows;
    const now = Number(row?.['now']);
    const text = row?.['state'];
    const state: RateState = typeof text === 'string' ? JSON.parse(text) : noTurns;
    const outcome = this.change(state, now);
    this.#result = { ...outcome, begunAt: this.#begunAt, readAt: performance.now(), now };
    return outcome.writes;
  }
}

/** Of PostgreSQL. The clock is read once the transaction has the lock. */
const read = `select state, (extract(epoch from clock_timestamp()) * 1000)::float8 as now
  from (values ($1::text)) as wanted (name) left join rates on rates.name = wanted.name`;
