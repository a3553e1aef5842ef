import { expect, test } from 'vitest';
import { getPath } from '../../../api/openapi/document.js';
import { routes } from '../../../api/operations/registry.js';
import { requestText } from '../../../api/rest/call-text.js';
import { commands } from '../../../cli/commands/index.js';
import { forTerminal } from '../../../cli/output/hints.js';
import { type CallHint, catalog, type Hint, toHintBody } from '../../../controller/problems/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
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

const hints = Object.entries(catalog).map(
  ([code, { hint }]) => [code, toHintBody(hint, requestText)] as const,
);

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
  const missed = routes.filter((route) => {
    const call = `${route.method} ${getPath(route)}`;
    const {
      operation: { name },
      fixed = {},
    } = route;
    const body = toHintBody(
      { text: 'Use {call}.', operation: name, arguments: { ...(fixed as JsonObject) } },
      requestText,
    );
    return findCommand(call) && !forTerminal(body).includes('`svc ');
  });
  expect(missed.map((route) => route.operation.name)).toEqual([]);
});

test('calls without a command stay as they are', () => {
  const hint = toHintBody({ text: 'List them with {call}.', operation: 'list-branches' }, requestText);
  expect(forTerminal(hint)).toBe('List them with `GET /api/v1/platform/branches`.');
});

const ofCatalog = (hint: Hint, args: JsonObject) =>
  toHintBody({ ...(hint as CallHint), arguments: { ...(hint as CallHint).arguments, ...args } }, requestText);

test.each([
  ['Send `X-API-Key: <key>`.', 'Store a key with `svc login <server>`, or set `SVC_API_KEY`.'],
  [
    ofCatalog(catalog.trigger_not_found.hint, { branch: 'main' }),
    'List the triggers with `svc triggers list -b main`.',
  ],
  [ofCatalog(catalog.trigger_not_found.hint, {}), 'List the triggers with `svc triggers list`.'],
  [
    ofCatalog(catalog.run_state_conflict.hint, { branch: 'main', run: '17' }),
    'Read the run with `svc runs show 17 -b main` to see its status.',
  ],
  [
    ofCatalog(catalog.action_failed.hint, { branch: 'main', connection: 'my shop', env: 'staging' }),
    "Test the connection with `svc connections test 'my shop' -b main -e staging`. The detail contains the answer of the server.",
  ],
  [
    toHintBody(catalog.human_task_values_invalid.hint),
    '`svc human-tasks show <id>` prints the values that the task takes.',
  ],
])('%j reads as a command', (hint, text) => {
  expect(forTerminal(hint)).toBe(text);
});
