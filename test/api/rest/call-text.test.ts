import { expect, test } from 'vitest';
import { requestText } from '../../../api/rest/call-text.js';

test.each([
  ['list-entities', { branch: 'main', op: 'platform', type: 'flow' }, 'GET /api/v1/main/flows'],
  [
    'list-entities',
    { branch: 'main', op: 'platform', type: 'skill' },
    'GET /api/v1/main/entities/platform/skill',
  ],
  ['list-runs', { branch: 'feature/x', flow: 'greet' }, 'GET /api/v1/feature%2Fx/runs?flow=greet'],
  [
    'run-flow',
    { branch: 'main', flow: 'greet', parameters: { name: 'Ada' } },
    'POST /api/v1/main/flows/greet/runs {"name": "Ada"}',
  ],
  ['read-proposal', {}, 'GET /api/v1/platform/proposals/{id}'],
  [
    'update-secret',
    { path: 'shop/api', value: { token: '…' } },
    'PATCH /api/v1/platform/secrets/shop%2Fapi {"value": {"token": "…"}}',
  ],
  ['sync-branch', { branch: 'main', confirmPrune: true }, 'POST /api/v1/main/cicd/sync?confirmPrune=true'],
  ['batch-runs', { branch: 'main', action: 'cancel' }, 'POST /api/v1/main/runs:batch {"action": "cancel"}'],
  [
    'open-session',
    { username: 'ada', password: '…' },
    'POST /api/v1/platform/auth/session {"username": "ada", "password": "…"}',
  ],
])('%s %j is `%s`', (operation, args, text) => {
  expect(requestText({ operation, arguments: args })).toBe(text);
});

test('arguments for the call that failed are a part of its query', () => {
  expect(requestText({ arguments: { propose: true } })).toBe('?propose=true');
});
