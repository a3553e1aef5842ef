import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createExplain } from '../../../cli/commands/explain.js';
import { runCommandLine } from '../../../cli/program.js';
import { builtManual } from '../../built-manual.js';

async function explain(...args: string[]): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const printed = { stdout: '', stderr: '' };
  const exitCode = await runCommandLine([createExplain(builtManual)], ['explain', ...args], {
    stdout: { write: (text) => (printed.stdout += text) },
    stderr: { write: (text) => (printed.stderr += text) },
    stdin: Readable.from([]),
    env: {},
    cwd: '/',
    onInterrupt: () => () => undefined,
  });
  return { exitCode, ...printed };
}

test.each([
  'task.call',
  'connector.http.actions.get',
  'error.queue_full',
  'kind.trigger',
  'command.validate',
])('`svc explain %s` prints the page', async (name) => {
  const { exitCode, stdout } = await explain(name);
  expect(exitCode).toBe(0);
  expect(stdout.startsWith(builtManual().find(name)?.title ?? '-')).toBe(true);
});

test('without a topic the chapters are listed', async () => {
  const { exitCode, stdout } = await explain();
  expect(exitCode).toBe(0);
  expect(stdout).toContain('- `connector` (');
});

test.each([
  ['signature_invalid', 'error.signature_invalid'],
  ['webhook_unusable', 'error.webhook_unusable'],
  ['human-task@default', 'task.call.human-task'],
  ['function.log', 'task.call.log'],
])('`svc explain %s` prints the only page that the word can mean, %s', async (word, name) => {
  const { exitCode, stdout } = await explain(word);
  expect(exitCode).toBe(0);
  expect(stdout.startsWith(builtManual().find(name)?.title ?? '-')).toBe(true);
});

test.each([
  ['queue_ful', 'error.queue_full'],
  ['approval', 'guide.approvals'],
  ['oauth2', 'task.authentication'],
  ['Pagination', 'connector.http.actions.get'],
  ['log', 'task.call.log'],
])('a word that is no topic searches the manual: %s finds %s', async (word, name) => {
  const { exitCode, stdout, stderr } = await explain(word);
  expect(exitCode).toBe(0);
  expect(stderr).toBe(`There is no topic \`${word}\`; found:\n`);
  expect(stdout).toContain(`- \`${name}\`: `);
});

test('a word that readers use for something else leads to it, and a misspelt one is put right', async () => {
  const excel = await explain('excel');
  expect(excel.exitCode).toBe(0);
  expect(excel.stdout).toContain('Scripts in Python and containers read');
  expect(excel.stdout).toContain('- `guide.files`: ');
  const misspelt = await explain('obsrvability');
  expect(misspelt.stdout).toContain('Did you mean `observability`?');
  expect(misspelt.stdout).toContain('- `guide.operating`: ');
  const { suggestions } = JSON.parse((await explain('clickup', '--json')).stdout);
  expect(suggestions.items[0].name).toBe('app');
});

test('a word that the manual does not have ends with exit code 2', async () => {
  const { exitCode, stderr } = await explain('qqqqzzzz');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('The manual has nothing about `qqqqzzzz`');
});

test('`--json` prints the topic with the names below it', async () => {
  const { stdout } = await explain('kind.store', '--json');
  const topic = JSON.parse(stdout);
  expect(topic).toMatchObject({ name: 'kind.store', title: 'Store (kind.store)' });
  expect(topic.topics).toContain('kind.store.ttl');
});

test.each([
  [['queue', 'full'], 'error.queue_full'],
  [['task', 'call'], 'task.call'],
  [['guide', 'coming', 'from'], 'guide.coming-from'],
  [['guide/coming-from'], 'guide.coming-from'],
  [['first', 'flow'], 'guide.first-flow'],
])('`svc explain %j` prints the page that the words name together, %s', async (words, name) => {
  const { exitCode, stdout, stderr } = await explain(...words);
  expect([exitCode, stderr]).toEqual([0, '']);
  expect(stdout.startsWith(builtManual().find(name)?.title ?? '-')).toBe(true);
});

test('several words that name no page search the manual', async () => {
  const { stdout } = await explain('retry', 'after', 'an', 'error');
  expect(stdout).toContain('`guide.errors`');
});
