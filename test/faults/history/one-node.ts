import { renameSync } from 'node:fs';
import { openSqliteStorage } from '../../../controller/storage/index.js';
import { ServiceProcess } from '../../journeys/service-process.js';
import { built } from '../../program.js';
import type { MovedClock } from '../clock/moved-clock.js';
import { makeRemote } from '../remote.js';
import { entities } from './entities.js';
import { clockFaults, type Fault, type Site, sleep } from './site.js';

/** One service with SQLite and a remote. */
export class OneNode implements Site {
  readonly processes: readonly ServiceProcess[];
  readonly repository: string;
  readonly faults: readonly Fault[];
  readonly #service: ServiceProcess;

  private constructor(readonly clock: MovedClock | undefined) {
    const env: NodeJS.ProcessEnv = {
      SVC_Limits__RequestsPerMinute: '10000000',
      ...clock?.env,
    };
    const service = new ServiceProcess(built, env);
    this.repository = makeRemote(service.file('remote'), entities);
    env['SVC_Git__Remote'] = this.repository;
    this.#service = service;
    this.processes = [service];
    this.faults = [...this.#ownFaults(), ...clockFaults(clock)];
  }

  static async start(clock: MovedClock | undefined): Promise<OneNode> {
    const site = new OneNode(clock);
    await site.#service.start();
    return site;
  }

  get services(): readonly ServiceProcess[] {
    return this.processes;
  }

  get apiKey(): string {
    return this.#service.apiKey;
  }

  async loseEntry(key: string): Promise<void> {
    await this.#service.stop();
    const storage = await openSqliteStorage(this.#service.file('.svc', 'svc.db'));
    try {
      await storage.db.deleteFrom('store_entries').where('key', '=', key).execute();
    } finally {
      await storage.close();
    }
    await this.#service.start();
  }

  async dispose(): Promise<void> {
    await this.#service.dispose();
    this.clock?.dispose();
  }

  #ownFaults(): Fault[] {
    const service = this.#service;
    return [
      {
        name: 'kills of the process',
        async bring(random) {
          await service.kill();
          await sleep(random.whole(0, 500));
          await service.start();
        },
      },
      {
        name: 'kills during the start',
        async bring(random) {
          await service.kill();
          const starting = service.start().catch(() => {});
          await sleep(random.whole(100, 1_500));
          await service.kill();
          await starting;
          await service.start();
        },
      },
      {
        name: 'times the process was stopped',
        async bring(random) {
          service.signal('SIGSTOP');
          await sleep(random.whole(1_000, 6_000));
          service.signal('SIGCONT');
        },
      },
      {
        name: 'times the repository was away',
        bring: async (random) => {
          renameSync(this.repository, `${this.repository}.away`);
          await sleep(random.whole(500, 3_000));
          renameSync(`${this.repository}.away`, this.repository);
        },
      },
    ];
  }
}
