import { describe, expect, test } from 'vitest';
import { hasServer } from '../controller/storage/engines.js';
import { CalledServer, TwoNodes } from './two-nodes.js';

const flow = (name: string, metadata: string, tasks: string) =>
  `document:\n  { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0'${metadata} }\ndo:\n${tasks}`;

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe.skipIf(!(await hasServer()))('on two nodes', () => {
  test.each(['leader', 'member'])(
    'no more runs of a flow are at work than its limit, also after `kill -9` of the %s, which has some',
    async (killed) => {
      const server = await CalledServer.start(100);
      const call = `{ call: http, with: { method: get, endpoint: 'http://127.0.0.1:${server.port}/' } }`;
      const nodes = await TwoNodes.start(
        {
          'flows/few.yaml': flow(
            'few',
            ', metadata: { concurrency: 2 }',
            `  - one: ${call}\n  - two: ${call}\n  - three: ${call}\n`,
          ),
        },
        'few',
      );
      const { first, second } = nodes;
      const before = [await nodes.countEnded(first), await nodes.countEnded(second)];
      const runs = await Promise.all(
        numbers(12).map((n) => nodes.run(n % 2 === 0 ? first : second, 'few', {}, 60)),
      );
      expect(runs.map(({ status }) => status)).toEqual(numbers(12).map(() => 'completed'));
      // Each node has executed the runs that it accepted.
      expect([await nodes.countEnded(first), await nodes.countEnded(second)]).toEqual(
        before.map((count) => count + 6),
      );
      const started = await Promise.all(
        numbers(20).map((n) => nodes.run(n % 2 === 0 ? first : second, 'few', {})),
      );
      await (killed === 'leader' ? first : second).kill();
      const ids = started.map(({ id }) => id);
      const left = killed === 'leader' ? second : first;
      expect((await nodes.wait(left, ids)).map(({ status }) => status)).toEqual(ids.map(() => 'completed'));
      expect(server.maxAtOnce).toBe(2);
    },
  );

  test('no more requests are sent over a connection than its `rateLimit` allows, also after `kill -9` of a node', async () => {
    const server = await CalledServer.start(1);
    const nodes = await TwoNodes.start(
      {
        'connections/slow.yaml': `kind: connection
name: slow
connector: http
config: { baseUrl: 'http://127.0.0.1:${server.port}', rateLimit: { requests: 5, per: second } }
`,
        'flows/ask.yaml': flow('ask', '', "  - ask: { call: slow.get, with: { path: '/' } }\n"),
      },
      'ask',
    );
    const { first, second } = nodes;
    const before = [await nodes.countEnded(first), await nodes.countEnded(second)];
    const runs = await Promise.all(
      numbers(30).map((n) => nodes.run(n % 2 === 0 ? first : second, 'ask', {}, 60)),
    );
    expect(runs.map(({ status }) => status)).toEqual(numbers(30).map(() => 'completed'));
    expect([await nodes.countEnded(first), await nodes.countEnded(second)]).toEqual(
      before.map((count) => count + 15),
    );
    const started = await Promise.all(
      numbers(20).map((n) => nodes.run(n % 2 === 0 ? first : second, 'ask', {})),
    );
    await second.kill();
    const ids = started.map(({ id }) => id);
    expect((await nodes.wait(first, ids)).map(({ status }) => status)).toEqual(ids.map(() => 'completed'));
    // Five periods, but for what requests need from their turns to the server; two nodes that counted alone would need half.
    for (const [index, at] of server.begun.entries())
      expect((server.begun[index + 25] ?? Number.POSITIVE_INFINITY) - at).toBeGreaterThan(3_500);
  });

  test('an answer that a cache policy keeps at one node is given at the other, also after `kill -9` of the first', async () => {
    const server = await CalledServer.start(1);
    const nodes = await TwoNodes.start(
      {
        'connections/shop.yaml': `kind: connection
name: shop
connector: http
config: { baseUrl: 'http://127.0.0.1:${server.port}' }
`,
        'cache-policies/prices.yaml': `kind: cache-policy
name: prices
ttl: PT10M
appliesTo: [{ connection: shop }]
`,
        'flows/price.yaml': flow(
          'price',
          '',
          '  - ask: { call: shop.get, with: { path: \'${ "/" + .name }\' } }\n',
        ),
      },
      'price',
    );
    const { first, second } = nodes;
    const before = [await nodes.countEnded(first), await nodes.countEnded(second)];
    const calls = server.begun.length;
    const ask = async (node: typeof first, name: string) =>
      (await nodes.run(node, 'price', { name }, 60)).output;
    const answers = [
      await ask(second, 'a'),
      await ask(first, 'a'),
      await ask(first, 'b'),
      await ask(second, 'b'),
    ];
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[3]).toEqual(answers[2]);
    expect(server.begun.length - calls).toBe(2);
    expect([await nodes.countEnded(first), await nodes.countEnded(second)]).toEqual(
      before.map((count) => count + 2),
    );
    const last = await ask(second, 'c');
    await second.kill();
    expect(await ask(first, 'c')).toEqual(last);
    expect(server.begun.length - calls).toBe(3);
  });
});
