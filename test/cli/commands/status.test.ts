import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { eventually } from '../../eventually.js';
import { serveFolder } from '../serve-folder.js';
import { flowText, greet, svc, temporaryFolder } from '../test-io.js';

let folder: string;
let url: string;

beforeEach(async () => {
  folder = temporaryFolder({
    'flows/greet.yaml': greet,
    'flows/waiting.yaml': flowText('waiting', '  - pause: { wait: { hours: 1 } }\n'),
  });
  url = await serveFolder(folder);
});

const status = (...argv: string[]) => svc(folder, ['status', ...argv]);

it('shows the server, the caller, the branch, its runs and the checks', async () => {
  await svc(folder, ['run-flow', 'waiting', '--detach']);
  const shown = await eventually(async () => {
    const outcome = await status();
    return outcome.stdout.includes('1 waiting') && outcome;
  });
  expect(shown.exitCode).toBe(0);
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const lines = shown.stdout.split('\n');
  expect(lines[0]).toBe(`server: ${url} (svc ${version})`);
  expect(lines[1]).toMatch(/^caller: \S+, admin$/);
  expect(lines[2]).toMatch(/^branch: live@\w{8}$/);
  const facts = ['ready: yes', 'runnable: yes', 'entities: 2, 0 invalid', 'runs: 1 waiting'];
  expect(lines.slice(3, 7)).toEqual(facts);
  expect(lines[7]).toMatch(/^checks: \d+ of \d+ ok$/);
});

it('without a service, it reads the folder for itself and says that none runs', async () => {
  const still = temporaryFolder({ 'svc.yaml': '', 'flows/greet.yaml': greet });
  const { exitCode, stdout } = await svc(still, ['status']);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^service: not running; `svc serve` starts it/m);
  expect(stdout).toMatch(/^branch: live@\w{8}\nready: yes\nrunnable: yes\nentities: 1, 0 invalid$/m);
});

it('a caller who may not read the checks sees the rest', async () => {
  const { apiKey } = JSON.parse(readFileSync(join(folder, '.svc/initial-admin.json'), 'utf8'));
  const answer = await fetch(`${url}/api/v1/platform/api-keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': apiKey },
    body: JSON.stringify({ name: 'reader', role: 'viewer' }),
  });
  const { key } = (await answer.json()) as { key: string };
  const { exitCode, stdout } = await svc(folder, ['status'], { env: { SVC_API_KEY: key } });
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^caller: \S*reader\S*, viewer$/m)]);
  expect(stdout).not.toContain('checks:');
});

it('invalid files make the exit code 1, and their findings are shown', async () => {
  writeFileSync(
    join(folder, 'flows/broken.yaml'),
    greet.replace('name: greet', 'name: broken').replace('set:', 'sett:'),
  );
  const found = await eventually(async () => {
    const outcome = await status();
    // It is 1 also while the branch is being read.
    return outcome.exitCode === 1 && !outcome.stdout.includes('Pending') && outcome;
  });
  expect(found.stdout).toMatch(/^ready: in part, AppliedInPart: .*flow `broken`/m);
  expect(found.stdout).toMatch(/^ {2}error: flows\/broken\.yaml:\d+:\d+ {2}/m);
  expect(JSON.parse((await status('--json')).stdout)).toMatchObject({ branch: 'live', runs: { waiting: 0 } });
});

it('--watch redraws on a terminal', async () => {
  await eventually(async () => (await status()).exitCode === 0);
  const interrupt = new AbortController();
  const { exitCode, stdout } = await svc(folder, ['status', '--watch'], {
    interrupt: interrupt.signal,
    columns: 40,
    onWrite: () => interrupt.abort(),
  });
  expect(exitCode, stdout).toBe(0);
  for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(40);
});
