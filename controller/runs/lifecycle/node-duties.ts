import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterNode } from '../../storage/index.js';
import { continueRuns } from './restart.js';
import type { RunServices } from './run-context.js';
import { cancelRun, suspendRun } from './run-control.js';

const ordersEveryMs = 250;
const adoptEveryMs = 1_000;

/** The work about runs of other nodes: a node executes the orders of others, and the leader takes over what members leave. */
export class NodeDuties {
  readonly #stopping = new AbortController();
  readonly #running: Promise<unknown>;
  /** Orders under way; another look finds them again. */
  readonly #executing = new Set<string>();

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
      await work().catch((error) => this.services.report(error, {}));
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  async #execute(): Promise<void> {
    const { orders, queue } = this.services;
    const { running, pending } = queue.load();
    // A member has no run but those in its memory.
    if (this.node.role === 'member' && running + pending === 0) return;
    for (const { id, run_id, what } of (await orders?.received()) ?? []) {
      if (this.#executing.has(id)) continue;
      this.#executing.add(id);
      const change = what === 'cancelled' ? cancelRun : suspendRun;
      // A run that has ended meanwhile is the answer too; the node that gave the order removes it.
      void change(this.services, run_id)
        .catch(() => {})
        .finally(() => this.#executing.delete(id));
    }
  }

  /** Takes over the runs of members that have ended or stopped, and wakes those that members have parked. */
  async #adopt(): Promise<void> {
    const { services, node } = this;
    const { store, queue, wakeTimer } = services;
    const { unfinished } = store;
    for (const owner of await unfinished.owners())
      if (await node.fence(owner)) await store.commit([unfinished.handOver(owner)]);
    const found = await unfinished.handedOver();
    const absent = found.filter(({ id }) => !queue.active(id) && !queue.waiting(id));
    if (absent.length > 0) await continueRuns(services, absent);
    const next = await unfinished.nextWake();
    if (next !== undefined) wakeTimer.expect(next);
  }
}
