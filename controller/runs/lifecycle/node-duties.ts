import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterNode } from '../../storage/index.js';
import { continueRuns, withoutBlamed } from './restart.js';
import type { RunServices } from './run-context.js';
import { cancelRun, suspendRun } from './run-control.js';

const ordersEveryMs = 250;
const adoptEveryMs = 1_000;
const afterFailureMs = 5_000;
/** How often the places of runs are removed that ended without giving them back: before retention removes the runs. */
const clearEveryMs = 600_000;
/** When a run that could not be taken over is tried again. */
const againAfterMs = 60_000;

/** The work about runs of other nodes: a node executes the orders of others, and the leader takes over what members leave. */
export class NodeDuties {
  readonly #stopping = new AbortController();
  readonly #running: Promise<unknown>;
  /** Orders that were taken, until the node that gave them has removed them. */
  #taken = new Set<string>();
  /** When a run was to be taken over, ms since the epoch, while it has not been: such as one that cannot be read. */
  #triedAt = new Map<string, number>();
  /** When places were last cleared, ms since the epoch. */
  #clearedAt = Date.now();

  constructor(
    private readonly services: RunServices,
    private readonly node: ClusterNode,
  ) {
    const duties = [this.#repeat(ordersEveryMs, () => this.#execute())];
    if (node.role === 'leader') duties.push(this.#repeat(adoptEveryMs, () => this.#adopt()));
    this.#running = Promise.all(duties);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #repeat(pauseMs: number, work: () => Promise<void>): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const pause = await work().then(
        () => pauseMs,
        (error) => {
          this.services.report(error, {});
          return afterFailureMs;
        },
      );
      await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  async #execute(): Promise<void> {
    const received = (await this.services.orders?.received()) ?? [];
    const taken = this.#taken;
    this.#taken = new Set(received.map(({ id }) => id));
    for (const { id, run_id, what } of received) {
      if (taken.has(id)) continue;
      const change = what === 'cancelled' ? cancelRun : suspendRun;
      // A run that has ended meanwhile is the answer too; the node that gave the order removes it.
      void change(this.services, run_id, true).catch(() => {});
    }
  }

  /** Takes over the runs of members that have ended or stopped, and wakes those that members have parked. */
  async #adopt(): Promise<void> {
    const { services, node } = this;
    const { store, queue, places, wakeTimer } = services;
    const { unfinished } = store;
    const owners = new Set(await unfinished.owners());
    for (const owner of (await places?.listOwners()) ?? []) owners.add(owner);
    for (const owner of owners) {
      if (!(await node.fence(owner))) continue;
      const freed = places ? [places.removeUnbegunOfDead(owner)] : [];
      await store.commit([unfinished.takeOver(owner), ...freed]);
    }
    const handedOver = await unfinished.handedOver();
    const now = Date.now();
    if (places && now - this.#clearedAt > clearEveryMs) {
      await store.commit([places.removeEnded()]);
      this.#clearedAt = now;
    }
    const tried = this.#triedAt;
    const due = handedOver.filter(
      ({ id }) => !queue.active(id) && !queue.waiting(id) && now - (tried.get(id) ?? 0) > againAfterMs,
    );
    this.#triedAt = new Map(handedOver.map(({ id }) => [id, tried.get(id) ?? now]));
    for (const { id } of due) this.#triedAt.set(id, now);
    if (due.length > 0) await continueRuns(services, await withoutBlamed(services, due));
    const next = await unfinished.nextWake();
    if (next !== undefined) wakeTimer.expect(next);
  }
}
