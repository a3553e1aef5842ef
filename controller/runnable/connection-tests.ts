import { setTimeout as sleep } from 'node:timers/promises';
import type { Condition, EntityRecord, Snapshot } from '../catalog/index.js';
import type { Connector } from '../connectors/index.js';
import { Problem, sentence } from '../problems/index.js';
import type { ConnectionTest } from '../runs/contract.js';
import { connectionVersionIn } from '../runs/index.js';
import type { MissingNeedsOf } from './contract.js';
import { referencesIn } from './needs.js';
import { getPlaces, type Place } from './places.js';

/** A test may take as long. */
const testLimitMs = 30_000;
/** While nothing can be tested, svc looks again after this time. */
const idleMs = 5_000;
/** Environments that the message of a condition names. */
const maxNamed = 3;
/** The rest of a longer report of a server is left out of the condition. */
const maxDetail = 500;

/** A connection as runs in an environment use it; null for runs without one. */
export interface TestTarget {
  readonly connection: string;
  readonly environment: string | null;
}

interface Result extends TestTarget {
  readonly test: ConnectionTest;
  /** The content of the file that was tested. */
  readonly blobId: string;
  readonly revision: string;
  /** The first test in a row with this outcome; RFC 3339. */
  readonly since: string;
}

export interface ConnectionTestsOptions {
  /** In each period every connection is tested once. */
  periodMs: number;
  /** The newest snapshot of production. */
  peek(): Snapshot | undefined;
  defaultEnvironment(): string | undefined;
  connectors: readonly Connector[];
  /** A connection that lacks something is not tested: its condition `Runnable` says so. */
  findMissing: MissingNeedsOf;
  /** True while the service sends nothing by itself. */
  isPaused(): boolean;
  /** @throws Problem when the environment or the connection cannot be used */
  test(target: TestTarget, signal: AbortSignal): Promise<ConnectionTest>;
  /** Is called when the outcome for a target has changed. */
  changed(target: TestTarget, test: ConnectionTest): void;
  report(error: unknown): void;
}

/**
 * Tests the connections of production again and again: one at a time, spread over the period. Left out are connectors
 * without a test, and connections that start a program of this machine, as that may have effects.
 */
export class ConnectionTests {
  readonly #results = new Map<string, Result>();
  readonly #closing = new AbortController();
  #changes = 0;
  #loop: Promise<void> | undefined;

  constructor(private readonly options: ConnectionTestsOptions) {}

  /** Changes with each outcome. */
  get version(): number {
    return this.#changes;
  }

  start(): void {
    this.#loop ??= this.#repeat().catch((error: unknown) => {
      if (!this.#closing.signal.aborted) this.options.report(error);
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#loop;
  }

  /** Returns the condition `Tested` of a connection; undefined before its first test, also after a change of the file. */
  find(record: EntityRecord): Condition | undefined {
    const results = [...this.#results.values()].filter(
      ({ connection, blobId }) => connection === record.name && blobId === record.blobId,
    );
    const [first] = results;
    if (first === undefined) return undefined;
    const failed = results.filter(({ test }) => !test.ok);
    const named = (failed.length > 0 ? failed : results).slice(0, maxNamed);
    const more = Math.max(failed.length - named.length, 0);
    const texts = named.map(({ environment, test }) => {
      const where = environment === null ? '' : `In the environment \`${environment}\`: `;
      return sentence(`${where}${cut(test.detail)}`);
    });
    return {
      type: 'Tested',
      status: failed.length > 0 ? 'False' : 'True',
      reason: failed.length > 0 ? 'TestFailed' : 'TestPassed',
      message: [...texts, ...(more > 0 ? [`And in ${more} more environments.`] : [])].join(' '),
      lastTransitionTime:
        named
          .map(({ since }) => since)
          .sort()
          .at(0) ?? first.since,
      observedRevision: first.revision,
    };
  }

  /** The connections whose last test failed, each once, sorted. */
  listFailing(): string[] {
    const failing = [...this.#results.values()].filter(({ test }) => !test.ok);
    return [...new Set(failing.map(({ connection }) => connection))].sort();
  }

  async #repeat(): Promise<void> {
    const { signal } = this.#closing;
    const { periodMs, isPaused, peek } = this.options;
    while (!signal.aborted) {
      const snapshot = isPaused() ? undefined : peek();
      const targets = snapshot ? this.#getTargets(snapshot) : [];
      if (targets.length === 0) {
        await sleep(Math.min(idleMs, periodMs), undefined, { signal, ref: false });
        continue;
      }
      const began = Date.now();
      for (const [index, target] of targets.entries()) {
        await this.#waitUntil(began + (index * periodMs) / targets.length);
        await this.#test(target);
      }
      await this.#waitUntil(began + periodMs);
    }
  }

  async #waitUntil(time: number): Promise<void> {
    const { signal } = this.#closing;
    await sleep(Math.max(time - Date.now(), 0), undefined, { signal, ref: false });
  }

  /** Lists what is tested, and forgets the results of what is no longer tested. */
  #getTargets(snapshot: Snapshot): TestTarget[] {
    const { connectors, defaultEnvironment, findMissing } = this.options;
    const { all: places } = getPlaces(snapshot, undefined, defaultEnvironment());
    const targets = snapshot.list('connection').flatMap(({ name, definition }) => {
      const connector = connectors.find((each) => each.name === definition['connector']);
      if (connector?.test === undefined) return [];
      const seen = new Set<string>();
      return places.flatMap((place): TestTarget[] => {
        const target = { connection: name, environment: place.environment };
        const version = connectionVersionIn(snapshot, target, connectors);
        if (version?.destinations?.some((each) => 'program' in each)) return [];
        const isMissing = findMissing(snapshot, 'connection', name).some(
          ({ environments }) => environments === undefined || environments.includes(place.environment),
        );
        // Environments that change nothing about a connection are tested by one of them.
        const key = toKey(version?.config, place);
        if (isMissing || seen.has(key)) return [];
        seen.add(key);
        return [target];
      });
    });
    const kept = new Set(targets.map(toId));
    for (const id of this.#results.keys()) if (!kept.has(id)) this.#forget(id);
    return targets;
  }

  async #test(target: TestTarget): Promise<void> {
    const { peek, isPaused, changed, report } = this.options;
    const { signal } = this.#closing;
    const snapshot = isPaused() ? undefined : peek();
    const record = snapshot?.get('connection', target.connection);
    if (!snapshot || !record) return;
    const id = toId(target);
    const before = this.#results.get(id);
    try {
      const test = await this.#run(target);
      const isSame = before?.test.ok === test.ok && before.blobId === record.blobId;
      const since = isSame ? before.since : new Date().toISOString();
      const { blobId } = record;
      this.#results.set(id, { ...target, test, blobId, revision: snapshot.revision, since });
      this.#changes += 1;
      if (before?.test.ok !== test.ok && (before !== undefined || !test.ok)) changed(target, test);
    } catch (error) {
      if (signal.aborted) throw error;
      report(error);
    }
  }

  async #run(target: TestTarget): Promise<ConnectionTest> {
    const limit = AbortSignal.timeout(testLimitMs);
    const signal = AbortSignal.any([this.#closing.signal, limit]);
    try {
      return await this.options.test(target, signal);
    } catch (error) {
      if (limit.aborted && !this.#closing.signal.aborted) {
        const detail = `The test took longer than ${testLimitMs / 1_000} seconds`;
        return { ok: false, latencyMs: testLimitMs, detail };
      }
      if (error instanceof Problem) return { ok: false, latencyMs: 0, detail: error.message };
      throw error;
    }
  }

  #forget(id: string): void {
    this.#results.delete(id);
    this.#changes += 1;
  }
}

function toId({ connection, environment }: TestTarget): string {
  return JSON.stringify([connection, environment]);
}

/** Stands for what a place decides about a connection: its settings, and where its secrets are looked for. */
function toKey(config: Parameters<typeof referencesIn>[0] | undefined, place: Place): string {
  const paths = referencesIn(config ?? null).map(({ path }) => place.getPaths(path));
  return JSON.stringify([config, paths]);
}

function cut(text: string): string {
  return text.length <= maxDetail ? text : `${text.slice(0, maxDetail)}…`;
}
