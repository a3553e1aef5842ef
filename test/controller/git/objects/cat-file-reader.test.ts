import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { BatchOutput } from '../../../../controller/git/objects/cat-file-output.js';
import { CatFileReader } from '../../../../controller/git/objects/cat-file-reader.js';
import { InProcessReader } from '../../../../controller/git/objects/object-reader.js';
import { eventually, manyFiles, WorkTree } from '../git-fixture.js';

test('reads with one process, and with a new one after that was killed', async () => {
  const { reader, ids } = repository();
  await reader.read(ids);
  const first = reader.pid;
  await reader.read(ids);
  expect(reader.pid).toBe(first);
  process.kill(first ?? 0, 'SIGKILL');
  expect((await reader.read(ids)).size).toBe(ids.length);
  await eventually(() => reader.pid !== undefined && reader.pid !== first);
});

test('a process that is killed in the middle of reading costs no answer', async () => {
  const { reader, ids } = repository(500);
  for (let round = 0; round < 5; round++) {
    const reads = [reader.read(ids), reader.read(ids.toReversed())];
    process.kill(reader.pid ?? 0, 'SIGKILL');
    for (const found of await Promise.all(reads)) expect(found.size).toBe(ids.length);
  }
});

test('no process is left when it is closed', async () => {
  const { reader, ids } = repository();
  await reader.read(ids);
  const { pid = 0 } = reader;
  expect(isRunning(pid)).toBe(true);
  await reader.close();
  expect(isRunning(pid)).toBe(false);
});

test('a read that goes on while it is closed is answered in process', async () => {
  const { reader, ids } = repository();
  const read = reader.read(ids);
  await reader.close();
  expect((await read).size).toBe(ids.length);
});

test('without the `git` program all is read in process', async () => {
  const { reader, ids } = repository();
  vi.stubEnv('PATH', '/nowhere');
  expect((await reader.read(ids)).size).toBe(ids.length);
  expect(reader.pid).toBeUndefined();
});

test('settings of the user and replaced objects change nothing', async () => {
  const { work, reader, ids } = repository();
  const [one = '', other = ''] = ['index: 1\n', 'index: 2\n'].map((end) => getBlob(work, end));
  work.git('replace', one, other);
  vi.stubEnv('GIT_DIR', '/nowhere');
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/nowhere');
  vi.stubEnv('GIT_OBJECT_DIRECTORY', '/nowhere');
  const found = await reader.read(ids);
  expect(Buffer.from(found.get(one)?.content ?? []).toString()).toContain('index: 1\n');
});

test('the output is understood wherever the chunks end', () => {
  const id = 'a'.repeat(40);
  const output = Buffer.from(`${id} blob 3\nabc\n${id} missing\n${id} tree 0\n\n${id} blob 2\n\n\n\n`);
  for (let size = 1; size <= output.length; size++) {
    const parser = new BatchOutput();
    const answers = [];
    for (let at = 0; at < output.length; at += size)
      answers.push(...parser.push(output.subarray(at, at + size)));
    expect(answers.map((answer) => answer && `${answer.type} ${Buffer.from(answer.content)}`)).toEqual([
      'blob abc',
      undefined,
      'tree ',
      'blob \n\n',
    ]);
  }
});

test('an object too large to hold is passed over', () => {
  const id = 'a'.repeat(40);
  const parser = new BatchOutput();
  const size = 600 * 2 ** 20;
  const chunk = Buffer.alloc(2 ** 20);
  expect([...parser.push(Buffer.from(`${id} blob ${size}\n`))]).toEqual([]);
  for (let filled = 0; filled < size; filled += chunk.length) expect([...parser.push(chunk)]).toEqual([]);
  expect([...parser.push(Buffer.from(`\n${id} blob 1\nx\n`))]).toHaveLength(2);
});

test.each([
  'fatal: no\n',
  `${'a'.repeat(40)} blob x\n`,
  `${'a'.repeat(300)}`,
  `${'a'.repeat(40)} blob 1\nabc`,
])('output that is none of cat-file is refused: %j', (text) => {
  expect(() => [...new BatchOutput().push(Buffer.from(text))]).toThrow('unexpected');
});

function repository(files = 100): { work: WorkTree; reader: CatFileReader; ids: string[] } {
  const work = WorkTree.create();
  work.commit(manyFiles(files));
  const gitDir = join(work.dir, '.git');
  const reader = new CatFileReader(gitDir, new InProcessReader(gitDir));
  onTestFinished(() => reader.close());
  const lines = work.git('rev-list', '--objects', '--all').split('\n');
  return { work, reader, ids: lines.map((line) => line.slice(0, 40)) };
}

function getBlob(work: WorkTree, end: string): string {
  const index = /\d+/.exec(end)?.[0];
  return work.git('rev-parse', `HEAD:environments/0/env-${index}.yaml`);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
