import { expect, test } from 'vitest';
import { eventually } from '../../../../controller/git/git-fixture.js';
import { entities } from './git-service.js';
import { pushFromOutside, RemoteService } from './remote-service.js';

const writers = 64;
const rounds = 2;
const outsiders = 8;

test('with 64 writers and a `git push` from outside, every accepted write is in the history once', async () => {
  const it = await RemoteService.start();
  const { service } = it;
  const definition = { connector: 'http', config: { baseUrl: 'http://127.0.0.1:1/' } };
  const accepted: string[] = [];
  const answers: number[] = [];
  const write = async (writer: number) => {
    for (let round = 0; round < rounds; round++) {
      const message = `writer ${writer} round ${round}`;
      const url = `${entities}/connection`;
      const query = `?message=${encodeURIComponent(message)}`;
      const answer =
        round === 0
          ? await service.call('POST', `${url}${query}`, { name: `c-${writer}`, ...definition })
          : await service.patch(`${url}/c-${writer}${query}`, { title: message });
      answers.push(answer.statusCode);
      if (answer.statusCode < 300 && answer.json().commit !== null) accepted.push(message);
    }
  };
  const work = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  const pushed: string[] = [];
  for (let count = 0; count < outsiders; count++)
    if (await pushFromOutside(it, count)) pushed.push(`outside ${count}`);
  await work;
  // Writes reported as pending reach the remote when the other writers stop.
  const pending = async () => (await service.call('GET', '/api/v1/main/cicd/sync')).json().push.pending;
  await eventually(async () => (await pending()) === 0);
  const subjects = it.remote.git('log', '--format=%s', 'main').split('\n');
  expect(new Set(answers)).toEqual(new Set([200, 201]));
  expect(accepted).toHaveLength(writers * rounds);
  expect(pushed.length).toBeGreaterThan(0);
  expect(subjects.sort()).toEqual([...accepted, ...pushed, 'first'].sort());
  expect(it.remote.git('fsck', '--strict', '--no-dangling')).toBe('');
  expect(service.git('fsck', '--strict', '--no-dangling')).toBe('');
});
