import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder, WorkTree } from '../controller/git/git-fixture.js';
import { eventually as until } from '../eventually.js';
import { ServiceProcess } from './service-process.js';

/** To run more rounds: `KILL_ROUNDS=20 npx vitest run test/journeys/write-kill.test.ts`. */
const rounds = Number(process.env['KILL_ROUNDS'] ?? 3);
const writers = 6;
const entities = '/api/v1/main/entities/platform/connection';

test('after a kill at any moment the remote has every acknowledged write, and no write twice', {
  timeout: 120_000 + rounds * 30_000,
}, async () => {
  const { service, remote, other } = start();
  const acknowledged: string[] = [];
  const pushed: string[] = [];
  for (let round = 0; round < rounds; round++) {
    await service.start();
    const before = acknowledged.length;
    const stopped = new AbortController();
    const work = Promise.all(
      Array.from({ length: writers }, (_, writer) =>
        write(service, `${round}-${writer}`, acknowledged, stopped.signal),
      ),
    );
    await until(() => acknowledged.length > before);
    if (round % 2 === 1) pushed.push(...pushFromOutside(other, round));
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 700));
    await service.kill();
    stopped.abort();
    await work;
    // A kill leaves no damaged object; the writers of the next round show that it leaves no lock.
    expect(fsck(service.file('.svc', 'repository.git'))).toBe('');
  }
  await service.start();
  await until(async () => {
    const sync = await service.request('/api/v1/main/cicd/sync');
    return ((await sync.json()) as { push: { pending: number } }).push.pending === 0;
  });
  const subjects = git(remote, 'log', '--format=%s', 'main').split('\n');
  console.log(
    `${rounds} kills, ${acknowledged.length} writes acknowledged, ${subjects.length} commits at the remote`,
  );
  expect(git(service.file('.svc', 'repository.git'), 'rev-parse', 'main')).toBe(
    git(remote, 'rev-parse', 'main'),
  );
  expect(subjects.filter((subject, at) => subjects.indexOf(subject) !== at)).toEqual([]);
  const there = new Set(subjects);
  expect([...acknowledged, ...pushed].filter((message) => !there.has(message))).toEqual([]);
  expect(fsck(remote)).toBe('');
  expect(fsck(service.file('.svc', 'repository.git'))).toBe('');
});

/** Creates an entity and changes it repeatedly, one write at a time, until the service is killed. */
async function write(
  service: ServiceProcess,
  id: string,
  acknowledged: string[],
  signal: AbortSignal,
): Promise<void> {
  for (let count = 0; !signal.aborted; count++) {
    const message = `writer ${id} write ${count}`;
    const isFirst = count === 0;
    const definition = { name: `c-${id}`, connector: 'http', config: { baseUrl: 'http://127.0.0.1:1/' } };
    const path = `${isFirst ? entities : `${entities}/c-${id}`}?message=${encodeURIComponent(message)}`;
    try {
      const answer = await service.request(path, {
        method: isFirst ? 'POST' : 'PATCH',
        body: JSON.stringify(isFirst ? definition : { title: message }),
        headers: { 'content-type': isFirst ? 'application/json' : 'application/merge-patch+json' },
      });
      if (!answer.ok) throw new Refusal(`${answer.status} ${await answer.text()}`);
      acknowledged.push(message);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      return;
    }
  }
}

class Refusal extends Error {}

function start(): { service: ServiceProcess; remote: string; other: WorkTree } {
  const folder = temporaryFolder();
  const other = WorkTree.create(join(folder, 'other'));
  other.commit({ 'environments/production.yaml': 'kind: environment\nname: production\n' }, 'first');
  const remote = join(folder, 'remote.git');
  other.git('clone', '--quiet', '--bare', other.dir, remote);
  other.git('remote', 'add', 'origin', remote);
  const service = new ServiceProcess();
  onTestFinished(() => service.dispose());
  writeFileSync(
    service.file('svc.yaml'),
    `Git: { Enabled: true, Branch: main, Remote: '${remote}', PollInterval: 3600 }\nLimits: { RequestsPerMinute: 1000000 }\n`,
  );
  return { service, remote, other };
}

/** @returns the subject, unless another writer was faster */
function pushFromOutside(other: WorkTree, round: number): string[] {
  other.git('fetch', '--quiet', 'origin');
  other.git('reset', '--quiet', '--hard', 'origin/main');
  other.commit({ 'notes.txt': `${round}\n` }, `outside ${round}`);
  try {
    other.git('push', '--quiet', 'origin', 'HEAD:main');
    return [`outside ${round}`];
  } catch {
    return [];
  }
}

function fsck(gitDir: string): string {
  return git(gitDir, 'fsck', '--strict', '--no-dangling', '--no-progress');
}

function git(gitDir: string, ...args: string[]): string {
  return execFileSync('git', ['--git-dir', gitDir, ...args], { encoding: 'utf8' }).trim();
}
