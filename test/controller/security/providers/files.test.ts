import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { FilesProvider } from '../../../../controller/security/providers/files/provider.js';
import { mountAtomically, temporaryFolder } from './harness.js';

let outside: string;
let folder: string;
let files: FilesProvider;

beforeEach(() => {
  outside = temporaryFolder();
  folder = join(outside, 'secrets');
  mkdirSync(folder);
  writeFileSync(join(outside, 'passwd'), 'a-value-outside');
  files = new FilesProvider(folder);
});

const findValues = async (path: string) => (await files.read(path))?.values;

test('the path of the folder itself gives the files in it, as Docker mounts secrets', async () => {
  writeFileSync(join(folder, 'db-password'), 'the-password');
  expect(await findValues('')).toEqual({ 'db-password': 'the-password' });
  expect(await files.list(10, new AbortController().signal)).toEqual(['']);
});

test('the line break after a text of one line is no part of the value', async () => {
  writeFileSync(join(folder, 'unix'), 'the-token\n');
  writeFileSync(join(folder, 'windows'), 'the-token\r\n');
  writeFileSync(join(folder, 'space'), 'the-token \n');
  writeFileSync(join(folder, 'empty'), '');
  const values = { unix: 'the-token', windows: 'the-token', space: 'the-token ', empty: '' };
  expect(await findValues('')).toEqual(values);
});

test.each(['a file', 'a folder', 'a JSON file', 'the data of a mount'])(
  'a link to %s outside of the folder is refused',
  async (what) => {
    mkdirSync(join(folder, 'crm'));
    mkdirSync(join(outside, 'folder'));
    writeFileSync(join(outside, 'folder', 'token'), 'a-value-outside');
    writeFileSync(join(outside, 'crm.json'), '{"token":"a-value-outside"}');
    if (what === 'a file') symlinkSync('../../passwd', join(folder, 'crm', 'token'));
    if (what === 'the data of a mount') symlinkSync('../../folder', join(folder, 'crm', '..data'));
    if (what === 'a JSON file') symlinkSync('../crm.json', join(folder, 'erp.json'));
    if (what === 'a folder') symlinkSync('../folder', join(folder, 'erp'));
    const path = what.startsWith('a ') && what !== 'a file' ? 'erp' : 'crm';
    const error = await files.read(path).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      code: 'secret_unusable',
      message: expect.stringContaining('outside of the folder'),
    });
    expect(String(error)).not.toContain('a-value');
  },
);

test('a folder whose name begins with that of the folder of secrets is outside', async () => {
  mkdirSync(`${folder}-old`);
  writeFileSync(join(`${folder}-old`, 'token'), 'a-value-outside');
  symlinkSync(`../secrets-old`, join(folder, 'crm'));
  await expect(files.read('crm')).rejects.toMatchObject({ code: 'secret_unusable' });
});

test('the folder of secrets may itself be a link, also one that is replaced', async () => {
  const version = (name: string) => {
    mkdirSync(join(outside, name));
    writeFileSync(join(outside, name, 'token'), `the-token-of-${name}`);
    rmSync(join(outside, 'current'), { force: true });
    symlinkSync(name, join(outside, 'current'));
  };
  version('one');
  files = new FilesProvider(join(outside, 'current'));
  expect(await findValues('')).toEqual({ token: 'the-token-of-one' });
  version('two');
  expect(await findValues('')).toEqual({ token: 'the-token-of-two' });
});

test('a mount that is replaced during reads always gives the keys of one version', async () => {
  const mount = join(folder, 'crm');
  mountAtomically(mount, { user: 'user-0', token: 'token-0' });
  let reads = 0;
  for (let version = 1; version <= 40; version++) {
    const reading = [findValues('crm'), findValues('crm')];
    mountAtomically(mount, { user: `user-${version}`, token: `token-${version}` });
    for (const values of await Promise.all([...reading, findValues('crm')])) {
      expect(values?.['user']?.slice(5)).toBe(values?.['token']?.slice(6));
      reads += 1;
    }
  }
  expect(reads).toBe(120);
});

test('a pipe and a folder between the files are no keys, and the pipe is not waited for', async () => {
  mkdirSync(join(folder, 'crm', 'deeper'), { recursive: true });
  writeFileSync(join(folder, 'crm', 'token'), 'the-token');
  writeFileSync(join(folder, 'crm', 'binary'), Buffer.from([0xff, 0xfe, 0x00]));
  writeFileSync(join(folder, 'crm', '.hidden'), 'hidden');
  execFileSync('mkfifo', [join(folder, 'crm', 'pipe')]);
  expect(await findValues('crm')).toEqual({ token: 'the-token' });
  expect(await findValues('crm/deeper')).toBeUndefined();
});

test('a JSON file gives texts, and one that is no object is refused without its content', async () => {
  writeFileSync(join(folder, 'crm.json'), '{"token":"the-token","port":5432,"list":[1],"none":null}');
  expect(await findValues('crm')).toEqual({ token: 'the-token', port: '5432', list: '[1]' });
  for (const text of [
    '"the-secret-text"',
    '["the-secret-text"]',
    'the-secret-text',
    '{"a": "the-secret-text',
  ]) {
    writeFileSync(join(folder, 'erp.json'), text);
    const error = await files.read('erp').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'secret_unusable' });
    expect(JSON.stringify(error) + String(error)).not.toContain('the-secret-text');
  }
});
