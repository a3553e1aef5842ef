import { describe, expect, test } from 'vitest';
import type { Problem } from '../../../../controller/problems/index.js';
import { allowsBranch } from '../../../../controller/security/policy/branch-pattern.js';
import {
  type ConnectionVersion,
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

function policy(
  environments: Record<string, EnvironmentGrant | undefined>,
  connections: Record<string, ConnectionVersion> = {},
): SecretPolicy {
  asked = [];
  return new SecretPolicy(
    {
      branch: 'main',
      grant: async (name) => environments[name],
      connection: async (name) => connections[name],
    },
    {
      async readFirst(paths) {
        asked.push(paths);
        return { key: 'https://hook.example/the-secret-path' };
      },
    },
  );
}

const user = (branch: string, environment: string | null, secretsPrefix?: string): SecretUser => ({
  branch,
  environment,
  secretsPrefix,
});
const staging = { staging: { branches: ['feature/*'], secrets: 'staging/', hosts: [] } };

test('production reads under the prefix first, then the path as written', async () => {
  await policy({}).read(user('main', 'staging', 'staging/'), 'crm', { kind: 'read' });
  await policy({}).read(user('main', null), 'crm', { kind: 'read' });
  expect(asked).toEqual([['crm']]);
  await policy({}).read(user('main', 'staging', 'a/b'), 'crm', { kind: 'read' });
  expect(asked).toEqual([['a/b/crm', 'crm']]);
});

test('a branch that is allowed reads under the prefix of production only', async () => {
  const allowed = policy(staging);
  await allowed.read(user('feature/x', 'staging', 'production'), 'crm', { kind: 'read' });
  await allowed.read(user('feature/x', 'staging'), 'staging/crm', { kind: 'read' });
  await allowed.read(user('feature/x', 'staging'), 'stagingx/crm', { kind: 'read' });
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
  await expect(judge.read(refused, 'crm', { kind: 'read' })).rejects.toMatchObject({
    code: 'environment_not_allowed',
  });
  await expect(judge.require(refused)).rejects.toMatchObject({
    code: 'environment_not_allowed',
    hints: [expect.stringMatching(/./)],
  });
  expect(asked).toEqual([]);
});

test('an environment without a prefix allows no branch', async () => {
  const judge = policy({ staging: { branches: ['**'], secrets: undefined, hosts: [] } });
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
  const judge = policy({ odd: { branches: ['feature/*'], secrets: 'platform', hosts: [] } });
  await expect(judge.read(asker, path, { kind: 'read' })).rejects.toMatchObject({ code: 'secret_reserved' });
  expect(asked).toEqual([]);
});

test('a branch that is no longer listed stops at its next read', async () => {
  const environments: Record<string, EnvironmentGrant> = { ...staging };
  const judge = policy(environments);
  await judge.read(user('feature/x', 'staging'), 'crm', { kind: 'read' });
  environments['staging'] = { branches: [], secrets: 'staging', hosts: [] };
  await expect(judge.read(user('feature/x', 'staging'), 'crm', { kind: 'read' })).rejects.toMatchObject({
    code: 'environment_not_allowed',
  });
});

describe('the places that secrets go to', () => {
  const origin = 'https://crm.example.com';
  const open = {
    staging: { branches: ['feature/*', 'local'], secrets: 'staging', hosts: ['*.preview.example.com'] },
  };
  const crm = (baseUrl: string, more: Partial<ConnectionVersion> = {}): ConnectionVersion => ({
    name: 'crm',
    connector: 'http',
    config: { baseUrl },
    texts: {},
    destinations: [{ origin: baseUrl }],
    ...more,
  });
  const reviewed = { crm: crm(origin) };
  const uses = (connection: ConnectionVersion) => ({ kind: 'connection', connection }) as const;
  const feature = user('feature/x', 'staging');

  test.each([
    ['production', user('main', 'staging'), crm('https://elsewhere.example')],
    ['a branch whose connection is the same', feature, crm(origin)],
    ['the overlay whose connection is the same', user('local', 'staging'), crm(origin)],
  ])('are not limited for %s', async (_who, asker, connection) => {
    expect(await policy(open, reviewed).fence(asker, uses(connection))).toBeUndefined();
  });

  test.each([
    ['the address of production', crm(origin, { config: { baseUrl: origin, timeout: 5 } })],
    ['a place of `hosts`', crm('https://a.preview.example.com')],
    ['a place of `hosts`, for a new connection', crm('https://a.preview.example.com', { name: 'new' })],
  ])('of a changed connection are %s', async (_what, connection) => {
    const fence = await policy(open, reviewed).fence(feature, uses(connection));
    for (const { origin: place } of connection.destinations as { origin: string }[])
      expect(() => fence?.require(place)).not.toThrow();
    expect(() => fence?.require('https://elsewhere.example')).toThrow('elsewhere');
  });

  test.each([
    ['at another address', feature, crm('https://elsewhere.example')],
    ['without encryption', feature, crm('http://crm.example.com')],
    ['at another port', feature, crm(`${origin}:8443`)],
    ['that is new', feature, crm(origin, { name: 'new' })],
    ['of a connector that declares nothing', feature, crm(origin, { destinations: undefined })],
    ['that is a program', feature, crm(origin, { destinations: [{ program: 'curl' }] })],
    ['that the overlay changes', user('local', 'staging'), crm(origin, { config: { timeout: 5 } })],
    [
      'that the overlay adds',
      user('local', 'staging'),
      crm('https://a.preview.example.com', { name: 'new' }),
    ],
    [
      'whose description differs on the overlay',
      user('local', 'staging'),
      crm(origin, { texts: { a: 'b' } }),
    ],
  ])('are refused for a connection %s, before the secret is read', async (_which, asker, connection) => {
    const judge = policy(open, reviewed);
    await expect(judge.read(asker, 'crm', uses(connection))).rejects.toMatchObject({
      code: 'host_not_allowed',
      hints: [expect.stringContaining('`main`')],
    });
    expect(asked).toEqual([]);
  });

  test('name the field and the environment of production in the hint', async () => {
    const refused = policy(open, reviewed).fence(feature, uses(crm('https://elsewhere.example')));
    await expect(refused).rejects.toMatchObject({
      hints: [
        'Add `https://elsewhere.example` to `hosts` of the environment `staging` on `main`, or merge the change into `main`.',
      ],
    });
  });

  test.each([
    ['the same secret', reviewed.crm, true],
    ['another secret', { ...reviewed.crm, destinations: [{ secret: 'other', key: 'key' }] }, false],
  ])('of an address that is a secret are those of production for %s', async (_which, known, isAllowed) => {
    const webhook = [{ secret: 'hook', key: 'key' }];
    const production = isAllowed ? { ...known, destinations: webhook } : known;
    const judge = policy(open, { crm: { ...production, config: { timeout: 1 } } });
    const asking = judge.fence(feature, uses(crm(origin, { destinations: webhook })));
    if (isAllowed) expect((await asking)?.key).toContain('https://hook.example');
    else {
      const refusal: Problem = await asking.catch((error) => error);
      expect(refusal.code).toBe('host_not_allowed');
      expect(`${refusal.message} ${refusal.hints}`).not.toContain('hook.example');
    }
  });

  test('are those of `hosts` for the requests of a run that reads secrets', async () => {
    const judge = policy(open, reviewed);
    const fence = await judge.fence(feature, { kind: 'read' });
    expect(() => fence?.require('https://a.preview.example.com')).not.toThrow();
    expect(() => fence?.require(origin)).toThrow('the run reads secrets');
    const to = (destinations: ConnectionVersion['destinations']) =>
      judge.fence(feature, { kind: 'request', destinations });
    await expect(to([{ origin: 'https://a.preview.example.com' }])).resolves.toBeDefined();
    for (const destinations of [undefined, [{ origin }], [{ program: 'curl' }]])
      await expect(to(destinations)).rejects.toMatchObject({ code: 'host_not_allowed' });
  });

  test('of a process are not known, so that it gets none', async () => {
    const judge = policy(open, reviewed);
    await expect(judge.fence(feature, { kind: 'process' })).rejects.toMatchObject({
      code: 'host_not_allowed',
    });
    expect(await judge.fence(user('main', null), { kind: 'process' })).toBeUndefined();
  });

  test('are none for the check of a signature', async () => {
    await policy(open, {}).read(feature, 'hook', { kind: 'check' });
    expect(asked).toEqual([['staging/hook']]);
  });
});
