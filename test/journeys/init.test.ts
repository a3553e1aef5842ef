import { beforeEach, expect, test, vi } from 'vitest';
import { openTerminal, type Terminal } from './pages/terminal.js';

// Each command is a process of its own, which takes seconds where svc is not built.
vi.setConfig({ testTimeout: 600_000 });

let terminal: Terminal;

beforeEach(() => {
  terminal = openTerminal();
});

/** The commands that `svc init` prints: those for this terminal, and those for another one. */
function printedSteps(shown: string): { here: string[]; there: string[] } {
  const [, here = '', there = ''] =
    /^Next:\n([\s\S]*?)^And in another terminal, in the same folder:\n([\s\S]*)/m.exec(shown) ?? [];
  const lines = (text: string) =>
    text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  return { here: lines(here), there: lines(there) };
}

async function perform(lines: readonly string[]): Promise<string> {
  let shown = '';
  for (const line of lines) {
    if (line.startsWith('svc serve')) {
      await terminal.serve(line);
      continue;
    }
    const outcome = await terminal.run(line);
    expect(outcome.exitCode, `${line}\n${outcome.shown}`).toBe(0);
    shown += `${outcome.shown}\n`;
  }
  return shown;
}

test('the steps that `svc init` prints work in their order', async () => {
  const { here, there } = printedSteps((await terminal.run('svc init automations')).shown);
  expect(here.slice(0, 2)).toEqual(['cd automations', 'svc validate .']);

  const shown = await perform([...here, ...there]);

  expect(shown).toContain('2 files valid');
  expect(shown).toContain('"message": "Hello, Ada!"');
  expect((await terminal.run('svc runs show latest')).shown).toMatch(/greet.*main@[0-9a-f]{8}/);
});

test('without an identity for commits, the steps set one and work', async () => {
  terminal.setGitConfig('[user]\n\tuseConfigOnly = true\n');
  await terminal.run('mkdir automations && cd automations');
  const { here, there } = printedSteps((await terminal.run('svc init')).shown);
  expect(here).toContain('git config user.email you@example.com');

  const shown = await perform([...here, ...there]);

  expect(shown).toContain('"message": "Hello, Ada!"');
  expect((await terminal.run('svc runs show latest')).shown).toMatch(/greet.*main@[0-9a-f]{8}/);
});

test('without a commit, the flow runs as it is in the folder, and says so', async () => {
  const { here, there } = printedSteps((await terminal.run('svc init automations')).shown);

  const shown = await perform([...here.filter((line) => !line.startsWith('git ')), ...there]);

  expect(shown).toMatch(/not committed/);
  expect(shown).toContain('"message": "Hello, Ada!"');
});

test('in a folder of a repository with other things, the steps work too', async () => {
  await terminal.run('git init --quiet shop');
  terminal.write('shop/k8s/shop.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: shop }\n');
  await terminal.run('cd shop');
  const { here, there } = printedSteps((await terminal.run('svc init ops/svc')).shown);

  const shown = await perform([...here, ...there]);

  expect(shown).toContain('"message": "Hello, Ada!"');
});
