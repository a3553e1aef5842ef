import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { openRepository } from '../../../../controller/git/index.js';
import { bare, faults, text } from '../commits/writer-fixture.js';

/** Runs before each rename, as another process could. */
let before: (to: string) => void = () => undefined;

vi.mock('node:fs/promises', async (load) => {
  const real = await load<typeof import('node:fs/promises')>();
  const rename: typeof real.rename = async (from, to) => {
    before(String(to));
    await real.rename(from, to);
  };
  return { ...real, default: { ...real, rename }, rename };
});

afterEach(() => {
  before = () => undefined;
});

test.each(['.pack', '.idx'])(
  'a `git gc` that starts before the %s is in place deletes no commit',
  async (end) => {
    const made = await bare();
    await made.committed([text('b.yaml', '1')]);
    let collections = 0;
    before = (to) => {
      if (!to.endsWith(end)) return;
      collections++;
      execFileSync('git', ['-C', made.repository.dir, 'repack', '-a', '-d', '-q']);
    };
    const commit = await made.committed([text('c.yaml', '1')]);
    before = () => undefined;
    expect(collections).toBe(1);
    expect(made.git('rev-parse', 'main')).toBe(commit);
    expect(faults(made.git)).toBe('');
    expect(
      readdirSync(join(made.repository.dir, 'objects/pack')).filter((name) => name.endsWith('.keep')),
    ).toEqual([]);
  },
);

test('what a dead process left of a pack goes at the next start; packs that others keep stay', async () => {
  const made = await bare();
  const folder = join(made.repository.dir, 'objects/pack');
  await made.repository.close();
  const [whole] = readdirSync(folder).filter((name) => name.endsWith('.pack'));
  const half = `pack-${'a'.repeat(40)}`;
  const dead = `tmp_svc_${hostname()}~999999999~x~y`;
  writeFileSync(join(folder, `${half}.pack`), 'PACK');
  writeFileSync(join(folder, `${half}.keep`), dead);
  writeFileSync(join(folder, `${whole?.replace('.pack', '.keep')}`), dead);
  const theirs = `pack-${'b'.repeat(40)}.keep`;
  writeFileSync(join(folder, theirs), 'kept by the operator\n');
  await openRepository(made.repository.dir);
  const left = readdirSync(folder).filter((name) => !name.endsWith('.idx'));
  expect(left.sort()).toEqual([whole, theirs].sort());
});
