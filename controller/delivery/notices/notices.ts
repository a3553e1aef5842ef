import type { JsonObject } from '../../../schemas/json/types.js';
import { type BackOff, pauseAfter } from '../../concurrency/back-off.js';
import { LongTimer } from '../../concurrency/long-timer.js';
import { untilAborted, within } from '../../concurrency/signals.js';
import type { InstallationFacts, Storage } from '../../storage/index.js';
import {
  type FailureSummary,
  gather,
  getNotice,
  merge,
  type Notice,
  type NoticeCause,
  type NotifiedFailure,
} from './notice.js';

/** Sends a message to people. @throws any error for another attempt */
export type SendNotice = (notice: Notice, signal: AbortSignal) => Promise<void>;

export interface NoticesOptions {
  storage: Storage;
  facts: Pick<InstallationFacts, 'read' | 'write'>;
  /** Masks secrets in texts. */
  mask(text: string): string;
  /** The name of the installation in messages. */
  sender: string;
  /** The shortest time between two messages of one cause. */
  windowMs: number;
  /** Called for each failed attempt; after a final one the next happening tries again. */
  failed(error: unknown, cause: NoticeCause, isFinal: boolean): void;
  /** True while messages wait, whatever is due; call `resume` at its end. */
  isHeld?(): boolean;
  /** Called with errors of the database. */
  report(error: unknown): void;
  /** A message waits this long for more of the same; 10 s by default, and never longer than the window. */
  gatherMs?: number;
  pauses?: BackOff;
}

/** The state for diagnostics. */
interface NoticesState {
  /** ms since the epoch; undefined before the first message. */
  sentAt: number | undefined;
  /** The failure that no message has ended since. */
  failure: { message: string; at: number } | undefined;
  /** Happenings that have not been told. */
  waiting: number;
}

/** The state of one cause, as the database keeps it. */
interface CauseState {
  waiting?: FailureSummary;
  /** ms since the epoch, of the last message or the last message given up. */
  endedAt?: number;
  sentAt?: number;
  /** Failed attempts of the message that waits. */
  failures: number;
  /** When the next attempt may be made; ms since the epoch. */
  notBefore?: number;
  /** True after the last attempt: the message waits for another happening. */
  isGivenUp?: boolean;
  failure?: { message: string; at: number };
}

interface StoredNotices {
  causes: Partial<Record<NoticeCause, CauseState>>;
  seen: Record<string, string>;
}

const fact = 'notices';
const defaultGatherMs = 10_000;
const maxTryMs = 30_000;
/** Of an attempt that is under way when the service stops. */
const maxLastTryMs = 3_000;
/** Attempts of one message; with the pauses a quarter of an hour. */
const maxAttempts = 6;
const defaultPauses: BackOff = { firstMs: 5_000, maxMs: 300_000, factor: 4, spread: 0.1 };
/** A storm writes the counts this often. */
const writeEveryMs = 1_000;

/**
 * Tells people what failed: happenings of one cause become one message, and at most one message is sent in each window. What has
 * not been told is on disk within a second, so that a process that ends tells it after its next start. Takes the same memory
 * however much happens.
 */
export class Notices {
  readonly #causes: Map<NoticeCause, CauseState>;
  readonly #seen: Map<string, string>;
  /** Aborted when no message is begun any more. */
  readonly #closing = new AbortController();
  /** Aborted when the message under way has had its time. */
  readonly #ending = new AbortController();
  readonly #timer = new LongTimer();
  #writeTimer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #sending: Promise<void> | undefined;
  #send: SendNotice | undefined;

  private constructor(
    private readonly options: NoticesOptions,
    { causes, seen }: StoredNotices,
  ) {
    this.#causes = new Map(Object.entries(causes) as [NoticeCause, CauseState][]);
    this.#seen = new Map(Object.entries(seen));
  }

  /** Opens the notices with what the process before has not told. */
  static async open(options: NoticesOptions): Promise<Notices> {
    const kept = (await options.facts.read(fact)) as StoredNotices | undefined;
    return new Notices(options, kept ?? { causes: {}, seen: {} });
  }

  /** Sends messages from now on, also about what was noted before. */
  start(send: SendNotice): void {
    this.#send = send;
    this.#schedule();
  }

  /** Sends what has waited while messages were held. */
  resume(): void {
    this.#schedule();
  }

  /** Returns what was remembered under a name, also by the process before. */
  recall(name: string): string | undefined {
    return this.#seen.get(name);
  }

  /** Keeps a text under a name, so that the same is not told again after a restart. */
  remember(name: string, text: string): void {
    if (this.#seen.get(name) === text) return;
    this.#seen.set(name, text);
    this.#keepSoon();
  }

  /** Notes what failed. Never waits, and never throws. */
  add(failures: readonly NotifiedFailure[]): void {
    if (this.#closing.signal.aborted || failures.length === 0) return;
    for (const failure of failures) {
      const state = this.#of(failure.cause);
      const masked = { ...failure, reason: this.options.mask(failure.reason) };
      state.waiting = gather(state.waiting, masked);
      if (state.isGivenUp) Object.assign(state, { isGivenUp: false, failures: 0 });
    }
    this.#keepSoon();
    this.#schedule();
  }

  state(): NoticesState {
    const states = [...this.#causes.values()];
    const sent = states.flatMap(({ sentAt }) => sentAt ?? []);
    const failures = states.flatMap(({ failure }) => failure ?? []);
    return {
      sentAt: sent.length === 0 ? undefined : Math.max(...sent),
      failure: failures.sort((a, b) => b.at - a.at)[0],
      waiting: states.reduce((sum, { waiting }) => sum + (waiting?.count ?? 0), 0),
    };
  }

  /**
   * Writes what has not been told. A message under way may still arrive, so that it is not sent again after the next start: its
   * attempt has a moment to end.
   */
  async close(): Promise<void> {
    const reason = new Error('The service stops');
    this.#closing.abort(reason);
    this.#timer.stop();
    clearTimeout(this.#writeTimer);
    const lastMoment = setTimeout(() => this.#ending.abort(reason), maxLastTryMs);
    await this.#sending;
    clearTimeout(lastMoment);
    await this.#writing;
    await this.#write();
  }

  #of(cause: NoticeCause): CauseState {
    const causeState = this.#causes.get(cause);
    if (causeState) return causeState;
    const state: CauseState = { failures: 0 };
    this.#causes.set(cause, state);
    return state;
  }

  /** Returns when the message of a cause is to be sent; undefined when there is none. */
  #dueAt({ waiting, endedAt, notBefore = 0, isGivenUp }: CauseState): number | undefined {
    if (!waiting || isGivenUp) return undefined;
    const { windowMs, gatherMs = defaultGatherMs } = this.options;
    const gathered = waiting.firstAt + Math.min(gatherMs, windowMs);
    return Math.max(gathered, notBefore, endedAt === undefined ? 0 : endedAt + windowMs);
  }

  #schedule(): void {
    if (!this.#send || this.#sending || this.#closing.signal.aborted || this.options.isHeld?.()) return;
    const due = [...this.#causes.values()].flatMap((state) => this.#dueAt(state) ?? []);
    this.#timer.stop();
    if (due.length === 0) return;
    this.#timer.start(Math.min(...due), () => {
      this.#sending = this.#sendDue().finally(() => {
        this.#sending = undefined;
        this.#schedule();
      });
    });
  }

  async #sendDue(): Promise<void> {
    for (const [cause, state] of this.#causes) {
      const dueAt = this.#dueAt(state);
      if (dueAt === undefined || dueAt > Date.now() || this.#closing.signal.aborted) continue;
      await this.#attempt(cause, state);
    }
    await this.#write();
  }

  async #attempt(cause: NoticeCause, state: CauseState): Promise<void> {
    const pending = state.waiting;
    const send = this.#send;
    if (!pending || !send) return;
    delete state.waiting;
    const { signal } = this.#ending;
    try {
      const notice = getNotice(cause, pending, this.options.sender);
      await within(maxTryMs, signal, (limited) => untilAborted(send(notice, limited), limited));
      const at = Date.now();
      Object.assign(state, { failures: 0, endedAt: at, sentAt: at });
      delete state.failure;
      delete state.notBefore;
    } catch (error) {
      state.waiting = state.waiting ? merge(pending, state.waiting) : pending;
      if (!signal.aborted) this.#noteFailure(cause, state, error);
    }
  }

  #noteFailure(cause: NoticeCause, state: CauseState, error: unknown): void {
    const at = Date.now();
    state.failures += 1;
    state.failure = {
      message: this.options.mask(error instanceof Error ? error.message : String(error)),
      at,
    };
    const isFinal = state.failures >= maxAttempts;
    if (isFinal) Object.assign(state, { isGivenUp: true, endedAt: at });
    else state.notBefore = at + pauseAfter(state.failures, this.options.pauses ?? defaultPauses);
    this.options.failed(error, cause, isFinal);
  }

  #keepSoon(): void {
    if (this.#writeTimer) return;
    this.#writeTimer = setTimeout(() => {
      this.#writeTimer = undefined;
      this.#writing = this.#write();
    }, writeEveryMs).unref();
  }

  /** Writes everything; an error is reported, and the next write tries again. */
  async #write(): Promise<void> {
    const { storage, facts, report } = this.options;
    const kept = { causes: Object.fromEntries(this.#causes), seen: Object.fromEntries(this.#seen) };
    await storage.commit([facts.write(fact, kept as unknown as JsonObject)]).catch(report);
  }
}
