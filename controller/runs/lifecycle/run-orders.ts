import { setTimeout as sleep } from 'node:timers/promises';
import { Problem } from '../../problems/index.js';
import {
  bind,
  type ClusterNode,
  createRowId,
  deleteStatement,
  insertStatement,
  type Storage,
} from '../../storage/index.js';
import { isFinal, type RunState } from '../journal/run-state.js';

export type OrderedStatus = 'cancelled' | 'suspended';

/** How often a node looks for orders, and how often the node that gave one looks for its effect. */
const lookEveryMs = 250;
const maxWaitMs = 20_000;

interface Order {
  id: string;
  run_id: string;
  what: OrderedStatus;
}

/**
 * Orders about runs that another node has, through the database. The leader has all runs but those that a member has in
 * memory.
 */
export class RunOrders {
  readonly #insert;
  readonly #delete;
  /** The name of this node in orders. */
  readonly #self: string;

  constructor(
    private readonly storage: Storage,
    node: ClusterNode,
    private readonly find: (id: string) => Promise<RunState | undefined>,
  ) {
    this.#self = node.role === 'member' ? node.id : '';
    this.#insert = insertStatement(storage, 'run_orders', ['id', 'run_id', 'node', 'what']);
    this.#delete = deleteStatement(storage, 'run_orders', ['id']);
  }

  /** Returns the node that has a stored run; undefined where that is this one. */
  elsewhere({ owner, endedAt }: RunState): string | undefined {
    if (endedAt !== null) return undefined;
    const node = owner ?? '';
    return node === this.#self ? undefined : node;
  }

  /**
   * Has another node give a run a status. Resolves when the run has it, has ended, or has gone to a different node.
   * @throws Problem run_elsewhere when the node does not answer
   */
  async give(run: RunState, node: string, what: OrderedStatus): Promise<void> {
    const id = createRowId();
    await this.storage.commit([bind(this.#insert, { id, run_id: run.id, node, what })]);
    const deadline = performance.now() + maxWaitMs;
    try {
      while (performance.now() < deadline) {
        await sleep(lookEveryMs);
        const now = await this.find(run.id);
        if (!now || now.status === what || isFinal(now.status) || this.elsewhere(now) !== node) return;
      }
    } finally {
      await this.storage.commit([bind(this.#delete, { id })]);
    }
    const detail = `The run ${run.id} is at another node, which has not ended it within ${maxWaitMs / 1_000} s`;
    throw new Problem('run_elsewhere', detail);
  }

  /** Returns the orders for this node, the oldest first. */
  async received(): Promise<Order[]> {
    const query = this.storage.db.selectFrom('run_orders').select(['id', 'run_id', 'what']);
    return (await query.where('node', '=', this.#self).orderBy('id').execute()) as Order[];
  }
}
