import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FileDescription } from '../../../../../controller/connectors/index.js';
import { FileFolder } from '../../../../../controller/runs/effects/files/file-folder.js';
import { FileSweep } from '../../../../../controller/runs/effects/files/file-sweep.js';
import { RunFiles } from '../../../../../controller/runs/effects/files/run-files.js';
import type { Storage } from '../../../../../controller/storage/index.js';
import { eventually } from '../../../../eventually.js';
import { openStorage } from '../../../storage/engines.js';

let directory: string;
let storage: Storage;
let folder: FileFolder;
let files: RunFiles;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'svc-files-'));
  storage = await openStorage(join(directory, 'svc.db'));
  folder = new FileFolder(join(directory, 'files'));
  files = runFiles();
});
afterEach(async () => {
  await storage.close();
  rmSync(directory, { recursive: true });
});

const runFiles = (limits = { file: 1_000_000, filesPerRun: 3 }) =>
  new RunFiles({ storage, folder, limits, sealing: { mask: (text) => text.replaceAll('hunter2', '***') } });
const never = new AbortController().signal;
const of = (run: string, key = `${run}:/do/0`) => files.of(run, key, never);
const stored = () =>
  readdirSync(join(directory, 'files', 'runs'), { recursive: true })
    .map(String)
    .sort();
const incoming = () => readdirSync(join(directory, 'files', 'incoming'));
const readAs = async (run: string, description: FileDescription) =>
  String(await buffer((await of(run).open({ ...description })).read()));

async function addRun(id: string, parent: string | null = null): Promise<void> {
  const fixed = {
    flow: 'f',
    branch: 'main',
    revision: 'r',
    status: 'running',
    trigger: 'api',
    principal: 'u',
  };
  const row = { ...fixed, id, input: '{}', created_at: 1, closure: 'c', parent_run_id: parent };
  await storage.db
    .insertInto('runs')
    .values(row as never)
    .execute();
}

test('a stream becomes a file with its size and digest, and its parts can be read', async () => {
  const content = Buffer.alloc(300_000, 'abc');
  const about = { name: 'export/a b.csv', type: 'text/csv' };
  const description = await of('run').write(
    about,
    Readable.from([content.subarray(0, 7), content.subarray(7)]),
  );
  const sha256 = createHash('sha256').update(content).digest('hex');
  expect(description).toEqual({
    file: expect.any(String),
    name: 'a b.csv',
    type: 'text/csv',
    size: 300_000,
    sha256,
  });
  const opened = await of('run').open({ ...description });
  expect(opened.about).toEqual(description);
  expect(await buffer(opened.read())).toEqual(content);
  expect(String(await buffer(opened.read({ start: 3, end: 5 })))).toBe('abc');
  expect(await files.list('run')).toEqual([{ ...description, createdAt: expect.stringMatching(/Z$/) }]);
  expect(incoming()).toEqual([]);
});

test('a repeated step replaces its files', async () => {
  const first = await of('run').write({ name: 'a' }, Readable.from(['one']));
  const second = await of('run').write({ name: 'a' }, Readable.from(['two!']));
  expect(second.file).toBe(first.file);
  expect(await readAs('run', first)).toBe('two!');
  const step = of('run', 'run:/do/1');
  const ids = [
    await step.write({ name: 'a' }, Readable.from([])),
    await step.write({ name: 'a' }, Readable.from([])),
  ];
  expect(new Set([first, ...ids].map(({ file }) => file)).size).toBe(3);
});

test('a file beyond the limit leaves nothing behind', async () => {
  files = runFiles({ file: 5, filesPerRun: 3 });
  const source = Readable.from(['1234', '56', 'never read']);
  await expect(of('run').write({ name: 'a' }, source)).rejects.toMatchObject({
    status: 413,
    code: 'file_too_large',
  });
  expect(source.destroyed).toBe(true);
  expect([stored(), incoming(), await files.list('run')]).toEqual([[], [], []]);
});

test('a run has no more files than the limit, those being written counted', async () => {
  const streams = Array.from({ length: 5 }, () => new PassThrough());
  const step = of('run');
  const written = streams.map((stream) => step.write({ name: 'a' }, stream));
  for (const stream of streams) stream.end('x');
  const settled = await Promise.allSettled(written);
  const refused = settled.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(settled.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(3);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'file_count_limit' });
  expect((await files.list('run')).length).toBeLessThanOrEqual(3);
});

test('a cancelled step and a stream that fails leave nothing behind', async () => {
  const cancelled = new AbortController();
  const endless = new PassThrough();
  const writing = files.of('run', 'k', cancelled.signal).write({ name: 'a' }, endless);
  endless.write('x');
  await eventually(() => existsSync(join(directory, 'files', 'incoming')) && incoming().length === 1);
  cancelled.abort(new Error('the run was cancelled'));
  await expect(writing).rejects.toThrow('the run was cancelled');
  expect(endless.destroyed).toBe(true);
  const broken = Readable.from(
    (async function* () {
      yield 'x';
      throw new Error('the server went away');
    })(),
  );
  await expect(of('run').write({ name: 'a' }, broken)).rejects.toThrow('the server went away');
  expect([stored(), incoming()]).toEqual([[], []]);
});

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\temp\\a.csv', 'a.csv'],
  ['..', '_'],
  ['', 'file'],
  ['.bashrc', '_bashrc'],
  ['a\u202Egpj.exe\n', 'a_gpj.exe_'],
  ['of hunter2.txt', 'of ___.txt'],
  ['ä'.repeat(200), 'ä'.repeat(127)],
])('the name %j is kept as %j', async (given, kept) => {
  expect((await of('run').write({ name: given }, Readable.from([]))).name).toBe(kept);
});

test.each([
  ['text/csv; charset=utf-8', 'text/csv; charset=utf-8'],
  ['text/html\r\nx: y', 'application/octet-stream'],
  [undefined, 'application/octet-stream'],
  ['anything', 'application/octet-stream'],
])('the media type %j is kept as %j', async (type, kept) => {
  expect((await of('run').write({ name: 'a', type }, Readable.from([]))).type).toBe(kept);
});

test('the runs above and below a run read its files, and no other run does', async () => {
  await addRun('top');
  await addRun('left', 'top');
  await addRun('right', 'top');
  await addRun('other');
  const description = await of('left').write({ name: 'a' }, Readable.from(['shared']));
  for (const run of ['top', 'left', 'right']) expect(await readAs(run, description)).toBe('shared');
  await expect(of('other').open({ ...description })).rejects.toMatchObject({
    status: 404,
    code: 'file_not_found',
  });
  await expect(files.find('top', description.file)).rejects.toMatchObject({ code: 'file_not_found' });
});

test.each([null, 'text', {}, { file: 7 }])('%j is no description of a file', async (value) => {
  await expect(of('run').open(value)).rejects.toMatchObject({ kind: 'validation' });
});

test('the files of a run that is retried are kept for the new one', async () => {
  const description = await of('old').write({ name: 'a' }, Readable.from(['kept']));
  await storage.commit(await files.takeOver('old', 'new'));
  await folder.removeRun('old');
  expect(await readAs('new', description)).toBe('kept');
});

test('a link in place of a file is not followed', async () => {
  const description = await of('run').write({ name: 'a' }, Readable.from(['x']));
  const path = join(directory, 'files', 'runs', 'run', description.file);
  writeFileSync(join(directory, 'secret'), 'secret');
  rmSync(path);
  symlinkSync(join(directory, 'secret'), path);
  await expect(readAs('run', description)).rejects.toMatchObject({ code: 'ELOOP' });
});

test('a start removes what was half written, and the sweep the files of runs that are gone', async () => {
  await addRun('run');
  const description = await of('run').write({ name: 'a' }, Readable.from(['x']));
  writeFileSync(join(directory, 'files', 'incoming', 'half'), 'x');
  const gone = join(directory, 'files', 'runs', 'gone');
  mkdirSync(gone);
  utimesSync(gone, new Date(0), new Date(0));
  mkdirSync(join(directory, 'files', 'runs', 'young'));
  folder = new FileFolder(join(directory, 'files'));
  await folder.open();
  expect(incoming()).toEqual([]);
  expect(await new FileSweep({ storage, folder, report: (error) => expect.fail(String(error)) }).step()).toBe(
    false,
  );
  expect(stored()).toEqual(['run', join('run', description.file), 'young']);
});
