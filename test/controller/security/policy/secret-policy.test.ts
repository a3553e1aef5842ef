import { describe, expect, test } from 'vitest';
import { allowsBranch } from '../../../../controller/security/policy/branch-pattern.js';
import {
  type EnvironmentGrant,
  SecretPolicy,
  type SecretUser,
} from '../../../../controller/security/policy/secret-policy.js';

describe('a pattern of branches', () => {
  test.each([
    ['main', 'main', true],
    ['main', 'mains', false],
    ['Main', 'main', false],
    ['feature/*', 'feature/x', true],
    ['feature/*', 'feature/', true],
    ['feature/*', 'feature/x/y', false],
    ['feature/**', 'feature/x/y', true],
    ['*', 'staging', true],
    ['*', 'a/b', false],
    ['**', 'a/b', true],
    ['release-*-rc', 'release-1-rc', true],
    ['release-*-rc', 'release-1/2-rc', false],
    ['a.b', 'axb', false],
    ['*', 'local', false],
    ['**', 'local', false],
    ['l*', 'local', false],
    ['local', 'local', true],
    ['**', 'proposals/1', false],
    ['proposals/*', 'proposals/1', false],
    ['proposals/1', 'proposals/1', true],
    ['', '', true],
  ])('%s, for the branch %s: %s', (pattern, branch, allowed) => {
    expect(allowsBranch(pattern, branch)).toBe(allowed);
  });

  test('that is made to backtrack takes no longer than its length allows', () => {
    expect(allowsBranch(`${'**a'.repeat(60)}b`, 'a'.repeat(250))).toBe(false);
  });
});

/** Paths that a policy asked the store for. */
let asked: (readonly string[])[] = [];

function policy(environments: Record<string, EnvironmentGrant | undefined>): SecretPolicy {
  asked = [];
  return new SecretPolicy(
    { branch: 'main', grant: async (name) => environments[name] },
    {
      async readFirst(paths) {
        asked.push(paths);
        return { key: 'value' };
      },
    },
  );
}

const user = (branch: string, environment: string | null, secretsPrefix?: string): SecretUser => ({
  branch,
  environment,
  secretsPrefix,
});
const staging = { staging: { branches: ['feature/*'], secrets: 'staging/' } };

test('production reads under the prefix first, then the path as written', async () => {
  await policy({}).read(user('main', 'staging', 'staging/'), 'crm');
  await policy({}).read(user('main', null), 'crm');
  expect(asked).toEqual([['crm']]);
  await policy({}).read(user('main', 'staging', 'a/b'), 'crm');
  expect(asked).toEqual([['a/b/crm', 'crm']]);
});

test('a branch that is allowed reads under the prefix of production only', async () => {
  const allowed = policy(staging);
  await allowed.read(user('feature/x', 'staging', 'production'), 'crm');
  await allowed.read(user('feature/x', 'staging'), 'staging/crm');
  await allowed.read(user('feature/x', 'staging'), 'stagingx/crm');
  expect(asked).toEqual([['staging/crm'], ['staging/staging/crm', 'staging/crm'], ['staging/stagingx/crm']]);
});

test.each([
  ['another branch', user('other', 'staging')],
  ['the overlay', user('local', 'staging')],
  ['a proposal', user('proposals/1', 'staging')],
  ['an environment that production does not have', user('feature/x', 'mine', 'staging')],
  ['no environment', user('feature/x', null, 'staging')],
])('%s reads nothing', async (_what, refused) => {
  const judge = policy({ ...staging });
  await expect(judge.read(refused, 'crm')).rejects.toMatchObject({ code: 'environment_not_allowed' });
  await expect(judge.require(refused)).rejects.toMatchObject({
    code: 'environment_not_allowed',
    hints: [expect.stringMatching(/./)],
  });
  expect(asked).toEqual([]);
});

test('an environment without a prefix allows no branch', async () => {
  const judge = policy({ staging: { branches: ['**'], secrets: undefined } });
  await expect(judge.require(user('feature/x', 'staging'))).rejects.toMatchObject({
    code: 'environment_not_allowed',
  });
});

test.each([
  [user('main', null), 'platform/git'],
  [user('main', null), 'PLATFORM/git'],
  [user('main', 'staging', 'platform'), 'git'],
  [user('feature/x', 'odd'), 'git'],
])('no one reads a secret of the installation', async (asker, path) => {
  const judge = policy({ odd: { branches: ['feature/*'], secrets: 'platform' } });
  await expect(judge.read(asker, path)).rejects.toMatchObject({ code: 'secret_reserved' });
  expect(asked).toEqual([]);
});

test('a branch that is no longer listed stops at its next read', async () => {
  const environments: Record<string, EnvironmentGrant> = { ...staging };
  const judge = policy(environments);
  await judge.read(user('feature/x', 'staging'), 'crm');
  environments['staging'] = { branches: [], secrets: 'staging' };
  await expect(judge.read(user('feature/x', 'staging'), 'crm')).rejects.toMatchObject({
    code: 'environment_not_allowed',
  });
});
