import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { ServiceProcess } from '../../journeys/service-process.js';
import { built } from '../../program.js';
import { files } from './flows.js';
import { type Order, RunsApi, type SeenRun } from './runs-api.js';
import { StepServer } from './step-server.js';

/** The heap is small, so that a run that exhausts the memory does so within seconds. */
const [node, ...program] = built;
const command = [node, '--max-old-space-size=320', ...program] as const;

/** A service in a folder of its own that is killed again and again, the runs it acknowledged, and whom it blamed. */
export class Lane {
  readonly service = new ServiceProcess(command);
  readonly api = new RunsApi(this.service);
  /** Acknowledged runs that were not yet seen to end as they must. */
  readonly open = new Map<string, Order>();
  /** Runs that were asked for and not acknowledged: the client asks again after the restart. */
  unacknowledged: Order[] = [];
  /** Deaths of the process, by the run that computed then. */
  readonly deaths = new Map<string, number>();
  readonly startMs: number[] = [];
  kills = 0;
  /** Deaths without a kill at which no run was noted as computing. */
  unblamed = 0;
  /** The note that was counted last. */
  #counted = '';

  private constructor(readonly steps: StepServer) {}

  static async create(): Promise<Lane> {
    const lane = new Lane(await StepServer.start());
    for (const [path, content] of Object.entries(files(lane.steps.port))) {
      mkdirSync(dirname(lane.service.file(path)), { recursive: true });
      writeFileSync(lane.service.file(path), content);
    }
    return lane;
  }

  async dispose(): Promise<void> {
    await this.service.dispose();
    this.steps.stop();
  }

  /** Starts the service; resolves when it is ready. */
  async start(): Promise<void> {
    this.steps.process += 1;
    const begin = performance.now();
    await this.service.start();
    this.startMs.push(performance.now() - begin);
  }

  /** Starts the service and kills it after some time, ready or not. */
  async startAndKill(ms: number): Promise<void> {
    this.steps.process += 1;
    const started = this.service.start().catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, ms));
    await this.kill();
    await started;
  }

  async kill(): Promise<void> {
    await this.service.kill();
    this.kills += 1;
    this.countDeath();
  }

  /** Reads which run computed when the process ended. Returns its id. */
  countDeath(): string | undefined {
    const note = this.#note();
    const id = this.noted();
    // A start that was killed at once leaves the note of the process before.
    if (id !== undefined && note !== this.#counted) this.deaths.set(id, (this.deaths.get(id) ?? 0) + 1);
    this.#counted = note;
    return id;
  }

  /** The run that the process noted as computing. */
  noted(): string | undefined {
    return this.#note().split(' ')[0] || undefined;
  }

  #note(): string {
    return readFileSync(this.service.file('.svc', 'computing'), 'utf8').trim();
  }

  /** Asks for the runs, three at a time, until all are acknowledged or the service dies. */
  async ask(orders: readonly Order[]): Promise<void> {
    this.unacknowledged = [...orders];
    const left = [...orders];
    const client = async (): Promise<void> => {
      for (let order = left.shift(); order; order = left.shift()) {
        const run = await this.#acknowledged(order);
        if (!run) return;
        this.unacknowledged.splice(this.unacknowledged.indexOf(order), 1);
        this.open.set(run.id, order);
      }
    };
    await Promise.all([client(), client(), client()]);
  }

  async #acknowledged(order: Order): Promise<SeenRun | undefined> {
    try {
      return await this.api.start(order);
    } catch (error) {
      // The connection broke because the service died.
      if (error instanceof TypeError && !this.service.isRunning) return undefined;
      if (error instanceof TypeError && (error.cause || error.message === 'terminated')) return undefined;
      throw error;
    }
  }
}
