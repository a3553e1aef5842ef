import { setTimeout as sleep } from 'node:timers/promises';
import { findMax, percentile, type Report } from '../report.js';
import type { Pod } from './pod.js';

/** Callers, and the pause of each between two requests. */
const callers = 8;
const pauseMs = 20;

interface Asked {
  /** True for the start of a run, else a read. */
  readonly isStart: boolean;
  readonly body: Record<string, unknown>;
}

/** Callers that know the service only, which has each request answered by one of the pods that are ready. They repeat nothing. */
export class Load {
  readonly #times: number[] = [];
  readonly #acknowledged: string[] = [];
  /** How often each failure was seen. */
  readonly #failures = new Map<string, number>();
  #requests = 0;
  #failed = 0;
  #isOver = false;
  #key = '';
  #working: Promise<unknown> = Promise.resolve();

  constructor(private readonly pods: readonly Pod[]) {}

  start(key: string): void {
    this.#key = key;
    this.#working = Promise.all(Array.from({ length: callers }, () => this.#call()));
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#working;
  }

  /** Each run that was acknowledged has ended as it must. */
  async judge(report: Report): Promise<void> {
    for (const id of this.#acknowledged) {
      const { body } = await this.#ask(`/api/v1/main/runs/${id}`).catch(
        (error): Pick<Asked, 'body'> => ({
          body: { error: String(error) },
        }),
      );
      if (body['status'] !== 'completed')
        report.fail(`the run ${id}, which was acknowledged: ${JSON.stringify(body)}`);
    }
    report.figure('requests', this.#requests);
    report.figure('requests that failed', this.#failed, '', 0);
    for (const [failure, times] of this.#failures) report.figure(`  ${failure}`.slice(0, 50), times);
    report.figure('runs that were acknowledged', this.#acknowledged.length);
    report.figure('time of a request, 99 of 100 within', percentile(this.#times, 0.99), 'ms');
    report.figure('time of a request, longest', findMax(this.#times), 'ms');
  }

  async #call(): Promise<void> {
    for (let turn = 0; !this.#isOver; turn++) {
      const begun = performance.now();
      this.#requests += 1;
      try {
        const { isStart, body } = await this.#next(turn);
        if (isStart) this.#acknowledged.push(String(body['id']));
      } catch (error) {
        this.#failed += 1;
        const { message, cause } = error as Error & { cause?: { code?: string } };
        const failure = cause?.code ?? message;
        this.#failures.set(failure, (this.#failures.get(failure) ?? 0) + 1);
      }
      this.#times.push(performance.now() - begun);
      await sleep(pauseMs);
    }
  }

  #next(turn: number): Promise<Asked> {
    if (turn % 2 === 0) return this.#ask('/api/v1/main/runs?limit=1');
    return this.#ask('/api/v1/main/flows/hello/runs', { name: 'Ann' });
  }

  /** @throws Error for an answer without success, and for none */
  async #ask(path: string, input?: object): Promise<Asked> {
    const ready = this.pods.filter(({ isReady }) => isReady);
    const pod = ready[Math.floor(Math.random() * ready.length)];
    if (!pod) throw new Error('no node is ready');
    const answer = await fetch(`${pod.url}${path}`, {
      headers: { 'x-api-key': this.#key, 'content-type': 'application/json', prefer: 'wait=30' },
      signal: AbortSignal.timeout(60_000),
      ...(input === undefined ? {} : { method: 'POST', body: JSON.stringify(input) }),
    });
    const body = (await answer.json()) as Record<string, unknown>;
    if (answer.status >= 300) throw new Error(`${answer.status} ${body['code']} ${body['detail']}`);
    return { isStart: input !== undefined, body };
  }
}
