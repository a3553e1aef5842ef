import type { ServiceProcess } from '../../journeys/service-process.js';
import type { MovedClock } from '../clock/moved-clock.js';
import { Nodes } from '../cluster/nodes.js';
import type { Random } from '../random.js';
import { entities } from './entities.js';
import { Probe } from './probe.js';
import { clockFaults, type Fault, type Site, sleep } from './site.js';

const count = 3;
/** Shorter than a lease of 10 s, about as long, and longer. */
const pausesMs = [2_000, 9_500, 10_500, 13_000, 17_000];

/** Three nodes on a PostgreSQL server of their own, which a supervisor starts again. */
export class ThreeNodes implements Site {
  readonly processes: readonly ServiceProcess[];
  readonly faults: readonly Fault[];
  readonly #probes: readonly Probe[];
  #isOver = false;
  #supervising: Promise<void> = Promise.resolve();

  private constructor(
    private readonly nodes: Nodes,
    readonly clock: MovedClock | undefined,
  ) {
    this.processes = nodes.nodes.map(({ service }) => service);
    this.#probes = this.processes.map((process) => new Probe(process));
    this.faults = [...this.#processFaults(), ...this.#networkFaults(), ...clockFaults(clock)];
  }

  static async start(clock: MovedClock | undefined): Promise<ThreeNodes> {
    const nodes = await Nodes.start(count, entities, {
      ...(clock && { env: clock.env }),
      hasInbound: true,
    });
    const site = new ThreeNodes(nodes, clock);
    site.#supervising = site.#supervise();
    return site;
  }

  get services(): readonly ServiceProcess[] {
    return this.#probes.filter(({ isReady }) => isReady).map(({ service }) => service);
  }

  get apiKey(): string {
    return this.nodes.apiKey;
  }

  get repository(): string {
    return this.nodes.repository;
  }

  async loseEntry(key: string): Promise<void> {
    await this.nodes.database.query(`delete from store_entries where key = '${key}'`);
  }

  async dispose(): Promise<void> {
    this.#isOver = true;
    await this.#supervising;
    for (const probe of this.#probes) probe.stop();
    await this.nodes.dispose();
    this.clock?.dispose();
  }

  async #supervise(): Promise<void> {
    while (!this.#isOver) {
      await this.nodes.serving().catch(() => {});
      await sleep(200);
    }
  }

  /** The leader or any node, with the same chance. */
  async #pick(random: Random): Promise<number> {
    const leader = await this.nodes.leader();
    return leader >= 0 && random.whole(0, 1) === 0 ? leader : random.whole(0, count - 1);
  }

  #processFaults(): Fault[] {
    const { nodes } = this;
    return [
      {
        name: 'nodes killed',
        bring: async (random) => {
          const index = await this.#pick(random);
          nodes.held.add(index);
          await nodes.nodes[index]?.service.kill();
          await sleep(random.whole(0, 3_000));
          nodes.held.delete(index);
          await nodes.begin(index);
        },
      },
      {
        name: 'nodes stopped',
        bring: async (random) => {
          const service = nodes.nodes[await this.#pick(random)]?.service;
          service?.signal('SIGSTOP');
          await sleep(random.pick(pausesMs));
          service?.signal('SIGCONT');
        },
      },
      {
        name: 'crashes of the database',
        async bring() {
          await nodes.database.crash();
          await nodes.database.start();
        },
      },
      {
        name: 'times the database hung',
        async bring(random) {
          nodes.database.hang();
          await sleep(random.whole(500, 4_000));
          nodes.database.goOn();
        },
      },
    ];
  }

  #networkFaults(): Fault[] {
    const { nodes } = this;
    return [
      {
        name: 'times a node lost the network to the database',
        bring: async (random) => {
          const line = nodes.nodes[await this.#pick(random)]?.line;
          line?.cut();
          await sleep(random.pick(pausesMs));
          line?.mend();
        },
      },
      {
        name: 'times the others lost the network to a node',
        bring: async (random) => {
          const inbound = nodes.nodes[await this.#pick(random)]?.inbound;
          inbound?.cut();
          await sleep(random.whole(500, 5_000));
          inbound?.mend();
        },
      },
      {
        name: 'times the network to the database was slow',
        bring: async (random) => {
          const line = nodes.nodes[await this.#pick(random)]?.line;
          line?.delay(random.whole(50, 400));
          await sleep(random.whole(2_000, 5_000));
          line?.delay(0);
        },
      },
      {
        name: 'times all connections were ended',
        async bring() {
          await nodes.database.query(
            'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null',
          );
        },
      },
      {
        name: 'times the repository was away',
        async bring(random) {
          const show = nodes.hideRepository();
          await sleep(random.whole(500, 2_000));
          show();
        },
      },
    ];
  }
}
