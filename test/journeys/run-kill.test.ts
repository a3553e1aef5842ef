import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../eventually.js';
import { ServiceProcess } from './service-process.js';

/** To run more rounds: `KILL_ROUNDS=20 KILL_RUNS=200 npx vitest run test/journeys/run-kill.test.ts`. */
const rounds = Number(process.env['KILL_ROUNDS'] ?? 3);
const count = Number(process.env['KILL_RUNS'] ?? 60);
const runs = '/api/v1/live/runs';

interface Listed {
  id: string;
  status: string;
  output: { n: number } | null;
  error: unknown;
}

test('after a kill at any moment each of many runs ends once with the same output, and no finished step is repeated', {
  timeout: 180_000 + rounds * 60_000,
}, async () => {
  const stepServer = await StepServer.start();
  const service = new ServiceProcess();
  onTestFinished(() => service.dispose());
  for (const [path, content] of Object.entries(files(stepServer.port))) {
    mkdirSync(service.file(path, '..'), { recursive: true });
    writeFileSync(service.file(path), content);
  }
  const asked = Array.from({ length: count }, (_, n) => n);
  const accepted = new Map<number, string>();
  for (let round = 0; round < rounds; round++) {
    await service.start();
    const before = stepServer.calls.length;
    const starting = startRuns(service, asked, accepted);
    if (asked.length > 0) await eventually(() => stepServer.calls.length > before || asked.length === 0);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 1_500));
    await service.kill();
    await starting;
  }
  await service.start();
  await startRuns(service, asked, accepted);
  await eventually(async () => {
    const open = ['pending', 'running', 'waiting'].map((status) => list(service, `status=${status}&limit=1`));
    return (await Promise.all(open)).every(({ length }) => length === 0);
  }, 120_000);

  const ended = await list(service, 'flow=mixed&limit=200');
  expect(ended.filter(({ status }) => status !== 'completed').map(({ error }) => error)).toEqual([]);
  expect(ended.map(({ id }) => id).sort()).toEqual([...accepted.values()].sort());
  const byNumber = ended.map(({ output }) => output).sort((a, b) => Number(a?.n) - Number(b?.n));
  expect(byNumber).toEqual(
    Array.from({ length: count }, (_, n) => ({ n, script: 2 * n, mine: 1, caught: 418, looped: 3 })),
  );
  for (const flow of ['child', 'loose']) {
    expect((await list(service, `flow=${flow}&status=completed&limit=200`)).length, flow).toBe(count);
  }
  for (const { id } of ended) {
    const { items } = await get<{ items: { message: string }[] }>(service, `${runs}/${id}/logs?limit=200`);
    const ends = items.filter(({ message }) => /^run (completed|faulted|cancelled)/.test(message));
    expect(ends.map(({ message }) => message)).toEqual(['run completed']);
  }
  expect(stepServer.doneAgain).toEqual([]);
  const repeated = stepServer.calls.length - new Set(stepServer.calls).size;
  console.log(`${rounds} kills, ${count} runs, ${stepServer.calls.length} calls, ${repeated} of them again`);
});

/** The server that runs call. A call shows that all steps before it are done. */
class StepServer {
  readonly calls: string[] = [];
  /** Calls that arrived after a call of a later step of the same run. */
  readonly doneAgain: string[] = [];
  readonly #latest = new Map<string, number>();

  private constructor(readonly port: number) {}

  static async start(): Promise<StepServer> {
    const server = createServer((request, response) => {
      const isFirst = stepServer.#take(request.url ?? '');
      response.statusCode = isFirst && request.url?.includes('/flaky/') ? 503 : 200;
      response.setHeader('content-type', 'application/json');
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    const stepServer = new StepServer((server.address() as AddressInfo).port);
    return stepServer;
  }

  /** @param path `/<run>/<name>/<step>` @returns true for the first call */
  #take(path: string): boolean {
    const isFirst = !this.calls.includes(path);
    const [, run = '', name = '', step = '0'] = path.split('/');
    this.calls.push(path);
    const isBranch = name === 'left' || name === 'right';
    const line = isBranch || name === 'loose' ? `${run}/${name}` : run;
    // A step after a fork follows its branches. A run that no other run awaits has an order of its own.
    const latest = Math.max(this.#latest.get(line) ?? 0, isBranch ? (this.#latest.get(run) ?? 0) : 0);
    if (Number(step) < latest) this.doneAgain.push(path);
    else this.#latest.set(line, Number(step));
    return isFirst;
  }
}

/** Starts the remaining runs until the service is killed. */
async function startRuns(
  service: ServiceProcess,
  left: number[],
  accepted: Map<number, string>,
): Promise<void> {
  for (let n = left[0]; n !== undefined; n = left[0]) {
    try {
      const answer = await service.request('/api/v1/live/flows/mixed/runs', {
        method: 'POST',
        body: JSON.stringify({ n }),
        headers: { prefer: 'respond-async', 'idempotency-key': `run-${n}` },
      });
      expect(answer.status, await answer.clone().text()).toBeLessThan(300);
      accepted.set(n, ((await answer.json()) as { id: string }).id);
      left.shift();
    } catch (error) {
      if (error instanceof TypeError) return;
      throw error;
    }
  }
}

async function list(service: ServiceProcess, query: string): Promise<Listed[]> {
  return (await get<{ items: Listed[] }>(service, `${runs}?${query}`)).items;
}

async function get<Answer>(service: ServiceProcess, path: string): Promise<Answer> {
  return (await (await service.request(path)).json()) as Answer;
}

function files(port: number): Record<string, string> {
  const flow = (name: string, tasks: string, more = '') =>
    `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\n${more}do:\n${tasks}`;
  const call = (name: string, step: number | string) =>
    `{ call: outside.get, with: { path: '/\${ $workflow.input.n }/${name}/${step}' } }`;
  const subflow = (name: string, more = '') =>
    `{ run: { workflow: { namespace: test, name: ${name}, version: '1.0.0', input: { n: '\${ $workflow.input.n }' } }${more} } }`;
  return {
    'svc.yaml':
      'Git: { Enabled: false }\nFlows: { AllowPrivateNetworks: true }\nLimits: { RequestsPerMinute: 1000000 }\n',
    'connections/outside.yaml': `kind: connection\nname: outside\nconnector: http\nconfig: { baseUrl: 'http://127.0.0.1:${port}' }\n`,
    'stores/counts.yaml': 'kind: store\nname: counts\nschema: { type: integer }\n',
    'flows/child.yaml': flow(
      'child',
      `  - one: ${call('child', 20)}\n  - rest: { wait: PT0.1S }\n  - two: ${call('child', 21)}\n`,
    ),
    'flows/loose.yaml': flow('loose', `  - one: ${call('loose', 1)}\n  - two: ${call('loose', 2)}\n`),
    'flows/mixed.yaml': `${flow(
      'mixed',
      `  - start: ${call('main', 1)}
  - both:
      fork:
        branches:
          - left: { do: [ { one: ${call('left', 2)} }, { two: ${call('left', 3)} } ] }
          - right: { do: [ { one: ${call('right', 2)} }, { rest: { wait: PT0.05S } }, { two: ${call('right', 3)} } ] }
  - between: ${call('main', 4)}
  - count:
      call: store/counts.increment
      with: { key: 'n-\${ $workflow.input.n }' }
      export: { as: '\${ { mine: . } }' }
  - loop:
      for: { each: i, in: '\${ [5, 6, 7] }' }
      do: [ { each: ${call('loop', '${ $i }')} } ]
      export: { as: '\${ $context + { looped: 3 } }' }
  - careful:
      try: [ { flaky: ${call('flaky', 10)} } ]
      catch: { retry: { delay: PT0.05S, limit: { attempt: { count: 5 } } } }
  - rest: { wait: PT0.3S }
  - code:
      run: { script: { language: js, code: 'return args.n * 2', arguments: { n: '\${ $workflow.input.n }' } } }
      export: { as: '\${ $context + { script: . } }' }
  - letGo: ${subflow('loose', ', await: false')}
  - ask: ${subflow('child')}
  - fail:
      try: [ { raise: { raise: { error: { type: 'https://x.test/e', status: 418, title: No } } } } ]
      catch: { as: e, do: [ { keep: { set: { status: '\${ $e.status }' } } } ] }
      export: { as: '\${ $context + { caught: .status } }' }
  - end: ${call('main', 30)}
`,
    )}output: { as: '\${ { n: $workflow.input.n } + $context }' }\n`,
  };
}
