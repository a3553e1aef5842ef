import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { hasServer, newDatabase } from '../../controller/storage/engines.js';
import { eventually } from '../../eventually.js';
import { Installation } from './installation.js';

const hello = `document: { dsl: '1.0.3', namespace: test, name: hello, version: '1.0.0' }
do:
  - say: { set: { hello: '\${ .name }' } }
`;

interface Call {
  method: string;
  path: string;
  body?: object;
}

/**
 * A caller whose connections stay open, as those of most clients do. It repeats only what met the end of a connection without use: a
 * server may close such a one while a request is on its way (RFC 9112, 9.5), which a slow machine shows.
 */
class Caller {
  readonly #agent = new Agent({ keepAlive: true });
  readonly failures: string[] = [];
  answers = 0;
  #isOver = false;

  constructor(
    private readonly url: string,
    private readonly key: string,
  ) {}

  /** Calls again and again until the end. */
  async go(next: (turn: number) => Call): Promise<void> {
    for (let turn = 0; !this.#isOver; turn++) {
      const call = next(turn);
      const failure = await this.#ask(call).catch(String);
      if (failure) this.failures.push(`${call.method} ${call.path}: ${failure}`);
      else this.answers += 1;
      await sleep(5);
    }
    this.#agent.destroy();
  }

  end(): void {
    this.#isOver = true;
  }

  /** Returns the answer of a request without success. @throws Error for none */
  #ask(call: Call): Promise<string | undefined> {
    const { method, path, body } = call;
    const headers = { 'x-api-key': this.key, 'content-type': 'application/json' };
    return new Promise((resolve, reject) => {
      const asking = request(`${this.url}${path}`, { method, headers, agent: this.#agent }, (answer) => {
        const { statusCode = 0 } = answer;
        text(answer).then((body) => resolve(statusCode < 300 ? undefined : `${statusCode} ${body}`), reject);
      });
      asking.once('error', (error: NodeJS.ErrnoException) => {
        if (asking.reusedSocket && error.code === 'ECONNRESET') resolve(this.#ask(call));
        else reject(error);
      });
      asking.end(body && JSON.stringify(body));
    });
  }
}

const calls: readonly ((turn: number) => Call)[] = [
  () => ({ method: 'GET', path: '/readyz' }),
  () => ({ method: 'GET', path: '/api/v1/main/flows/hello' }),
  () => ({ method: 'POST', path: '/api/v1/main/flows/hello/runs', body: { name: 'Ann' } }),
  // Only a leader does these.
  () => ({ method: 'GET', path: '/api/v1/platform/diagnostics' }),
  (turn) => ({
    method: 'POST',
    path: '/api/v1/platform/events',
    body: { specversion: '1.0', id: `${turn}`, source: '/test', type: 'org.example.told' },
  }),
];

describe.skipIf(!(await hasServer()))('a leader that stops in order', () => {
  test('costs callers of another node no request, whatever they ask, and that node says that it is ready throughout', async () => {
    const it = new Installation(await newDatabase(), { 'flows/hello.yaml': hello });
    const { leader, member, leads } = await it.two();
    const working = calls.map((next) => {
      const caller = new Caller(member.url, it.key);
      return { caller, work: caller.go(next) };
    });
    const callers = working.map(({ caller }) => caller);
    try {
      await eventually(() => callers.every(({ answers }) => answers > 3));
      await leader.stop();
      const next = await leads;
      expect(next.url).toBe(member.url);
      const before = callers.map(({ answers }) => answers);
      await eventually(() => callers.every(({ answers }, index) => answers > (before[index] ?? 0) + 3));
    } finally {
      for (const caller of callers) caller.end();
      await Promise.all(working.map(({ work }) => work));
    }
    expect(callers.flatMap(({ failures }) => failures)).toEqual([]);
  });
});
