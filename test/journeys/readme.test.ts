import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { getParts } from '../api/manual/guide-parts.js';
import { startDemo } from './pages/running-demo.js';
import { openTerminal, type Terminal } from './pages/terminal.js';

// Each command is a process of its own, which takes seconds where svc is not built.
vi.setConfig({ testTimeout: 600_000 });

const root = join(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const { blocks } = getParts(readme);
const shell = blocks
  .filter(({ language }) => language === 'sh')
  .map(({ text }) => text.trimEnd().split('\n'));

let terminal: Terminal;

beforeEach(() => {
  terminal = openTerminal();
});

async function succeed(line: string): Promise<string> {
  const { exitCode, shown } = await terminal.run(line);
  expect(exitCode, `${line}\n${shown}`).toBe(0);
  return shown;
}

test('its commands for the program and for the tests are those that CI runs', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const ci = readFileSync(join(root, '.ci/run'), 'utf8');

  expect(shell.slice(0, 2)).toEqual([
    ['npm ci', 'npm run demo'],
    ['npm ci', 'npm test'],
  ]);
  expect(scripts.demo).toBeDefined();
  expect(ci).toMatch(/\bnpm ci\b[\s\S]*^(?:time )?npm test\b/m);
});

test('its flow runs in the demo as it says, and the sample shows what the demo prints', async () => {
  mkdirSync(join(terminal.folder, '.svc'));
  const demo = await startDemo(join(terminal.folder, '.svc/demo'));
  const path = /Save this as `([^`]+)`/.exec(readme)?.[1] ?? 'no path';
  const yaml = blocks.find(({ language }) => language === 'yaml')?.text ?? '';

  terminal.write(path, yaml);
  const [validate = '', commit = '', run = ''] = shell[2] ?? [];
  expect(await succeed(validate)).toMatch(/files valid/);
  await succeed(commit);
  expect(await succeed(run)).toContain('"channel": "#sales"');

  const sample = /```\n\$ svc run-flow ship-orders\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const lines = sample.split('\n').filter((line) => line.trim() !== '' && line.trim() !== '…');
  expect(lines.length).toBeGreaterThan(8);
  const shown = demo.shown().split('\n').map(stable);
  for (const line of lines)
    expect(
      shown.some((each) => isShort(stable(line), each)),
      line,
    ).toBe(true);
});

test('a repository of your own needs no settings', async () => {
  const [init = '', serve = ''] = shell[3] ?? [];
  await succeed(init);
  await terminal.serve(serve);
  expect(await succeed('svc run-flow greet -p name=Ada --dir ~/automations')).toContain('Hello, Ada!');
});

/** A line without ids, times and lengths of time. */
function stable(line: string): string {
  return line
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
    .replaceAll(/@[0-9a-f]{8}/g, '@<commit>')
    .replaceAll(/[\d.]+ m?s\b/g, '<time>')
    .trim();
}

/** True when a line is the other one, with `…` in place of what the page leaves out. */
function isShort(short: string, line: string): boolean {
  const [begin = '', ...rest] = short.split('…').map((part) => part.trim());
  return line.startsWith(begin) && rest.every((part) => line.includes(part));
}
