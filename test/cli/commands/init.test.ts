import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { WorkTree } from '../../work-tree.js';
import { greet, svc, temporaryFolder } from '../test-io.js';

test('`svc init` writes a repository whose check has no finding and whose flow runs', async () => {
  const folder = temporaryFolder();
  const made = await svc(folder, ['init', 'automations']);
  expect(made.exitCode).toBe(0);
  expect(made.stdout).toContain('Made it a Git repository.');
  expect(made.stdout).toContain('Next:\n  cd automations\n  svc validate .\n');
  const top = join(folder, 'automations');
  expect(existsSync(join(top, '.git'))).toBe(true);
  const checked = await svc(top, ['validate', '.', '--strict']);
  expect(checked).toEqual({ exitCode: 0, stdout: '', stderr: '✓ 2 files valid\n' });
  const tested = await svc(top, ['test']);
  expect([tested.exitCode, tested.stdout]).toEqual([0, expect.stringContaining('✓ greet-ada  greet')]);
  const run = await svc(top, ['run-flow', 'flows/greet.yaml', '-p', 'name=Ada', '--json']);
  expect(run.stdout).toContain('Hello, Ada!');
}, 60_000);

test('the schemas that the editor settings name exist', async () => {
  const folder = temporaryFolder();
  await svc(folder, ['init']);
  const settings = JSON.parse(readFileSync(join(folder, '.vscode/settings.json'), 'utf8'));
  const schemas = Object.keys(settings['yaml.schemas']);
  expect(settings['yaml.schemas']['.svc/schemas/svc.json']).toContain('**/*.yaml');
  for (const schema of schemas) expect(existsSync(join(folder, schema))).toBe(true);
});

test('a file that exists stays as it is, and is listed', async () => {
  const folder = temporaryFolder({ 'README.md': 'mine\n', '.vscode/settings.json': '{}\n' });
  const { stdout } = await svc(folder, ['init', '--json']);
  const answer = JSON.parse(stdout);
  expect(answer.kept).toEqual(['README.md', '.vscode/settings.json']);
  expect(readFileSync(join(folder, 'README.md'), 'utf8')).toBe('mine\n');
  const again = JSON.parse((await svc(folder, ['init', '--json'])).stdout);
  expect(again).toMatchObject({ created: [], repository: 'present' });
});

test('the test of the example is left out where another flow has its place', async () => {
  const folder = temporaryFolder({ 'flows/greet.yaml': greet });
  const { created } = JSON.parse((await svc(folder, ['init', '--json'])).stdout);
  expect(created).not.toContain('flow-tests/greet-ada.yaml');
});

test('`--dry-run` writes nothing', async () => {
  const folder = temporaryFolder();
  const { stdout } = await svc(folder, ['init', '--dry-run']);
  expect(stdout).toContain('Would write to');
  expect(readdirSync(folder)).toEqual([]);
});

test('in a folder of a repository, Git.Path names the folder and the rest is left out', async () => {
  const work = WorkTree.create(temporaryFolder());
  work.write({ 'k8s/shop.yaml': 'kind: flows\n' });
  const { stdout } = await svc(work.dir, ['init', 'ops/svc', '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ folder: 'ops/svc', repository: 'present' });
  expect(readFileSync(join(work.dir, 'svc.yaml'), 'utf8')).toContain('Path: "ops/svc"');
  const checked = await svc(work.dir, ['validate', '.', '--strict']);
  expect(checked.stderr).toBe('1 file outside of the folder of Git.Path\n✓ 2 files valid\n');
});

test('a file in the place of the folder is refused', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'automations'), '');
  const { exitCode, stderr } = await svc(folder, ['init', 'automations']);
  expect(stderr).toContain('is a file');
  expect(exitCode).toBe(2);
});

test('`--template` adds the connection and a flow of an app, which are valid', async () => {
  const folder = temporaryFolder();
  const { stdout } = await svc(folder, ['init', '--template', 'stripe', '--template', 'jira', '--json']);
  const { created } = JSON.parse(stdout);
  expect(created).toEqual(
    expect.arrayContaining(['connections/stripe.yaml', 'flows/stripe-example.yaml', 'connections/jira.yaml']),
  );
  expect((await svc(folder, ['validate', '.'])).stderr).toContain('✓ 6 files valid');
  const other = await svc(folder, ['init', '--template', 'strpe']);
  expect([other.exitCode, other.stderr]).toEqual([2, expect.stringContaining('Did you mean `stripe`?')]);
});
