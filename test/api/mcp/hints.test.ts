import { expect, test } from 'vitest';
import { forAgents } from '../../../api/mcp/hints.js';
import { catalog } from '../../../controller/problems/catalog/index.js';

test.each(Object.entries(catalog).map(([code, { hint }]) => [code, hint]))(
  'the hint of `%s` names no REST path',
  (_code, hint) => {
    expect(forAgents(hint)).not.toMatch(/\/api\/v1|\b(?:GET|POST|PUT|PATCH|DELETE) /);
  },
);

test.each([
  [
    'List the flows with `GET /api/v1/{branch}/flows`.',
    'List the flows with `list-entities {"type": "flow"}`.',
  ],
  [
    'List the backups with `GET /api/v1/platform/entities/platform/backup`.',
    'List the backups with `list-entities {"type": "backup"}`.',
  ],
  [
    'List the actions with `GET /api/v1/{branch}/connections/{name}/actions`.',
    'List the actions with `describe {"type": "connection", "name": "<name>"}`.',
  ],
  ['Send the same request with `?propose=true`.', 'Send the same request with `propose: true`.'],
])('%s', (hint, told) => {
  expect(forAgents(hint)).toBe(told);
});
