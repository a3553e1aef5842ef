import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matches } from '../../../../controller/security/identity/access/target.js';
import {
  Access,
  type Grant,
  memberships,
  type Role,
  roles,
  type Target,
} from '../../../../controller/security/identity/index.js';

function access(role: Role, grants: Grant[], confined = false): Access {
  return new Access({ id: 'user:ada', role }, { grants, confined, teams: [] });
}

const refund: Target = { branch: 'main', type: 'flow', name: 'refund-card' };
const other: Target = { branch: 'main', type: 'flow', name: 'daily-report' };

describe('grants of teams', () => {
  test('widen a role where they match, and nowhere else', () => {
    const ada = access('viewer', [{ role: 'editor', types: ['flow'], names: ['refund-*'] }]);
    expect(ada.roleOn(refund)).toBe('editor');
    expect(ada.roleOn(other)).toBe('viewer');
    expect(ada.roleOn({ ...refund, type: 'connection' })).toBe('viewer');
  });

  test('narrow a role where they match', () => {
    const ada = access('editor', [{ role: 'viewer', branches: ['main'] }]);
    expect(ada.roleOn(refund)).toBe('viewer');
    expect(ada.roleOn({ ...refund, branch: 'feature/x' })).toBe('editor');
  });

  test('of several that match, the highest counts', () => {
    const ada = access('editor', [{ role: 'viewer' }, { role: 'operator', names: ['refund-*'] }]);
    expect([ada.roleOn(refund), ada.roleOn(other)]).toEqual(['operator', 'viewer']);
  });

  test('are the only rights of a confined member', () => {
    const ada = access('editor', [{ role: 'operator', names: ['refund-*'], branches: ['main'] }], true);
    expect(ada.roleOn(refund)).toBe('operator');
    expect(ada.roleOn(other)).toBeUndefined();
    expect(ada.roleOn({ ...refund, branch: 'staging' })).toBeUndefined();
  });

  test('never narrow an administrator', () => {
    expect(access('admin', [{ role: 'viewer' }], true).roleOn(other)).toBe('admin');
  });

  test('give nothing of users, keys, the audit log, settings and backups, even when they name them', () => {
    const reserved = ['user', 'api-key', 'audit', 'config-section', 'backup'];
    const ada = access('viewer', [{ role: 'admin', types: [...reserved, 'secret'] }]);
    for (const type of reserved) expect(ada.roleOn({ type, name: 'x' })).toBe('viewer');
    expect(ada.roleOn({ type: 'secret', name: 'crm' })).toBe('admin');
  });

  test('give entities of the installation only where they name their type', () => {
    expect(access('viewer', [{ role: 'admin' }]).roleOn({ type: 'secret', name: 'crm' })).toBe('viewer');
  });

  test('on a part of a branch are not enough for the whole of it, and less on a part narrows the whole', () => {
    const branch: Target = { branch: 'main' };
    expect(access('viewer', [{ role: 'admin', types: ['flow'] }]).roleOn(branch)).toBe('viewer');
    expect(access('editor', [{ role: 'viewer', types: ['flow'] }]).roleOn(branch)).toBe('viewer');
    expect(access('viewer', [{ role: 'admin', types: ['flow'] }]).roleOn({ ...branch, some: true })).toBe(
      'admin',
    );
  });

  test('count for users, members of the issuer and keys, each by its name', () => {
    const found = memberships([
      { name: 'a', members: ['ada', 'oidc:ada', 'api-key:ci'], grants: [{ role: 'editor' }] },
      { name: 'b', members: ['ada', 'user:ada'], confined: true },
    ]);
    expect([...found.keys()]).toEqual(['user:ada', 'oidc:ada', 'api-key:ci']);
    expect(found.get('user:ada')).toEqual({
      grants: [{ role: 'editor' }],
      confined: true,
      teams: ['a', 'b'],
    });
    expect(found.get('oidc:ada')?.confined).toBe(false);
  });
});

const word = fc.stringMatching(/^[a-c-]{1,4}$/);
const pattern = fc.stringMatching(/^[a-c*-]{1,5}$/);
const grant = fc.record(
  {
    role: fc.constantFrom(...roles),
    types: fc.array(fc.constantFrom('flow', 'connection'), { minLength: 1 }),
    names: fc.array(pattern, { minLength: 1 }),
    branches: fc.array(pattern, { minLength: 1 }),
  },
  { requiredKeys: ['role'] },
) as fc.Arbitrary<Grant>;
const target = fc.record({ branch: word, type: fc.constantFrom('flow', 'connection'), name: word });
const grants = fc.array(grant, { maxLength: 4 });

describe('laws of access', () => {
  test('what may be done with some of a branch includes what may be done with each of it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...roles), grants, fc.boolean(), target, (role, given, confined, one) => {
        const ada = access(role, given, confined);
        const exact = ada.roleOn(one);
        if (exact === undefined) return;
        expect(ada.may(exact, { branch: one.branch, type: one.type, some: true })).toBe(true);
        expect(ada.may(exact, { branch: one.branch, some: true })).toBe(true);
      }),
    );
  });

  test('what may be done with a whole type or branch may be done with each of it, unless a grant narrows it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...roles), grants, fc.boolean(), target, (role, given, confined, one) => {
        const ada = access(role, given, confined);
        const whole = ada.roleOn({ branch: one.branch, type: one.type });
        const allOfIt = given.some(({ types, names }) => types === undefined && names === undefined);
        if (whole === undefined || allOfIt) return;
        expect(ada.may(whole, one)).toBe(true);
      }),
    );
  });

  test('confinement never gives more', () => {
    fc.assert(
      fc.property(fc.constantFrom(...roles), grants, target, (role, given, one) => {
        const confined = access(role, given, true).roleOn(one);
        if (confined !== undefined) expect(access(role, given).may(confined, one)).toBe(true);
      }),
    );
  });

  test('a wildcard matches as the regular expression it stands for', () => {
    fc.assert(
      fc.property(pattern, word, (wildcard, text) => {
        const expression = new RegExp(`^${wildcard.replaceAll('*', '.*')}$`);
        expect(matches(wildcard, text)).toBe(expression.test(text));
      }),
    );
  });

  test('a hostile wildcard takes no more steps than its length times that of the name', () => {
    expect(matches('*a'.repeat(200), `${'a'.repeat(100_000)}b`)).toBe(false);
  });
});
