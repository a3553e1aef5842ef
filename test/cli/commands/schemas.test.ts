import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WorkTree } from '../../work-tree.js';
import { svc, temporaryFolder } from '../test-io.js';

const shop = 'kind: connection\nname: shop\nconnector: http\nconfig: { baseUrl: https://shop.example.com }\n';
const read = (folder: string, path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'));

test('svc schemas writes one schema for all files, and leads VS Code and other editors to it', async () => {
  const folder = temporaryFolder({ 'svc.yaml': '{}\n', 'connections/shop.yaml': shop });
  const { exitCode, stdout } = await svc(folder, ['schemas', '--write', '.svc/schemas']);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^Wrote \d+ schemas to \.svc\/schemas, with the actions of 1 connection\n/);
  expect(stdout).toContain('# yaml-language-server: $schema=.svc/schemas/svc.json\n');
  expect(read(folder, '.vscode/settings.json')).toEqual({
    'yaml.schemas': {
      '.svc/schemas/svc.json': ['**/*.yaml', '**/*.yml'],
      '.svc/schemas/settings.json': ['svc.yaml', 'svc.yml'],
    },
  });
  const flow = JSON.stringify(read(folder, '.svc/schemas/flow.json'));
  expect(flow).toContain('"shop.get"');
  for (const file of ['svc', 'connection', 'connectors/postgres', 'trigger'])
    expect(read(folder, `.svc/schemas/${file}.json`)).toHaveProperty('title');
  expect((await svc(folder, ['schemas', '--write', '.svc/schemas'])).stdout).toContain('leads there already');
  expect((await svc(folder, ['validate', '.'])).exitCode).toBe(0);
});

test('other editor settings stay, and a file with comments is left to its author', async () => {
  const folder = temporaryFolder({
    '.vscode/settings.json': '{"editor.tabSize":2,"yaml.schemas":{"./mine.json":"mine/*.yaml"}}',
  });
  const answer = JSON.parse((await svc(folder, ['schemas', '--write', '.svc/schemas', '--json'])).stdout);
  expect(answer).toMatchObject({ folder: '.svc/schemas', connections: 0, settings: 'written' });
  expect(answer.files).toContain('flow.json');
  expect(read(folder, '.vscode/settings.json')).toMatchObject({
    'editor.tabSize': 2,
    'yaml.schemas': { './mine.json': 'mine/*.yaml' },
  });
  writeFileSync(join(folder, '.vscode/settings.json'), '{ // mine\n}\n');
  const { stdout } = await svc(folder, ['schemas', '--write', '.svc/schemas']);
  expect(stdout).toContain('Add to it: "yaml.schemas": {".svc/schemas/svc.json"');
  expect(readFileSync(join(folder, '.vscode/settings.json'), 'utf8')).toBe('{ // mine\n}\n');
});

test('in a repository with Git.Path, the schema is for the files of that folder', async () => {
  const work = WorkTree.create(temporaryFolder());
  work.write({ 'svc.yaml': 'Git: { Path: ops/svc }\n', 'ops/svc/shop.yaml': shop, 'other/shop.yaml': shop });
  const { stdout } = await svc(work.dir, ['schemas', '--write', '.svc/schemas']);
  expect(stdout).toContain('with the actions of 1 connection\n');
  expect(stdout).toContain('$schema=../../.svc/schemas/svc.json');
  expect(read(work.dir, '.vscode/settings.json')['yaml.schemas']).toMatchObject({
    '.svc/schemas/svc.json': ['ops/svc/**/*.yaml', 'ops/svc/**/*.yml'],
  });
});

test('without --write the schemas are printed, and broken files are passed over', async () => {
  const folder = temporaryFolder({
    'a.yaml': 'kind: connection\nname: [\n',
    'b.yaml': 'kind: connection\nname: b\n',
  });
  const { exitCode, stdout } = await svc(folder, ['schemas']);
  expect([exitCode, Object.keys(JSON.parse(stdout))[0]]).toEqual([0, 'svc.json']);
});

test.each([
  ['schemas', 'Name a hidden folder'],
  ['../elsewhere', 'outside of the repository'],
])('the folder %s is refused', async (path, hint) => {
  const folder = temporaryFolder({ 'svc.yaml': '{}\n' });
  expect(await svc(folder, ['schemas', '--write', path])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining(hint),
  });
});
