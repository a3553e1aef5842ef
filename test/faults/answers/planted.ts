import { copyFileSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { eventually } from '../../eventually.js';
import { removeFolder } from '../../remove-folder.js';
import type { Report } from '../report.js';
import { RunsApi, type SeenRun } from '../runs/runs-api.js';
import { HoldingServer } from './holding-server.js';
import { connection, flow, type Path } from './path.js';
import { AnsweredService, innocents } from './service.js';

/** The exit code of a process that ends for an exception, and what it logs. */
const exitCode = 1;
const logged = 'an exception escaped: the process ends and can be started again';
const secondsToEnd = 30;

interface Holding {
  readonly name: string;
  readonly server: HoldingServer;
}

/** A flow whose only call the server holds. */
function getPath({ name, server }: Holding): Path {
  const [connector, config, call] =
    name === 'cache'
      ? ['redis', `{ host: 127.0.0.1, port: ${server.port}, timeout: 300 }`, 'cache.get, with: { key: a }']
      : [
          'http',
          `{ baseUrl: 'http://127.0.0.1:${server.port}', timeout: 300 }`,
          `${name}.get, with: { path: /a }`,
        ];
  return {
    name,
    files: {
      [`connections/${name}.yaml`]: connection(name, connector as string, config as string),
      [`flows/${name}.yaml`]: flow(name, `  - ask: { call: ${call} }\n  - keep: { set: { done: true } }`),
    },
    arm: () => {
      throw new Error('The server only holds');
    },
    disarm: () => {},
    stop: async () => server.stop(),
  };
}

/** A service in whose process exceptions are planted. */
export class Planted {
  readonly #api: RunsApi;
  #number = 0;

  private constructor(
    private readonly target: AnsweredService,
    private readonly folder: string,
    private readonly holding: Readonly<Record<string, HoldingServer>>,
    private readonly report: Report,
  ) {
    this.#api = new RunsApi(target.service, 'live');
  }

  static async start(report: Report): Promise<Planted> {
    // Outside the folder of svc: a library, and no code of svc, is to be taken for the origin of what is thrown.
    const folder = mkdtempSync(join(tmpdir(), 'svc-plant-'));
    const plant = join(folder, 'plant.mjs');
    copyFileSync(fileURLToPath(new URL('./plant.mjs', import.meta.url)), plant);
    const holding = {
      first: await HoldingServer.start('http'),
      second: await HoldingServer.start('http'),
      cache: await HoldingServer.start('redis'),
    };
    const paths = Object.entries(holding).map(([name, server]) => getPath({ name, server }));
    const target = await AnsweredService.start({
      paths,
      env: { NODE_OPTIONS: `--import ${pathToFileURL(plant).href}`, SVC_PLANT: join(folder, 'place') },
    });
    return new Planted(target, folder, holding, report);
  }

  get output(): string {
    return this.target.service.output;
  }

  async dispose(): Promise<void> {
    await this.target.dispose();
    for (const server of Object.values(this.holding)) server.stop();
    removeFolder(this.folder);
  }

  /** An exception in a connection of the pool `name` ends its runs; the others go on, and so does the process. */
  async inConnection(place: 'socket' | 'stream', name: 'first' | 'cache'): Promise<void> {
    const { service } = this.target;
    const { pid } = service;
    const hit = this.#held(name);
    const spared = this.#held('second');
    const concerned = [await this.#start(name), await this.#start(name)];
    const other = await this.#start('second');
    // Each call over HTTP has a connection of its own.
    await eventually(() => hit.count >= (name === 'cache' ? 1 : 2) && spared.count >= 1);
    await this.#plant(`${place} ${hit.port}`);
    await this.#answerUntil(hit, concerned);
    for (const id of concerned) {
      const run = await this.#api.read(id);
      const { type = '', detail = '' } = (run.error ?? {}) as { type?: string; detail?: string };
      if (run.status !== 'faulted' || !type.endsWith('/communication') || !detail.includes('planted'))
        this.report.fail(`after an exception in a ${place} of its pool, the run is ${JSON.stringify(run)}`);
    }
    await this.#innocents();
    await this.#answerUntil(spared, [other]);
    await this.#expect(other, 'completed', `after an exception in a ${place} of another pool`);
    if (service.pid !== pid || !service.isRunning)
      this.report.fail(`an exception in a ${place} ended the process`);
    // The pool was renewed.
    const next = await this.#start(name);
    await this.#answerUntil(hit, [next]);
    await this.#expect(next, 'completed', `in the pool after an exception in a ${place}`);
  }

  /**
   * Three exceptions in timers end the process in order. A run that called each time continues last and alone after the second, and
   * is suspended after the third; runs that called once beside it complete.
   * @param isShort true for the first exception only: a process that ends waits ten seconds for the calls in flight
   */
  async inTimers(isShort: boolean): Promise<void> {
    const [calls, others] = [this.#held('first'), this.#held('second')];
    const guilty = await this.#start('first');
    const rests = await this.#start('computes');
    for (const end of isShort ? [1] : [1, 2]) {
      const beside = await this.#start('second');
      await eventually(() => calls.count >= 1 && others.count >= 1);
      await this.#endInOrder();
      await eventually(() => others.count >= 1);
      if (end === 2 && calls.count > 0)
        this.report.fail('a run continued before others, after two ends of the process');
      await this.#answerUntil(others, [beside]);
      await this.#expect(beside, 'completed', 'after an end of the process in order');
    }
    await this.#expect(rests, 'completed', 'after an end of the process');
    await eventually(() => calls.count >= 1);
    if (isShort) return;
    await this.#endInOrder();
    const run = await this.#expect(guilty, 'suspended', 'after three ends of the process during its call');
    if (!run.waitingFor?.includes('3 times in a row'))
      this.report.fail(`the suspended run says ${JSON.stringify(run.waitingFor)}`);
    await this.#innocents();
    await this.#api.change(guilty, 'cancel');
  }

  #held(name: string): HoldingServer {
    const server = this.holding[name];
    if (!server) throw new Error(`There is no server ${name}`);
    return server;
  }

  async #start(name: string): Promise<string> {
    return (await this.#api.start({ flow: name, input: { n: ++this.#number }, output: null })).id;
  }

  async #plant(place: string): Promise<void> {
    const file = join(this.folder, 'place');
    writeFileSync(file, place);
    this.target.service.signal('SIGUSR2');
    await eventually(() => !existsSync(file));
  }

  /** Answers what the server holds until the runs have ended. */
  async #answerUntil(server: HoldingServer, ids: readonly string[]): Promise<void> {
    await eventually(async () => {
      server.answerAll();
      const runs = await Promise.all(ids.map((id) => this.#api.read(id)));
      return runs.every(({ status }) => status !== 'running' && status !== 'pending');
    });
  }

  /** Plants an exception in a timer, and starts the service again. */
  async #endInOrder(): Promise<void> {
    const { service } = this.target;
    await this.#plant('timer');
    await eventually(() => !service.isRunning);
    if (service.exitCode !== exitCode) this.report.fail(`the process ended with ${service.exitCode}`);
    if (!service.output.includes(logged))
      this.report.fail(`the process ended without its reason:\n${service.output.slice(-2_000)}`);
    await service.start();
  }

  async #innocents(): Promise<void> {
    for (const name of innocents) {
      const run = await this.#api.start(
        { flow: name, input: { n: ++this.#number }, output: null },
        secondsToEnd,
      );
      if (run.status !== 'completed')
        this.report.fail(`an innocent run of ${name} is ${JSON.stringify(run)}`);
    }
  }

  async #expect(id: string, status: string, when: string): Promise<SeenRun> {
    let run = await this.#api.read(id);
    await eventually(async () => {
      run = await this.#api.read(id);
      return run.status === status || ['completed', 'faulted', 'suspended'].includes(run.status);
    });
    if (run.status !== status) this.report.fail(`${when}, the run is ${JSON.stringify(run)}`);
    return run;
  }
}
