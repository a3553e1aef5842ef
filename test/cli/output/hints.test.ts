import { expect, test } from 'vitest';
import { getPath } from '../../../api/openapi/document.js';
import { routes } from '../../../api/operations/registry.js';
import { commands } from '../../../cli/commands/index.js';
import { forTerminal } from '../../../cli/output/hints.js';
import { restCalls } from '../../../cli/rest-only.js';
import { catalog } from '../../../controller/problems/catalog/index.js';
import { checkLine } from '../../api/manual/program-lines.js';

/** Parts of paths whose calls have a command. */
const nouns = commands.flatMap(({ usage, names: [first] = [] }) => {
  const [name = ''] = usage.split(' ');
  return typeof first === 'object' ? [{ name, actions: first.choices }] : [];
});

/** Returns the command that a REST call has by its name: a list, one thing, or an action of one thing. */
function findCommand(call: string): string | undefined {
  const [, method = '', path = ''] = /^(\w+) (\S+)/.exec(call) ?? [];
  const parts = path.split('?')[0]?.split('/') ?? [];
  const noun = nouns.find(({ name }) => parts.includes(name));
  if (!noun) return undefined;
  const rest = parts.slice(parts.indexOf(noun.name) + 1);
  const action = method === 'GET' ? (rest[1] ?? (rest.length === 0 ? 'list' : 'show')) : rest[1];
  return action !== undefined && noun.actions.includes(action) ? `svc ${noun.name} ${action}` : undefined;
}

const hints = Object.entries(catalog).map(([code, { hint }]) => [code, hint] as const);

test.each(hints)('the hint of `%s` names no REST call that a command does', (_code, hint) => {
  const calls = [...forTerminal(hint).matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) [^`]+)`/g)];
  expect(calls.map(([, call = '']) => findCommand(call)).filter((command) => command !== undefined)).toEqual(
    [],
  );
});

test.each(hints)('the hint of `%s` names commands that exist', async (_code, hint) => {
  for (const [, line = ''] of forTerminal(hint).matchAll(/`(svc [^`]+)`/g)) {
    expect(await checkLine(line), line).toBe('known');
  }
});

test('every REST call with a command of the same name is replaced', () => {
  const calls = routes.map((route) => `${route.method} ${getPath(route)}`);
  const missed = calls.filter(
    (call) => findCommand(call) && forTerminal(`Use \`${call}\`.`).includes('/api/'),
  );
  // An approval is deliberately no act of the command line.
  expect(missed.filter((call) => !call.endsWith('/approve'))).toEqual([]);
});

test('calls without a command stay as they are', () => {
  const { branches } = restCalls;
  const hint = `List them with \`${branches?.method} ${branches?.path}\`.`;
  expect(forTerminal(hint)).toBe(hint);
});

test.each([
  [
    '`GET /api/v1/live/flows/greet/context` shows what it takes.',
    '`svc flows show greet` shows what it takes.',
  ],
  ['Send `X-API-Key: <key>`.', 'Store a key with `svc login <server>`, or set `SVC_API_KEY`.'],
  [catalog.trigger_not_found.hint, 'List the triggers with `svc triggers list`.'],
  [
    catalog.human_task_values_invalid.hint,
    '`svc human-tasks show <id>` prints the values that the task takes.',
  ],
])('%s', (hint, told) => {
  expect(forTerminal(hint)).toBe(told);
});
