import { expect, test } from 'vitest';
import { toolCallWriter } from '../../../api/mcp/call-text.js';
import { forAgents } from '../../../api/mcp/hints.js';
import { operations } from '../../../api/operations/registry.js';
import { catalog, toHintBody } from '../../../controller/problems/index.js';

const write = toolCallWriter('main');

test.each(Object.entries(catalog).map(([code, { hint }]) => [code, hint] as const))(
  'the hint of `%s` names no REST path',
  (_code, hint) => {
    expect(forAgents(toHintBody(hint, write).text)).not.toMatch(/\/api\/v1|\b(?:GET|POST|PUT|PATCH|DELETE) /);
  },
);

test('every operation has a call of a tool, or of the page about it', () => {
  const texts = operations.map(({ name }) => write({ operation: name, arguments: {} }));
  expect(texts.filter((text) => !/^[a-z/-]+ \{.*\}$/.test(text))).toEqual([]);
});

test.each([
  ['list-entities', { branch: 'main', op: 'platform', type: 'flow' }, 'list-entities {"type": "flow"}'],
  [
    'list-entities',
    { branch: 'feature/x', op: 'platform', type: 'flow' },
    'list-entities {"type": "flow", "branch": "feature/x"}',
  ],
  ['list-backups', {}, 'list-entities {"type": "backup"}'],
  [
    'list-runs',
    { branch: 'main', flow: 'greet' },
    'list-entities {"type": "run", "filter": {"flow": "greet"}}',
  ],
  [
    'list-connection-actions',
    { branch: 'main', connection: 'shop' },
    'describe {"type": "connection", "name": "shop"}',
  ],
  [
    'write-secret',
    { path: 'shop/api', value: { token: '…' } },
    'create-entity {"type": "secret", "definition": {"path": "shop/api", "value": {"token": "…"}}}',
  ],
  [
    'retry-run',
    { branch: 'main', run: '17', revision: 'newest' },
    'control {"type": "run", "name": "17", "action": "retry", "revision": "newest"}',
  ],
  [
    'sync-branch',
    { branch: 'main', confirmPrune: true, revision: '4f1c9a27' },
    'control {"type": "branch", "name": "main", "action": "confirm", "revision": "4f1c9a27"}',
  ],
  [
    'sync-branch',
    { branch: 'main', confirmPrune: true },
    'control {"type": "branch", "name": "main", "action": "confirm", "revision": "<revision>"}',
  ],
  ['read-diagnostics', {}, 'describe {"topic": "operation.read-diagnostics"}'],
  [undefined, { propose: true }, '"propose": true'],
])('%s %j is `%s`', (operation, args, text) => {
  expect(write({ ...(operation === undefined ? {} : { operation }), arguments: args })).toBe(text);
});
