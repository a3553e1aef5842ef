import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { eventually } from '../../eventually.js';
import { WorkTree } from '../../work-tree.js';
import { svc, temporaryFolder } from '../test-io.js';

const shop = 'kind: connection\nname: shop\nconnector: http\nconfig: { baseUrl: https://shop.example.com }\n';
const schemas = '.svc/schemas';
const flowSchema = (folder: string) => readFileSync(join(folder, schemas, 'flow.json'), 'utf8');
const knows = (folder: string, call: string) => flowSchema(folder).includes(`"${call}"`);

/** A repository of `svc init`, with everything committed. */
async function repository(): Promise<WorkTree> {
  const folder = temporaryFolder();
  await svc(folder, ['init']);
  const work = new WorkTree(folder);
  work.commit({}, 'first');
  return work;
}

test('the schemas of `svc init` are not committed, and come back in a clone', async () => {
  const work = await repository();
  expect(work.git('ls-files')).not.toContain('schemas');
  expect(existsSync(join(work.dir, schemas, 'svc.json'))).toBe(true);
  const clone = temporaryFolder();
  work.git('clone', '--quiet', work.dir, clone);
  expect((await svc(clone, ['validate', '.'])).exitCode).toBe(0);
  expect(existsSync(join(clone, schemas, 'svc.json'))).toBe(true);
  expect(new WorkTree(clone).git('status', '--porcelain')).toBe('');
});

test('a new connection is known after `svc validate`, and nothing is written again without a change', async () => {
  const { dir } = await repository();
  expect(knows(dir, 'shop.get')).toBe(false);
  mkdirSync(join(dir, 'connections'));
  writeFileSync(join(dir, 'connections/shop.yaml'), shop);
  await svc(dir, ['validate', '.']);
  expect(knows(dir, 'shop.get')).toBe(true);
  const written = () => statSync(join(dir, schemas, 'flow.json')).ino;
  const before = written();
  await svc(dir, ['validate', '.']);
  expect(written()).toBe(before);
  expect(readdirSync(join(dir, schemas)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

test('a part of the files changes nothing, as connections would be missing', async () => {
  const { dir } = await repository();
  mkdirSync(join(dir, 'connections'));
  writeFileSync(join(dir, 'connections/shop.yaml'), shop);
  await svc(dir, ['validate', '.']);
  await svc(dir, ['validate', 'flows']);
  await svc(dir, ['validate', 'flows/greet.yaml']);
  expect(knows(dir, 'shop.get')).toBe(true);
});

test('a repository whose editors read other schemas gets none', async () => {
  const folder = temporaryFolder({ 'connections/shop.yaml': shop, 'svc.yaml': '' });
  await svc(folder, ['validate', '.']);
  expect(existsSync(join(folder, '.svc'))).toBe(false);
});

test('schemas that Git has stay as they are, which a note says', async () => {
  const work = await repository();
  work.git('add', '--force', schemas);
  work.commit({}, 'schemas');
  work.write({ 'connections/shop.yaml': shop });
  const { exitCode, stderr } = await svc(work.dir, ['validate', '.']);
  expect(exitCode).toBe(0);
  expect(stderr).toContain('The schemas of the editor stay as they are: .svc/schemas is in Git');
  expect(knows(work.dir, 'shop.get')).toBe(false);
});

test('a link in the place of the folder is not followed', async () => {
  const { dir } = await repository();
  const elsewhere = temporaryFolder();
  rmSync(join(dir, schemas), { recursive: true });
  symlinkSync(elsewhere, join(dir, schemas));
  const { exitCode, stderr } = await svc(dir, ['validate', '.']);
  expect(exitCode).toBe(0);
  expect(stderr).toContain('The schemas of the editor stay as they are');
  expect(readdirSync(elsewhere)).toEqual([]);
});

test('a link in the place of a file is replaced, and its target stays', async () => {
  const { dir } = await repository();
  const mine = join(temporaryFolder({ 'mine.json': 'mine' }), 'mine.json');
  rmSync(join(dir, schemas, 'flow.json'));
  symlinkSync(mine, join(dir, schemas, 'flow.json'));
  await svc(dir, ['validate', '.']);
  expect(readFileSync(mine, 'utf8')).toBe('mine');
  expect(flowSchema(dir)).toContain('callFunction');
});

// The administrator of the machine may write everywhere.
test.skipIf(process.getuid?.() === 0)('a folder that cannot be written is no error', async () => {
  const { dir } = await repository();
  mkdirSync(join(dir, 'connections'));
  writeFileSync(join(dir, 'connections/shop.yaml'), shop);
  chmodSync(join(dir, schemas), 0o500);
  const { exitCode, stderr } = await svc(dir, ['validate', '.']);
  chmodSync(join(dir, schemas), 0o700);
  expect(exitCode).toBe(0);
  expect(stderr).toContain('The schemas of the editor stay as they are');
});

test('a call of a connection that is not there yet is no error for the editor, a wrong action of one that is there is', async () => {
  const { dir } = await repository();
  const isRight = (call: string) => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const path of readdirSync(join(dir, schemas, 'connectors')))
      ajv.addSchema(
        JSON.parse(readFileSync(join(dir, schemas, 'connectors', path), 'utf8')),
        `connectors/${path}`,
      );
    const document = { dsl: '1.0.3', namespace: 'test', name: 'a', version: '1.0.0' };
    return ajv.validate(JSON.parse(flowSchema(dir)), {
      document,
      do: [{ ask: { call, with: { path: '/x' } } }],
    });
  };
  expect(isRight('gh.commentIssue')).toBe(true);
  mkdirSync(join(dir, 'connections'));
  writeFileSync(join(dir, 'connections/shop.yaml'), shop);
  await svc(dir, ['validate', '.']);
  expect(isRight('gh.commentIssue')).toBe(true);
  expect(isRight('shop.get')).toBe(true);
  expect(isRight('shop.gte')).toBe(false);
});

test('`svc serve` follows commits and edits of the folder', async () => {
  const work = await repository();
  const stop = new AbortController();
  const serving = svc(work.dir, ['serve', '--dir', '.', '--port', '0', '--json'], { interrupt: stop.signal });
  try {
    await eventually(() => existsSync(join(work.dir, '.svc/svc.db')));
    work.commit({ 'connections/shop.yaml': shop }, 'shop');
    await eventually(() => knows(work.dir, 'shop.get'));
  } finally {
    stop.abort();
    expect((await serving).exitCode).toBe(0);
  }
  expect(work.git('status', '--porcelain')).toBe('');
}, 120_000);
