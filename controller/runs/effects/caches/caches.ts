import { parseJsonText, toJsonText } from '../../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { cloneJson } from '../../../../schemas/json/values.js';
import type { Eventual } from '../../../concurrency/computing.js';
import { untilAborted } from '../../../concurrency/signals.js';
import { TransformError } from '../../../kinds/compile/compilation.js';
import { type CachePolicy, digest } from '../../journal/cache-policies.js';
import { type CachedAnswer, type PendingAnswer, PolicyCache } from './policy-cache.js';
import type { SharedAnswers } from './shared-answers.js';

/** A call or a run whose answer may be in the cache. */
export interface Question {
  /** Its identity includes the branch. */
  policy: CachePolicy;
  /** Everything the answer depends on besides the key. */
  about: readonly string[];
  /** The input of the policy's `key`. */
  input: Json;
  /** Aborts when this asker stops waiting. */
  signal: AbortSignal;
  /** True if this asker may wait for the answer to the same question of another asker. */
  mayShare: boolean;
  /** Computes the answer. The signal aborts when no asker waits any more. */
  ask(signal: AbortSignal): Promise<Json>;
  /** Computes an answer in the background, for later askers. */
  refresh(signal: AbortSignal): Promise<Json>;
  /** True for an error that is the answer for all askers that wait; after other errors the next of them asks. */
  isAnswer(error: unknown): boolean;
  log(level: 'info' | 'warn', message: string, data: JsonObject): void;
}

export interface CacheOptions {
  /** Characters of JSON; a longer answer is not cached. */
  maxAnswerBytes: number;
  /** Characters of JSON that all cached answers together may have. Default 64 Mi. */
  maxTotalSize?: number;
  /** ms since the epoch. */
  now?: () => number;
  /** The answers of all nodes; undefined where this process is alone. */
  shared?: Pick<SharedAnswers, 'find' | 'keep'> | undefined;
}

/** Answers cached for a policy without `maxEntries`. */
const defaultEntries = 1_000;
/** Limits a refresh, in ms, as no run ends it. */
const refreshLimit = 5 * 60_000;

/** Answers in the memory of this process, before those that nodes share. */
export class Caches {
  /** By identity of the policy, least recently used first. */
  readonly #caches = new Map<string, PolicyCache>();
  readonly #now: () => number;
  readonly #maxTotalSize: number;
  /** Characters. */
  #total = 0;

  constructor(private readonly options: CacheOptions) {
    this.#now = options.now ?? Date.now;
    this.#maxTotalSize = options.maxTotalSize ?? 64 << 20;
  }

  /** Returns a cached answer or a new one. @throws the error of `ask`, or the signal's reason */
  async answer(question: Question): Promise<Json> {
    const computed = findKey(question);
    const key = computed instanceof Promise ? await computed : computed;
    if (key === undefined) return question.ask(question.signal);
    for (;;) {
      const cache = this.#getCache(question.policy.identity);
      const cached = this.#find(cache, key, question);
      if (cached) return this.#repeat(key, cached, question);
      const pending = cache.pending.get(key);
      if (!pending) return join(this.#ask(cache, key, question), question.signal);
      if (!question.mayShare) return question.ask(question.signal);
      try {
        const answer = await join(pending, question.signal);
        logHit(question, 'shared with a call at the same time');
        return cloneJson(answer);
      } catch (error) {
        if (question.signal.aborted || question.isAnswer(error)) throw error;
        // The asker that this one shared with has stopped: ask again.
      }
    }
  }

  #find(cache: PolicyCache, key: string, { policy: { rules } }: Question): CachedAnswer | undefined {
    const before = cache.size;
    const cached = cache.find(key, this.#now(), rules.ttl + rules.staleWhileRevalidate);
    this.#total += cache.size - before;
    return cached;
  }

  #repeat(key: string, cached: CachedAnswer, question: Question): Json {
    const age = this.#now() - cached.at;
    const isStale = age >= question.policy.rules.ttl;
    if (cached.failure !== undefined) {
      const { name } = question.policy;
      const message = `cache-policy ${name} could not fetch a new answer: ${cached.failure}`;
      question.log('warn', message, { cachePolicy: name });
      cached.failure = undefined;
    }
    logHit(question, `age ${seconds(age)} s${isStale ? ', stale' : ''}`, { ageMs: age });
    if (isStale && !cached.refreshing) this.#refresh(key, cached, question);
    return parseJsonText(cached.text);
  }

  #refresh(key: string, cached: CachedAnswer, question: Question): void {
    cached.refreshing = true;
    this.#renew(key, cached, question).then(
      () => {},
      (error) => {
        cached.refreshing = false;
        cached.failure = error instanceof Error ? error.message : String(error);
      },
    );
  }

  async #renew(key: string, cached: CachedAnswer, question: Question): Promise<void> {
    const { identity, rules } = question.policy;
    const shared = await this.options.shared?.find(identity, key);
    if (shared && shared.at > cached.at && this.#now() - shared.at < rules.ttl) {
      this.#remember(key, shared.text, shared.at, question);
      return;
    }
    const answer = await question.refresh(AbortSignal.timeout(refreshLimit));
    await this.#keep(key, answer, question);
  }

  #ask(cache: PolicyCache, key: string, question: Question): PendingAnswer {
    const abort = new AbortController();
    const pending: PendingAnswer = { outcome: Promise.resolve(null), waiting: 0, settled: false, abort };
    cache.pending.set(key, pending);
    pending.outcome = this.#settle(cache, key, pending, question);
    // Askers handle the error in `join`; all of them may have stopped by then.
    pending.outcome.catch(() => {});
    return pending;
  }

  async #settle(cache: PolicyCache, key: string, pending: PendingAnswer, question: Question): Promise<Json> {
    try {
      const { shared } = this.options;
      const kept = shared && (await this.#findShared(shared, key, question));
      if (kept) return this.#repeat(key, kept, question);
      const answer = await question.ask(pending.abort.signal);
      const keeping = this.#keep(key, answer, question);
      if (keeping) await keeping;
      return answer;
    } finally {
      pending.settled = true;
      cache.pending.delete(key);
    }
  }

  async #findShared(
    shared: Pick<SharedAnswers, 'find'>,
    key: string,
    question: Question,
  ): Promise<CachedAnswer | undefined> {
    const answer = await shared.find(question.policy.identity, key);
    if (!answer) return undefined;
    this.#remember(key, answer.text, answer.at, question);
    return this.#find(this.#getCache(question.policy.identity), key, question);
  }

  /** Keeps an answer in memory at once. @returns undefined where no other node is to get it */
  #keep(key: string, answer: Json, question: Question): Promise<void> | undefined {
    const text = toJsonText(answer ?? null);
    if (text.length > this.options.maxAnswerBytes) return undefined;
    const at = this.#now();
    this.#remember(key, text, at, question);
    const { identity, rules } = question.policy;
    return this.options.shared?.keep(identity, key, {
      text,
      at,
      expiresAt: at + rules.ttl + rules.staleWhileRevalidate,
      maxEntries: rules.maxEntries ?? defaultEntries,
    });
  }

  #remember(key: string, text: string, at: number, { policy }: Question): void {
    const cache = this.#getCache(policy.identity);
    const before = cache.size;
    cache.keep(key, text, at);
    while (cache.count > (policy.rules.maxEntries ?? defaultEntries)) cache.dropLeastRecent();
    this.#total += cache.size - before;
    this.#makeRoom();
  }

  /** Drops the least recently used answers until the rest fits, and empty caches. */
  #makeRoom(): void {
    for (const [identity, cache] of this.#caches) {
      if (this.#total <= this.#maxTotalSize) return;
      while (this.#total > this.#maxTotalSize && cache.count > 0) {
        const before = cache.size;
        cache.dropLeastRecent();
        this.#total += cache.size - before;
      }
      if (cache.isEmpty) this.#caches.delete(identity);
    }
  }

  #getCache(identity: string): PolicyCache {
    const cache = this.#caches.get(identity) ?? new PolicyCache();
    this.#caches.delete(identity);
    this.#caches.set(identity, cache);
    return cache;
  }
}

/** The key of the answer; undefined when the policy's `key` is null or fails, so that the answer is not cached. */
function findKey({ policy, about, input, log }: Question): Eventual<string | undefined> {
  const failed = (error: unknown): undefined => {
    if (!(error instanceof TransformError)) throw error;
    const message = `cache-policy ${policy.name} was left out: its \`key\` failed: ${error.message}`;
    log('warn', message, { cachePolicy: policy.name });
  };
  const succeeded = (key: Json) => (key === null ? undefined : digest([...about], key));
  try {
    const key = policy.rules.getKey(input);
    return key instanceof Promise ? key.then(succeeded).catch(failed) : succeeded(key);
  } catch (error) {
    return failed(error);
  }
}

async function join(pending: PendingAnswer, signal: AbortSignal): Promise<Json> {
  pending.waiting++;
  try {
    return await untilAborted(pending.outcome, signal);
  } finally {
    if (--pending.waiting === 0 && !pending.settled) pending.abort.abort(signal.reason);
  }
}

function logHit({ policy, log }: Question, how: string, more: { ageMs?: number } = {}): void {
  log('info', `answered from cache-policy ${policy.name}, ${how}`, { cachePolicy: policy.name, ...more });
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(ms < 10_000 ? 1 : 0);
}
