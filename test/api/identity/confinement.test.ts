import { expect, test } from 'vitest';
import { startWithHidden, walk } from './hidden-walk.js';

const team = {
  'teams/refunds.yaml': `kind: team
name: refunds
members: ['api-key:refunder']
confined: true
grants: [{ role: operator, types: [flow], names: ['refund-*'], branches: [main] }]
`,
};

test('a member of a team that sees some flows of one branch sees nothing else, over any read', async () => {
  const { git, headers, own, runs } = await startWithHidden(team, (service) =>
    service.service.key('refunder', 'editor'),
  );
  expect(await walk(git, headers, own, runs)).toEqual([]);
  // The same reads show everything to an administrator.
  const { adminKey } = git.service;
  expect((await walk(git, { 'x-api-key': adminKey }, own, runs)).length).toBeGreaterThan(40);
});
