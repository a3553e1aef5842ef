import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { PackMaintenance } from '../../../../controller/git/packs/pack-store.js';
import { type Bare, bare, faults, text } from '../commits/writer-fixture.js';
import { eventually } from '../git-fixture.js';

test('the packs of many small commits are joined, and nothing is lost', async () => {
  const made = await bare();
  for (let at = 0; at < 60; at++) await made.committed([text(`f${at % 5}.yaml`, `${at}\n`)]);
  await eventually(() => packs(made).length < 20);
  await made.repository.close();
  expect(made.git('rev-list', '--count', 'main')).toBe('61');
  expect(made.git('fsck', '--strict', '--full', '--no-progress')).toBe('');
  const items = await made.repository.history.changes(made.git('rev-parse', 'main'), ['f0.yaml']);
  expect(items).toHaveLength(12);
});

test('reading goes on while packs are joined', async () => {
  const made = await bare();
  const read: Promise<unknown>[] = [];
  for (let at = 0; at < 80; at++) {
    const commit = await made.committed([text('a.yaml', `${at}\n`)]);
    read.push(
      made.repository.history.at(commit, 'a.yaml').then((file) => `${Buffer.from(file?.content ?? [])}`),
    );
  }
  expect(await Promise.all(read)).toEqual(Array.from({ length: 80 }, (_, at) => `${at}\n`));
});

test('many packs are packed by Git, while commits go on', async () => {
  const made = await bare();
  await made.committed([text('b.yaml', '1')]);
  await made.committed([text('c.yaml', '1')]);
  const maintenance = maintain(made.repository.dir);
  const [, ...ids] = await Promise.all([
    maintenance.collect(),
    ...Array.from({ length: 10 }, (_, at) => made.committed([text(`d${at}.yaml`, '1')])),
  ]);
  expect(maintenance.note).toBeUndefined();
  expect(packs(made).length).toBeLessThanOrEqual(1 + ids.length);
  expect(made.git('rev-list', '--count', 'main')).toBe('13');
  expect(faults(made.git)).toBe('');
});

test('during a pause no packs are joined or collected, and one that is being joined is waited for', async () => {
  const { repository } = await bare();
  let joins = 0;
  let end = () => {};
  const gate = new Promise<void>((resolve) => (end = resolve));
  const write = async () => {
    joins++;
    await gate;
    return 'joined';
  };
  const maintenance = new PackMaintenance({ gitDir: repository.dir, write, manyPacks: 0 });
  const add = () => {
    for (let at = 0; at < 16; at++) maintenance.written({ name: `${at}`, entries: [] });
  };
  add();
  await eventually(() => joins === 1);
  let isPaused = false;
  const paused = maintenance.pause(async () => {
    isPaused = true;
    add();
    await maintenance.collect();
    await new Promise((resolve) => setImmediate(resolve));
    expect(joins).toBe(1);
    expect(packs({ repository } as Bare)).toEqual(before);
  });
  const before = packs({ repository } as Bare);
  await new Promise((resolve) => setImmediate(resolve));
  expect(isPaused).toBe(false);
  end();
  await paused;
  maintenance.written({ name: 'next', entries: [] });
  await eventually(() => joins === 2);
  await maintenance.close();
});

test('without the `git` program commits go on, and a note says why packs pile up', async () => {
  const made = await bare();
  await made.committed([text('b.yaml', '1')]);
  const maintenance = maintain(made.repository.dir);
  vi.stubEnv('PATH', '/nowhere');
  await maintenance.collect();
  await made.committed([text('b.yaml', '2')]);
  expect(maintenance.note).toMatch(/^2 packs wait to be joined: .* needs the `git` program/);
});

function maintain(gitDir: string): PackMaintenance {
  return new PackMaintenance({ gitDir, write: async () => '', manyPacks: 1 });
}

function packs({ repository }: Bare): string[] {
  return readdirSync(join(repository.dir, 'objects/pack')).filter((name) => name.endsWith('.pack'));
}
