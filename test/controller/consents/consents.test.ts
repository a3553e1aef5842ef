import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Consents, type ConsentTarget } from '../../../controller/consents/index.js';
import type { Vault } from '../../../controller/security/vault/contract.js';
import { KeyRing } from '../../../controller/security/vault/key-ring.js';
import { openVault } from '../../../controller/security/vault/vault.js';
import type { Storage } from '../../../controller/storage/index.js';
import { openStorage } from '../storage/engines.js';
import { Authority } from './authority.js';

let directory: string;
let storage: Storage;
let vault: Vault;
let authority: Authority;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'svc-consents-'));
  storage = await openStorage(join(directory, 'svc.db'));
  vault = await open(storage);
  authority = await new Authority().start();
});
afterEach(async () => {
  await authority.stop();
  await storage.close();
  rmSync(directory, { recursive: true });
});

function open(of: Storage): Promise<Vault> {
  return openVault(of, KeyRing.load({ file: join(directory, 'master.key'), ownsFile: true }));
}

function target(more: Partial<ConsentTarget['auth']> = {}): ConsentTarget {
  return {
    branch: 'main',
    connection: 'crm',
    environment: null,
    paths: ['staging/crm', 'crm'],
    key: 'refreshToken',
    auth: {
      type: 'oauth2',
      authorizationUrl: `${authority.url}/authorize`,
      tokenUrl: `${authority.url}/token`,
      clientId: 'svc',
      clientSecret: 'the-secret-of-the-client',
      scopes: ['read'],
      ...more,
    },
  };
}

/** Gives a consent whose access token has ended. */
async function give(consents: Consents, expiresIn = 1): Promise<void> {
  authority.options.expiresIn = expiresIn;
  const attempt = await consents.begin(target(), 'user:ada');
  const redirectUri = 'https://svc.example/callback';
  const there = await consents.lead(attempt, target(), { session: 'one', redirectUri });
  const { searchParams } = authority.consent(there);
  await consents.complete(target(), searchParams, { session: 'one', principal: 'user:ada' }, fetch);
  authority.options.expiresIn = 3_600;
}

function get(consents: Consents, of = target()): Promise<string> {
  return consents.getTokens(of).get({ fetch, signal: AbortSignal.timeout(60_000) });
}

const renewals = () => authority.requests.filter(({ form }) => form['grant_type'] === 'refresh_token').length;

/** Lets a renewal of a process that has ended count no more, as time does. */
async function forgetHolder(): Promise<void> {
  await storage.db.updateTable('consents').set({ held_until: 1 }).execute();
}

describe('a renewal', () => {
  test('is one for 64 calls of each of three nodes, and all get its token', async () => {
    const nodes = [0, 1, 2].map(() => new Consents({ storage, vault }));
    await give(nodes[0] as Consents);
    const calls = nodes.flatMap((node) => Array.from({ length: 64 }, () => get(node)));
    expect(new Set(await Promise.all(calls)).size).toBe(1);
    expect(renewals()).toBe(1);
  });

  test('leaves the newest versions of the secret', async () => {
    const consents = new Consents({ storage, vault });
    await give(consents);
    authority.options.expiresIn = 1;
    for (let count = 1; count < 25; count++) await get(consents);
    const versions = await vault.secrets.versions('staging/crm');
    expect(versions.map(({ version }) => version)).toEqual(
      Array.from({ length: 20 }, (_, index) => 25 - index),
    );
  });

  test('goes on when its callers leave, and its refresh token is kept', async () => {
    const consents = new Consents({ storage, vault });
    await give(consents);
    const leaving = new AbortController();
    authority.options.asked = () => leaving.abort(new Error('left'));
    const call = consents.getTokens(target()).get({ fetch, signal: leaving.signal });
    await expect(call).rejects.toThrow('left');
    await consents.close();
    const { refreshToken = '' } = await vault.secrets.read('staging/crm');
    expect(authority.refreshTokens.has(refreshToken)).toBe(true);
    await get(new Consents({ storage, vault }));
    expect(renewals()).toBe(1);
  });

  test('writes its refresh token again when the disk refuses it at first', async () => {
    await give(new Consents({ storage, vault }));
    let refusals = 2;
    const secrets = Object.create(vault.secrets) as typeof vault.secrets;
    secrets.update = (...write) => {
      if (refusals-- > 0) return Promise.reject(new Error('the disk is full'));
      return vault.secrets.update(...write);
    };
    await get(new Consents({ storage, vault: { ...vault, secrets } }));
    const { refreshToken = '' } = await vault.secrets.read('staging/crm');
    expect(authority.refreshTokens).toEqual(new Set([refreshToken]));
  });

  test('leaves a usable refresh token wherever the process ends', async () => {
    // The authority allows for lost answers: a refresh token counts until the next one is used.
    authority.options.isPatient = true;
    let steps = 0;
    for (let last = 0; ; last++) {
      await give(new Consents({ storage, vault }));
      let writes = 0;
      const dying: Storage = {
        ...storage,
        db: storage.db,
        commit: async (unit) => {
          if (writes++ >= last) throw new Error('the process has ended');
          return storage.commit(unit);
        },
      };
      const outcome = await get(new Consents({ storage: dying, vault: await open(dying) })).then(
        () => 'renewed',
        () => 'ended',
      );
      await forgetHolder();
      const token = await get(new Consents({ storage, vault }));
      expect([last, authority.accessTokens.has(token)]).toEqual([last, true]);
      steps++;
      if (outcome === 'renewed') break;
    }
    expect(steps).toBeGreaterThan(3);
  }, 60_000);

  test('whose process ended before the write ends the consent at an authority that is strict', async () => {
    await give(new Consents({ storage, vault }));
    const secrets = Object.create(vault.secrets) as typeof vault.secrets;
    secrets.update = () => Promise.reject(new Error('the process has ended'));
    await expect(get(new Consents({ storage, vault: { ...vault, secrets } }))).rejects.toThrow('ended');
    await forgetHolder();
    const other = new Consents({ storage, vault });
    await expect(get(other)).rejects.toMatchObject({ code: 'consent_required' });
    expect(await other.read(target())).toMatchObject({ status: 'ended', givenBy: 'user:ada' });
  });

  test('is made by each node by its own clock, also one that is five minutes off', async () => {
    await give(new Consents({ storage, vault }), 200);
    const ahead = new Consents({ storage, vault, now: () => Date.now() + 300_000 });
    const behind = new Consents({ storage, vault, now: () => Date.now() - 300_000 });
    const first = await get(behind);
    const second = await get(ahead);
    expect(renewals()).toBe(1);
    expect(second).not.toBe(first);
    expect(await get(behind)).toBe(second);
  });
});

describe('a refresh token', () => {
  test('that was written by hand is used, renewed, and counts for one authority and client', async () => {
    const consents = new Consents({ storage, vault });
    authority.refreshTokens.add('written-by-hand');
    await vault.secrets.put('crm', { refreshToken: 'written-by-hand', other: 'stays' });
    await get(consents);
    expect(await consents.read(target())).toMatchObject({ status: 'given', givenBy: null, secret: 'crm' });
    const { refreshToken, other } = await vault.secrets.read('crm');
    expect([other, authority.refreshTokens.has(refreshToken ?? '')]).toEqual(['stays', true]);
    for (const change of [{ tokenUrl: `${authority.url}/other` }, { clientId: 'other' }])
      await expect(get(new Consents({ storage, vault }), target(change))).rejects.toMatchObject({
        code: 'consent_required',
        message: expect.stringContaining('another token address or client'),
      });
    expect(authority.requests).toHaveLength(1);
  });

  test('that was written after the end counts again', async () => {
    const consents = new Consents({ storage, vault });
    await give(consents);
    authority.end();
    await expect(get(consents)).rejects.toMatchObject({ code: 'consent_required' });
    expect(await consents.list()).toMatchObject([{ path: 'staging/crm', endedReason: expect.any(String) }]);
    authority.refreshTokens.add('written-by-hand');
    await vault.secrets.update('staging/crm', (value) => ({ ...value, refreshToken: 'written-by-hand' }));
    expect(await consents.list()).toEqual([]);
    expect(authority.accessTokens.has(await get(consents))).toBe(true);
  });
});

test('an attempt ends after ten minutes, and a changed connection voids it', async () => {
  let now = Date.now();
  const consents = new Consents({ storage, vault, now: () => now });
  const redirectUri = 'https://svc.example/callback';
  const attempt = await consents.begin(target(), null);
  const there = await consents.lead(attempt, target(), { session: 'one', redirectUri });
  const { searchParams } = authority.consent(there);
  const by = { session: 'one', principal: 'user:ada' };
  const moved = target({ tokenUrl: 'https://evil.example/token' });
  await expect(consents.complete(moved, searchParams, by, fetch)).rejects.toMatchObject({
    code: 'consent_failed',
  });
  await expect(consents.complete(target(), searchParams, by, fetch)).rejects.toMatchObject({
    code: 'consent_failed',
  });
  const late = await consents.begin(target(), null);
  now += 601_000;
  await expect(consents.find(late.id)).rejects.toMatchObject({ code: 'consent_failed' });
  expect(authority.requests).toEqual([]);
});
