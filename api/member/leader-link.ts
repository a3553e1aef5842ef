import type { Abortable } from '../../controller/concurrency/signals.js';
import { Problem } from '../../controller/problems/index.js';
import type { Holder } from '../../controller/storage/index.js';

/** How often a leader that serves is asked, and one that does not. */
const askEveryMs = 1_000;
const askLostEveryMs = 250;

/** Another node takes over from a lost leader within this time; requests wait for it. */
const maxWaitMs = 15_000;
const maxWaiting = 1_000;

/** How often a leader is given something again that no leader has taken. */
const maxRepeats = 3;

export type LeaderNode = Holder & { readonly url: string };

interface LeaderLinkOptions {
  /** The leader as the database has it: it holds the lease, which does not say that it answers. */
  leader(): Holder | undefined;
  /** Asks a leader whether it takes requests. @returns why it is not ready to do what they ask, if so @throws Error when it takes none */
  ask(leader: LeaderNode): Promise<string | undefined>;
  /** True while this node answers reads without a leader, so that it is of use for the time without one. */
  servesReads?(): boolean;
  /** True where this process has served before: requests wait for the leader as they do when it is lost. */
  hasServed?: boolean | undefined;
}

/** The leader, as a node that passes requests on finds it by asking. */
export class LeaderLink {
  #serving: LeaderNode | undefined;
  #warning: string | undefined;
  #lostSince = Number.NEGATIVE_INFINITY;
  #problem: unknown = new Error('it has not answered yet');
  readonly #waiting = new Set<() => void>();
  readonly #closing = new AbortController();
  #wake = new AbortController();

  constructor(private readonly options: LeaderLinkOptions) {
    if (options.hasServed) this.#lostSince = performance.now();
    void this.#follow();
  }

  /** True while the leader has answered the last question. */
  get hasLeader(): boolean {
    return this.#current() !== undefined;
  }

  /**
   * Why a load balancer should turn to other nodes; undefined while requests are served here, if only after a wait. Where no node leads, no
   * other node serves more than this one: each has the reads.
   */
  refusal(): string | undefined {
    if (this.#current() !== undefined) return this.#warning && `the leader: ${this.#warning}`;
    if (performance.now() - this.#lostSince < maxWaitMs) return undefined;
    if (this.options.leader() !== undefined) return 'the node that leads does not answer';
    return this.options.servesReads?.() ? undefined : 'no node leads at the moment';
  }

  /**
   * Resolves with the leader, once it takes requests. @throws Problem standby after 15 s, and where too many wait; the reason of
   * the signal
   */
  async serving(ending: Abortable): Promise<LeaderNode> {
    const deadline = performance.now() + maxWaitMs;
    for (;;) {
      const current = this.#current();
      if (current) return current;
      if (ending.aborted) throw ending.reason;
      if (this.#waiting.size >= maxWaiting || performance.now() >= deadline || this.#closing.signal.aborted)
        throw leaderless(this.#problem);
      this.#wake.abort();
      await this.#changed(ending, deadline);
    }
  }

  /**
   * Has the leader take a request or a connection, and the next leader where this one did not.
   * @param take @throws Error when the leader did not take it
   * @param mayRepeat tells after an error whether another leader may be given the same
   * @throws as `serving`; the error of the last `take`
   */
  async give<Taken>(
    ending: Abortable,
    take: (leader: LeaderNode) => Promise<Taken>,
    mayRepeat: (error: unknown) => boolean,
  ): Promise<Taken> {
    for (let repeats = 0; ; repeats++) {
      const leader = await this.serving(ending);
      try {
        return await take(leader);
      } catch (error) {
        this.lost(leader, error);
        if (repeats === maxRepeats || !mayRepeat(error)) throw error;
      }
    }
  }

  /** Notes that a leader did not take a request. */
  lost(leader: LeaderNode, error: unknown): void {
    if (this.#serving !== leader) return;
    this.#lose(error);
    this.#wake.abort();
  }

  close(): void {
    this.#closing.abort();
    this.#wake.abort();
    this.#release();
  }

  /** The leader that answered last, unless another one has taken over since. */
  #current(): LeaderNode | undefined {
    const leader = this.options.leader();
    const serving = this.#serving;
    return serving && leader?.id === serving.id && leader.url === serving.url ? serving : undefined;
  }

  async #follow(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      this.#wake = new AbortController();
      await this.#ask();
      // Requests that wait do not hurry the next question to a leader that is lost.
      if (this.#serving) await pause(askEveryMs, this.#wake.signal);
      else await pause(askLostEveryMs, signal);
    }
  }

  async #ask(): Promise<void> {
    const leader = this.options.leader();
    try {
      if (leader?.url === undefined) throw new Error('No node leads');
      const node: LeaderNode = { ...leader, url: leader.url };
      this.#warning = await this.options.ask(node);
      this.#serving = node;
      this.#release();
    } catch (error) {
      this.#lose(error);
    }
  }

  #lose(error: unknown): void {
    this.#problem = error;
    if (this.#serving) this.#lostSince = performance.now();
    this.#serving = undefined;
  }

  #release(): void {
    for (const go of this.#waiting) go();
  }

  /** Resolves when a leader has answered, the caller has left, or the time is over. */
  #changed(ending: Abortable, deadline: number): Promise<void> {
    return new Promise((resolve) => {
      const go = (): void => {
        clearTimeout(late);
        ending.removeEventListener('abort', go);
        this.#waiting.delete(go);
        resolve();
      };
      const late = setTimeout(go, Math.max(0, deadline - performance.now())).unref();
      ending.addEventListener('abort', go);
      this.#waiting.add(go);
    });
  }
}

/** Resolves after a time, or when the signal aborts. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const go = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', go);
      resolve();
    };
    const timer = setTimeout(go, ms).unref();
    if (signal.aborted) go();
    else signal.addEventListener('abort', go);
  });
}

export function leaderless(cause?: unknown): Problem {
  const detail = 'The node that leads does not answer; another one takes over within seconds.';
  return new Problem('standby', detail, { cause });
}
