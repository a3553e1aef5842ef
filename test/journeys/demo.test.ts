import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { eventually } from '../eventually.js';
import { getProgram } from '../program.js';
import { removeFolder } from '../remove-folder.js';
import { startDemo } from './pages/running-demo.js';

// Each command is a process of its own, which takes seconds where svc is not built.
vi.setConfig({ testTimeout: 600_000 });

const svc = getProgram('cli/main');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-demo-journey-'));
});
afterAll(() => removeFolder(folder));

/** The commands that the demo prints, in their order, continued lines joined. */
function printedCommands(output: string): string[] {
  const [, steps = ''] = output.split('Next, in another terminal in ');
  const [indented] = [steps.replaceAll(/\\\n\s+/g, ' ').split('\n')];
  return indented.flatMap((line) => (/^ {4}\S/.test(line) ? [line.trim()] : []));
}

async function type(line: string) {
  // The build need not be there: the program of the tests is in its place.
  const typed = line.replaceAll(/node \S+dist\/cli\/main\.js/g, svc.map((word) => `'${word}'`).join(' '));
  const { all, exitCode } = await execa('bash', ['-c', typed], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder },
    extendEnv: false,
    reject: false,
    all: true,
    stdin: 'ignore',
  });
  expect(exitCode, `${line}\n${all}`).toBe(line.includes('o-9999') ? 1 : 0);
  return all;
}

test('each command that the demo prints works, in the order printed', async () => {
  const demo = await startDemo(join(folder, 'demo'));
  const commands = printedCommands(demo.shown());
  const shown: string[] = [];
  for (const command of commands) shown.push(await type(command));
  const [rest, run, ticket, edit, commit, refund, ask, list, answer, show, fault, ...more] = shown;

  expect(more).toEqual([]);
  expect(rest).toMatch(/"status": ?"completed"/);
  expect(run).toContain('"failed"');
  expect(ticket).toContain('"decision": "needs approval"');
  expect(edit).toBe('');
  expect(commit).toBe('');
  expect(refund).toContain('"decision": "refunded"');
  expect(ask).toMatch(/[0-9a-f-]{36}/);
  expect(list).toMatch(/Refund [\d.]+ for order o-1004\?/);
  expect(answer).toContain('completed');
  expect(show).toContain('approve-refund');
  await eventually(async () => /completed[\s\S]*refunded/.test(await type(commands[9] ?? '')));
  expect(fault).toContain('o-9999');
  const message = await eventually(() => demo.shown().split(/^ {2}alerts /m)[1]);
  expect(message).toMatch(/refund-order[\s\S]*http:\/\/\S+\/runs\/[0-9a-f-]{36}/);
});

test('the link in the terminal of the demo leads to a form that completes the task', async () => {
  const demo = await startDemo(join(folder, 'demo'));
  const [command = ''] = printedCommands(demo.shown()).filter((line) => line.includes('approve-refund'));
  await type(command.replace('o-1004', 'o-1001'));
  const link = await eventually(() => /#approvals .* (http:\S+)/.exec(demo.shown())?.[1]);

  const form = await (await fetch(link)).text();
  const fields = new URLSearchParams();
  for (const [, name = '', value = ''] of form.matchAll(
    /<input type="hidden" name="([^"]+)" value="([^"]*)"/g,
  ))
    fields.set(name, value);
  const [, name = '', value = ''] = /<button[^>]* name="([^"]+)" value="([^"]*)"[^>]*>/.exec(form) ?? [];
  fields.set(name, value);
  const answer = await fetch(link, { method: 'POST', body: fields });

  expect(answer.status, await answer.text()).toBe(200);
  const runs = await eventually(async () => {
    const text = await type(`${svc.map((word) => `'${word}'`).join(' ')} runs list --dir demo`);
    return /approve-refund\s.*completed|completed.*approve-refund/.test(text) && text;
  });
  expect(runs).toContain('approve-refund');
});
