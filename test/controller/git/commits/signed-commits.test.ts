import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openRepository } from '../../../../controller/git/index.js';
import { withSignature } from '../../../../controller/git/objects/signed-commit.js';
import { temporaryFolder } from '../git-fixture.js';

const author = { name: 'Ada', email: 'ada@example.com' };
const signer = { sign: async (commit: Buffer) => withSignature(commit, 'the signature\nof svc') };

async function open() {
  const repository = await openRepository(join(temporaryFolder(), 'repository.git'), { signer });
  const isSigned = async (id: string) => {
    const { content = Buffer.alloc(0) } = (await repository.objects.read([id])).get(id) ?? {};
    return Buffer.from(content).includes('\ngpgsig the signature\n of svc\n\n');
  };
  const commit = async (path: string, change?: null) => {
    const tip = await repository.resolveRef('main');
    const outcome = await repository.writer.commit({
      branch: 'main',
      changes: [{ path, content: Buffer.from(path) }],
      author,
      message: path,
      expected: tip ?? null,
      ...(change === null ? { change } : {}),
    });
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.refusal));
    return outcome.commit;
  };
  return { repository, isSigned, commit };
}

test('svc signs its commits and still knows them as its own; those of others, written again, it does not sign', async () => {
  const { repository, isSigned, commit } = await open();
  const own = await commit('a.yaml');
  expect(await isSigned(own)).toBe(true);
  expect((await repository.readCommit(own)).change).toBeDefined();
  const foreign = await commit('b.yaml', null);
  expect(await isSigned(foreign)).toBe(false);
  expect((await repository.readCommit(foreign)).change).toBeUndefined();
});

test('svc does not sign on top of a commit that it does not trust, so that no signature vouches for that commit', async () => {
  const { repository, isSigned, commit } = await open();
  const first = await commit('a.yaml');
  repository.signOnlyOn(async (id) => id !== first);
  const onTop = await commit('b.yaml');
  expect(await isSigned(onTop)).toBe(false);
  const outcomes = await repository.writer.buildOn(
    first,
    ['c.yaml', 'd.yaml'].map((path) => ({
      changes: [{ path, content: Buffer.from(path) }],
      author,
      message: path,
    })),
  );
  for (const outcome of outcomes) expect(outcome.ok && (await isSigned(outcome.commit))).toBe(false);
  repository.signOnlyOn(async (id) => id === onTop);
  const [again, after] = await repository.writer.buildOn(
    onTop,
    ['c.yaml', 'd.yaml'].map((path) => ({
      changes: [{ path, content: Buffer.from(path) }],
      author,
      message: path,
    })),
  );
  expect(again?.ok && (await isSigned(again.commit))).toBe(true);
  expect(after?.ok && (await isSigned(after.commit))).toBe(true);
});
