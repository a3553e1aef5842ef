import { expect, test } from 'vitest';
import { eventually } from '../../../../controller/git/git-fixture.js';
import { entities } from './git-service.js';
import { RemoteService } from './remote-service.js';

const definition = { connector: 'http', config: { baseUrl: 'http://127.0.0.1:1/' } };
const writers = 24;

test('of many writers to a branch that the remote has closed, each gets one proposal with their write alone', {
  timeout: 60_000,
}, async () => {
  const it = await closed();
  const write = async (writer: number) => {
    const message = `writer ${writer}`;
    const body = { name: `c-${writer}`, ...definition };
    const answer = await it.service.call('POST', `${entities}/connection?message=${message}`, body);
    expect([answer.statusCode, answer.json().proposal?.title], answer.body).toEqual([202, message]);
    return message;
  };
  const written = await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  expect((await it.proposed()).sort()).toEqual(written.sort());
  expect(it.service.git('rev-parse', 'main')).toBe(it.remote.head('main'));
});

test('a write on top of a declined commit is proposed together with that commit', async () => {
  const it = await closed();
  const first = it.service.git('rev-parse', 'main');
  const body = { name: 'shop', ...definition };
  const one = it.service.call('POST', `${entities}/connection?message=one`, body);
  await eventually(() => it.service.git('rev-parse', 'main') !== first);
  const flow = {
    document: { dsl: '1.0.3', namespace: 'test', name: 'buy', version: '1.0.0' },
    do: [{ ask: { call: 'shop.get', with: { path: '/' } } }],
  };
  const two = it.service.call('POST', `${entities}/flow?message=two`, flow);
  expect((await one).json().proposal, (await one).body).toMatchObject({ title: 'one' });
  expect((await two).json(), (await two).body).toMatchObject({
    proposal: { title: 'two' },
    notice: expect.stringContaining('the commits it builds on'),
  });
  expect((await it.proposed()).sort()).toEqual(['one', 'one', 'two']);
});

/** Starts a remote that declines pushes to `main` after a delay. */
async function closed() {
  const it = await RemoteService.start({ SVC_Limits__RequestsPerMinute: '1000000' });
  it.hook('while read old new ref; do case $ref in refs/heads/main) sleep 0.2; exit 1;; esac; done');
  /** The subjects of the commits of all proposals. */
  const proposed = async () => {
    await eventually(() => it.service.git('for-each-ref', 'refs/strays') === '');
    const { items } = (await it.service.call('GET', '/api/v1/platform/proposals?limit=200')).json();
    return items.flatMap(({ branch }: { branch: string }) =>
      it.service.git('log', '--format=%s', `main..${branch}`).split('\n'),
    ) as string[];
  };
  return Object.assign(it, { proposed });
}
