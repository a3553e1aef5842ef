import type { Json } from '../../schemas/json.js';
import { TransformError } from '../library/index.js';
import { untilAborted } from '../signals/index.js';
import type { CacheOptions, Caches, Question } from './contract.js';
import { digest } from './digest.js';
import { type Flight, type Kept, Shelf } from './shelf.js';

/** Answers kept by a policy that does not say how many. */
const usuallyKept = 1_000;
/** A refresh has no run that could end it. */
const longestRefresh = 5 * 60_000;

export function createCaches(options: CacheOptions): Caches {
  return new MemoryCaches(options);
}

class MemoryCaches implements Caches {
  /** By identity of their policies, the longest unused first. */
  readonly #shelves = new Map<string, Shelf>();
  readonly #now: () => number;
  readonly #largestTotal: number;
  /** Characters. */
  #total = 0;

  constructor(private readonly options: CacheOptions) {
    this.#now = options.now ?? Date.now;
    this.#largestTotal = options.largestTotal ?? 64 << 20;
  }

  async answer(question: Question): Promise<Json> {
    const key = keyOf(question);
    if (key === undefined) return question.ask(question.signal);
    for (;;) {
      const shelf = this.#shelf(question.policy.identity);
      const kept = this.#find(shelf, key, question);
      if (kept) return this.#repeat(key, kept, question);
      const flight = shelf.flights.get(key);
      if (!flight) return join(this.#ask(shelf, key, question), question.signal);
      if (!question.mayShare) return question.ask(question.signal);
      try {
        const answer = await join(flight, question.signal);
        tell(question, 'shared with a call at the same time');
        return structuredClone(answer);
      } catch (error) {
        if (question.signal.aborted || question.isAnswer(error)) throw error;
        // Whoever asked gave up: ask again.
      }
    }
  }

  #find(shelf: Shelf, key: string, { policy: { rules } }: Question): Kept | undefined {
    const before = shelf.size;
    const kept = shelf.find(key, this.#now(), rules.ttl + rules.staleWhileRevalidate);
    this.#total += shelf.size - before;
    return kept;
  }

  #repeat(key: string, kept: Kept, question: Question): Json {
    const age = this.#now() - kept.at;
    const isStale = age >= question.policy.rules.ttl;
    if (kept.failure !== undefined) {
      const { name } = question.policy;
      const message = `cache-policy ${name} could not fetch a new answer: ${kept.failure}`;
      question.log('warn', message, { cachePolicy: name });
      kept.failure = undefined;
    }
    tell(question, `age ${seconds(age)} s${isStale ? ', stale' : ''}`, { ageMs: age });
    if (isStale && !kept.refreshing) this.#refresh(key, kept, question);
    return JSON.parse(kept.text);
  }

  #refresh(key: string, kept: Kept, question: Question): void {
    kept.refreshing = true;
    question.refresh(AbortSignal.timeout(longestRefresh)).then(
      (answer) => this.#keep(key, answer, question),
      (error) => {
        kept.refreshing = false;
        kept.failure = error instanceof Error ? error.message : String(error);
      },
    );
  }

  #ask(shelf: Shelf, key: string, question: Question): Flight {
    const abort = new AbortController();
    const flight: Flight = { outcome: Promise.resolve(null), waiting: 0, landed: false, abort };
    shelf.flights.set(key, flight);
    flight.outcome = this.#land(shelf, key, flight, question);
    // Heard by those who wait; they may all have gone.
    flight.outcome.catch(() => {});
    return flight;
  }

  async #land(shelf: Shelf, key: string, flight: Flight, question: Question): Promise<Json> {
    try {
      const answer = await question.ask(flight.abort.signal);
      this.#keep(key, answer, question);
      return answer;
    } finally {
      flight.landed = true;
      shelf.flights.delete(key);
    }
  }

  #keep(key: string, answer: Json, { policy }: Question): void {
    const text = JSON.stringify(answer ?? null);
    if (text.length > this.options.largestAnswer) return;
    const shelf = this.#shelf(policy.identity);
    const before = shelf.size;
    shelf.keep(key, text, this.#now());
    while (shelf.count > (policy.rules.maxEntries ?? usuallyKept)) shelf.dropLongestUnused();
    this.#total += shelf.size - before;
    this.#makeRoom();
  }

  /** Drops what was unused the longest until all that is kept fits, and shelves that hold nothing. */
  #makeRoom(): void {
    for (const [identity, shelf] of this.#shelves) {
      if (this.#total <= this.#largestTotal) return;
      while (this.#total > this.#largestTotal && shelf.count > 0) {
        const before = shelf.size;
        shelf.dropLongestUnused();
        this.#total += shelf.size - before;
      }
      if (shelf.isEmpty) this.#shelves.delete(identity);
    }
  }

  #shelf(identity: string): Shelf {
    const shelf = this.#shelves.get(identity) ?? new Shelf();
    this.#shelves.delete(identity);
    this.#shelves.set(identity, shelf);
    return shelf;
  }
}

/** Undefined where the policy's key says not to keep the answer, by null or by failing. */
function keyOf({ policy, about, input, log }: Question): string | undefined {
  try {
    const key = policy.rules.keyOf(input);
    return key === null ? undefined : digest([...about], key);
  } catch (error) {
    if (!(error instanceof TransformError)) throw error;
    const message = `cache-policy ${policy.name} was left out: its \`key\` failed: ${error.message}`;
    log('warn', message, { cachePolicy: policy.name });
    return undefined;
  }
}

async function join(flight: Flight, signal: AbortSignal): Promise<Json> {
  flight.waiting++;
  try {
    return await untilAborted(flight.outcome, signal);
  } finally {
    if (--flight.waiting === 0 && !flight.landed) flight.abort.abort(signal.reason);
  }
}

function tell({ policy, log }: Question, how: string, more: { ageMs?: number } = {}): void {
  log('info', `answered from cache-policy ${policy.name}, ${how}`, { cachePolicy: policy.name, ...more });
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(ms < 10_000 ? 1 : 0);
}
