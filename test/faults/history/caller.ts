import { patience } from '../../eventually.js';
import type { Random } from '../random.js';
import { type Site, sleep } from './site.js';

/** An answer of the service. */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** Time-outs of requests: some callers leave while a process is stopped, others stay until it continues. */
const timeoutsMs = [3_000, 30_000];

/** Sends requests to the processes of a site that are ready, each as often as the others. */
export class Caller {
  /** The number of refusals by their code. */
  readonly refusals = new Map<string, number>();

  constructor(
    private readonly site: Site,
    private readonly random: Random,
    private readonly apiKey = site.apiKey,
  ) {}

  /** Sends a request until one process takes it. Resolves with undefined when its answer was lost. */
  async send(path: string, init: RequestInit = {}): Promise<Reply | undefined> {
    const deadline = performance.now() + patience;
    while (performance.now() < deadline) {
      const ready = this.site.services.filter(({ isRunning, url }) => isRunning && url !== '');
      try {
        if (ready.length > 0) return await this.#ask(`${this.random.pick(ready).url}${path}`, init);
      } catch (error) {
        if (!isUnsent(error)) return undefined;
      }
      await sleep(50);
    }
    throw new Error(`no process takes a request for ${patience} ms`);
  }

  /** Sends a request without effects until it succeeds. */
  async read(path: string): Promise<unknown> {
    const deadline = performance.now() + patience;
    let last: Reply | undefined;
    while (performance.now() < deadline) {
      last = await this.send(path);
      if (last?.status === 200) return last.body;
      await sleep(100);
    }
    throw new Error(`${path} has no answer after ${patience} ms: ${JSON.stringify(last)}`);
  }

  async #ask(url: string, init: RequestInit): Promise<Reply> {
    const answer = await fetch(url, {
      ...init,
      headers: {
        'x-api-key': this.apiKey,
        'content-type': 'application/json',
        ...init.headers,
      },
      signal: AbortSignal.timeout(this.random.pick(timeoutsMs)),
    });
    const reply = {
      status: answer.status,
      body: await answer.json(),
    };
    this.#count(reply);
    return reply;
  }

  #count({ status, body }: Reply): void {
    if (status < 400) return;
    const { code } = body as { code?: string };
    const refusal = `${status} ${code}`;
    this.refusals.set(refusal, (this.refusals.get(refusal) ?? 0) + 1);
  }
}

/** True when no connection was made, so that the request had no effect. */
function isUnsent(error: unknown): boolean {
  const { cause } = error as Error & { cause?: { code?: string } };
  return cause?.code === 'ECONNREFUSED';
}
