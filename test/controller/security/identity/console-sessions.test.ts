import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Identity, Principal } from '../../../../controller/security/identity/index.js';
import { openIdentity } from '../../../../controller/security/identity/index.js';
import { defaultSettings, type Settings } from '../../../../controller/settings/index.js';
import {
  claimDataDirectory,
  type DataDirectory,
  type Storage,
} from '../../../../controller/storage/index.js';
import { openStorage } from '../../storage/engines.js';

const minute = 60_000;
const hour = 60 * minute;

let data: DataDirectory;
let storage: Storage;
let time = Date.parse('2026-03-01T09:00:00Z');
const admin = 'user:admin';

beforeEach(async () => {
  data = claimDataDirectory(mkdtempSync(join(tmpdir(), 'svc-identity-')));
  storage = await openStorage(data.file('svc.db'));
});

afterEach(async () => {
  await storage.close();
  data.release();
  rmSync(data.path, { recursive: true });
});

function open(issuer?: string): Promise<Identity> {
  const Oidc = { Issuer: issuer, Audience: 'svc' } as NonNullable<Settings['Auth']['Oidc']>;
  const auth = { ...defaultSettings.Auth, Console: { SessionHours: 24, IdleMinutes: 60 } };
  return openIdentity(storage, data, {
    auth: issuer === undefined ? auth : { ...auth, Oidc },
    failedSignInsPerMinute: 10,
    now: () => time,
  });
}

async function begin(identity: Identity, principal?: Principal) {
  const user = principal ?? (identity.users.principal('admin') as Principal);
  return identity.consoleSessions.begin(user);
}

const rows = () => storage.db.selectFrom('console_sessions').selectAll().execute();

test('a session ends an hour after its last request, and a day after its beginning however it is used', async () => {
  const identity = await open();
  const { consoleSessions } = identity;
  const used = await begin(identity);
  const left = await begin(identity);
  const signal = identity.whileValid(used.caller, new AbortController().signal);
  for (let passed = 0; passed < 23.5 * hour; passed += hour / 2) {
    time += hour / 2;
    expect(consoleSessions.authenticate(used.token)?.principal.id).toBe(admin);
    if (passed >= hour) expect(consoleSessions.authenticate(left.token)).toBeUndefined();
  }
  expect(signal.aborted).toBe(false);
  time += hour / 2;
  expect(consoleSessions.authenticate(used.token)).toBeUndefined();
  expect(identity.whileValid(used.caller, new AbortController().signal).aborted).toBe(true);
  await begin(identity);
  expect(await rows()).toHaveLength(1);
  await identity.close();
});

test('a session goes on after a restart, from the last request', async () => {
  const before = await open();
  const { token } = await begin(before);
  time += 50 * minute;
  expect(before.consoleSessions.authenticate(token)).toBeDefined();
  await before.close();
  time += 50 * minute;
  const after = await open();
  expect(after.consoleSessions.authenticate(token)?.principal.id).toBe(admin);
  await after.close();
  time += 61 * minute;
  const late = await open();
  expect(late.consoleSessions.authenticate(token)).toBeUndefined();
  await late.close();
});

test('a session of a person of an issuer keeps its role, its groups and its scopes, and ends with the issuer', async () => {
  const person: Principal = {
    id: 'oidc:ada',
    role: 'operator',
    actor: 'person',
    groups: ['crew'],
    scopes: { flows: ['pay*'] },
  };
  const before = await open('https://login.example.com');
  const { token, caller } = await begin(before, person);
  expect(caller.principal).toBe(person);
  await before.close();
  const after = await open('https://login.example.com');
  expect(after.consoleSessions.authenticate(token)?.principal).toEqual(person);
  await after.close();
  for (const issuer of ['https://other.example.com', undefined]) {
    const changed = await open(issuer);
    expect(changed.consoleSessions.authenticate(token)).toBeUndefined();
    await changed.close();
  }
});

test('open requests of a session end with it, and with another role of its user', async () => {
  const identity = await open();
  const until = new AbortController().signal;
  await identity.users.create({ name: 'ada', role: 'editor', password: 'correct horse battery' });
  const ada = identity.users.principal('ada') as Principal;
  const first = await begin(identity, ada);
  const second = await begin(identity, ada);
  const [one, other] = [first, second].map(({ caller }) => identity.whileValid(caller, until));
  await identity.consoleSessions.end(first.caller.consoleSession?.digest ?? '');
  expect([one?.aborted, other?.aborted]).toEqual([true, false]);
  await identity.users.update('ada', () => ({ role: 'viewer' }));
  expect(other?.aborted).toBe(true);
  expect(identity.consoleSessions.authenticate(second.token)?.principal.role).toBe('viewer');
  await identity.users.remove('ada');
  await expect(begin(identity, ada)).rejects.toMatchObject({ code: 'sign_in_failed' });
  await identity.close();
});

test('a session that the database no longer has is gone after a reload, as after a restore', async () => {
  const identity = await open();
  const { token } = await begin(identity);
  await storage.db.deleteFrom('console_sessions').execute();
  await identity.reload();
  expect(identity.consoleSessions.authenticate(token)).toBeUndefined();
  await identity.close();
});
