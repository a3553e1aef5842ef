import { watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openRepository, type Repository } from '../../../../controller/git/index.js';
import { Mirror } from '../../../../controller/git/mirror.js';
import { HttpRemote } from '../../../../controller/git/remotes/http-remote.js';
import { ada, text } from '../commits/writer-fixture.js';
import { eventually, manyFiles, temporaryFolder, WorkTree } from '../git-fixture.js';
import { serveGit } from '../git-http-server.js';

/** Git takes whatever ends so for a pack, and complains of half of one: after a kill, and while it is being written. */
const taken = /\.(idx|pack)$/;

test('Git never sees a pack that is being written', async () => {
  const { repository, seen } = await watched();
  await repository.writer.commit({
    branch: 'main',
    expected: null,
    changes: [text('a.yaml', 'a: 1\n')],
    author: ada,
    message: 'change',
  });
  await eventually(() => finished(seen));
  expect([...seen].filter((name) => taken.test(name) && !name.startsWith('pack-'))).toEqual([]);
});

test('Git never sees a pack that is being fetched', async () => {
  const { repository, seen } = await watched();
  const work = WorkTree.create();
  work.commit(manyFiles(30));
  const { origin } = await serveGit(dirname(work.dir));
  const remote = new HttpRemote(`${origin}/work/.git`, { gitDir: repository.dir });
  await new Mirror(repository, remote).refresh();
  await eventually(() => finished(seen));
  expect([...seen].filter((name) => taken.test(name) && !name.startsWith('pack-'))).toEqual([]);
});

/** A repository, and the names that were in its folder of packs since. */
async function watched(): Promise<{ repository: Repository; seen: ReadonlySet<string> }> {
  const repository = await openRepository(join(temporaryFolder(), 'repository.git'));
  const seen = new Set<string>();
  const watcher = watch(join(repository.dir, 'objects', 'pack'), (_, name) => name && seen.add(name));
  onTestFinished(() => watcher.close());
  return { repository, seen };
}

function finished(seen: ReadonlySet<string>): boolean {
  return [...seen].some((name) => /^pack-.*\.idx$/.test(name));
}
