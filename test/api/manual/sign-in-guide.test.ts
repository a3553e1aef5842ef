import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { Oidc, type OidcSettings } from '../../../controller/security/identity/tokens/oidc.js';
import { schema } from '../../../schemas/index.js';
import { Issuer } from '../identity/issuer.js';
import { guides } from './guide-parts.js';

const settings = guides()
  .filter(({ name }) => name === 'sign-in')
  .flatMap(({ blocks }) => blocks)
  .filter(({ text }) => text.startsWith('# svc.yaml'))
  .map(({ text }) => parse(text).Auth.Oidc as OidcSettings);

let issuer: Issuer;
beforeAll(async () => {
  issuer = await Issuer.start();
});
afterAll(() => issuer.stop());

/** Returns the caller of a token, by the settings of the guide with another issuer and the defaults of the rest. */
async function getCaller(provider: 'login.example.com' | 'login.microsoftonline.com', claims: object) {
  const found = settings.find(({ Issuer: url }) => url.includes(provider));
  const { Auth } = schema('settings')['properties'] as unknown as {
    Auth: Rules & { properties: { Oidc: Rules } };
  };
  const { properties } = Auth.properties.Oidc;
  const defaults = Object.fromEntries(
    Object.entries(properties).flatMap(([name, rule]) => ('default' in rule ? [[name, rule.default]] : [])),
  );
  const all = { ...defaults, ...found, Issuer: issuer.url } as OidcSettings;
  const token = await issuer.token({ aud: all.Audience, roles: undefined, ...claims });
  return (await new Oidc(all).authenticate(token)).principal;
}

interface Rules {
  properties: Record<string, { default?: unknown }>;
}

describe('by the settings of the guide', () => {
  test('a person of Keycloak has the name and the highest role of the realm', async () => {
    const claims = {
      sub: 'f4a0e8c2-0b9c-4d0e-9a56-3b1c7d5a2e90',
      azp: 'svc-cli',
      typ: 'Bearer',
      aud: ['svc', 'account'],
      preferred_username: 'ada',
      realm_access: { roles: ['offline_access', 'svc-viewers', 'svc-editors'] },
    };
    expect(await getCaller('login.example.com', claims)).toMatchObject({
      id: 'oidc:ada',
      role: 'editor',
      actor: 'person',
    });
  });

  test('a client of Keycloak is a service', async () => {
    const claims = {
      sub: '7c1d0f0e-6a35-4f5c-8a01-5f2d7d8f3b11',
      azp: 'nightly-jobs',
      preferred_username: 'service-account-nightly-jobs',
      realm_access: { roles: ['svc-operators'] },
    };
    expect(await getCaller('login.example.com', claims)).toMatchObject({
      role: 'operator',
      actor: 'service',
    });
  });

  test('a person of Entra has the id of the directory as name, and the role of the application', async () => {
    const claims = {
      sub: 'AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ',
      oid: '00000000-0000-0000-66f3-3332eca7ea81',
      azp: '04b07795-8ddb-461a-bbee-02f9e1bf7b46',
      ver: '2.0',
      scp: 'use',
      roles: ['admin'],
    };
    expect(await getCaller('login.microsoftonline.com', claims)).toMatchObject({
      id: 'oidc:00000000-0000-0000-66f3-3332eca7ea81',
      role: 'admin',
      actor: 'person',
    });
  });

  test('an application of Entra is a service', async () => {
    const claims = {
      oid: '5d1f5b7e-2f7c-4e0b-9d6d-0f6f8c1b7a44',
      idtyp: 'app',
      ver: '2.0',
      roles: ['operator'],
    };
    expect(await getCaller('login.microsoftonline.com', claims)).toMatchObject({
      role: 'operator',
      actor: 'service',
    });
  });

  test('a token without a role is refused', async () => {
    await expect(getCaller('login.example.com', { preferred_username: 'ada' })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});
