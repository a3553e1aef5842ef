import { compileFlow, type FlowHost } from '../../../controller/flows/index.js';
import { HumanTaskLinks } from '../../../controller/runs/index.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { random } from '../../schemas/mutate.js';
import { Harness } from '../runs/engine-harness.js';
import { randomTasks } from './random-flows.js';

/** The value of the secret that the flows read. */
export const token = 'token-of-the-shop-1234';
const secrets = { secrets: ['shop'] };

/** Runs random flows, which call, wait, ask people and receive events, and lets the process die. */
export class RandomRuns {
  readonly harness = new Harness();
  readonly #options: Parameters<Harness['open']>[0] & object = {
    parkAfterMs: 20,
    humanTasks: {
      links: new HumanTaskLinks((text) => Buffer.from(text).toString('base64url').slice(-43), {
        url: 'https://svc.test',
      }),
      getPeople: (assignees: readonly string[]) => assignees.map((each) => `user:${each}`),
      observer: { observe: () => ({ writes: [], committed: () => {} }), unnotified: () => {} },
    },
    fetch: (async (url: unknown) => {
      this.requests++;
      const size = String(url).length + Math.floor(Math.random() * 50);
      await new Promise((resolve) => setTimeout(resolve, size % 12));
      const status = size % 5 === 0 ? 503 : 200;
      const body = JSON.stringify({ n: size, url: String(url), at: Date.now() });
      return new Response(body, { status, headers: { 'content-type': 'application/json' } });
    }) as typeof fetch,
  };
  /** Requests that left the process. */
  requests = 0;
  /** The number of crashes: what a crashed process still computes here, no one sees in reality. */
  crashes = 0;
  #stopAttending = (): void => {};

  /** @param watch takes the host of each execution, to see what it has */
  constructor(private readonly watch: (host: FlowHost) => FlowHost = (host) => host) {}

  async open(): Promise<void> {
    await this.harness.open(this.#options);
    await this.#prepare();
    await (await this.harness.engine.recover()).continued;
    this.harness.entity('store', 'counts', { kind: 'store', name: 'counts', schema: { type: 'integer' } });
    this.flow('child', [{ double: { set: { n: '${ .n * 2 }' } } }, { rest: { wait: { milliseconds: 3 } } }]);
    this.#stopAttending = this.#attend();
  }

  async close(): Promise<void> {
    this.#stopAttending();
    await this.harness.close();
  }

  /** Drops the process, and lets another continue its runs. */
  async crash(): Promise<void> {
    const crashed = this.harness.crash(this.#options);
    this.crashes += 1;
    await crashed;
    await this.#prepare();
  }

  async #prepare(): Promise<void> {
    this.harness.engine.events.attach({ start: async () => ({ writes: [], committed: () => {} }) });
    await this.harness.vault.secrets.put('shop', { token, copy: token });
  }

  flow(name: string, tasks: JsonObject[], use: JsonObject = {}): void {
    const document = { dsl: '1.0.3', namespace: 'test', name, version: '1.0.0' };
    const { plan, findings } = compileFlow({ document, use, do: tasks });
    if (!plan) throw new Error(JSON.stringify(findings));
    const execute = (input: Json, host: FlowHost) => plan.execute(input, this.watch(host));
    this.harness.flow(name, execute, { ...plan, execute }, name === 'child' ? [] : ['child', 'store/counts']);
  }

  /** Adds the random flow of a number. */
  randomFlow(number: number): string {
    const next = random(number + 1);
    const name = `f${number}`;
    this.flow(
      name,
      randomTasks((below) => Math.floor(next() * below)),
      secrets,
    );
    return name;
  }

  /** Answers people and sends news while runs wait. */
  #attend(): () => void {
    const timer = setInterval(() => {
      const { events, humanTasks } = this.harness.engine;
      const news = {
        specversion: '1.0',
        id: String(Math.random()),
        source: '/test',
        type: 'test.news.v1',
        data: { n: 4 },
      };
      events.accept([{ branch: 'main', event: news }] as never).catch(() => {});
      void answerAll(humanTasks).catch(() => {});
    }, 25);
    return () => clearInterval(timer);
  }
}

async function answerAll(humanTasks: Harness['engine']['humanTasks']): Promise<void> {
  const open = await humanTasks.list({ status: 'open', limit: 100 } as never);
  const caller = { principal: 'user:ada', overrides: true };
  await Promise.all(open.map(({ id }) => humanTasks.complete(id, {}, caller)));
}
