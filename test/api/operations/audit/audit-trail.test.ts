import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditRecord } from '../../../../controller/security/audit/contract.js';
import { type Door, restDoors } from '../../identity/doors.js';
import { graphQLDoors } from '../../identity/graphql-doors.js';
import { mcpDoors } from '../../identity/mcp-doors.js';
import { password, platform, RealService } from '../../identity/real-service.js';
import { graphQL, mcp, rest } from '../../parity/surfaces.js';

const secretValue = 'the-value-that-is-secret';
const files = {
  'flows/use.yaml': `document: { dsl: '1.0.3', namespace: test, name: use, version: '1.0.0' }
use: { secrets: [shop] }
do: [{ one: { set: { isKnown: '\${ $secrets.shop.token != null }' } } }]
`,
  'connections/shop.yaml': `kind: connection
name: shop
connector: http
config: { baseUrl: 'http://127.0.0.1:1', auth: { type: bearer, token: { secret: shop, key: token } } }
`,
};

let service: RealService;
beforeAll(async () => {
  service = await RealService.start(files, { SVC_Limits__RequestsPerMinute: '100000' });
  await service.controller.vault.secrets.put('shop', { token: secretValue });
});
afterAll(() => service.remove());

async function newest(filter: object = {}, limit = 200): Promise<AuditRecord[]> {
  // Refusals are written a moment later; this is written behind them.
  await service.controller.audit.sign();
  return (await service.controller.audit.list({ limit, ...filter })).items;
}

describe('the audit log', () => {
  test('records the caller, the address and the request of every operation that changes data', async () => {
    const key = await service.key('trail', 'viewer');
    const surfaces: Record<string, Door[]> = {
      rest: restDoors(service.app),
      graphql: graphQLDoors(service.app),
      mcp: mcpDoors(service.app),
    };
    const untold: string[] = [];
    let knocked = 0;
    for (const [via, doors] of Object.entries(surfaces)) {
      for (const { name, operation, isOpen, knock } of doors) {
        const { hints, audited, permission } = operation;
        if (isOpen || (hints.readOnly && audited === undefined) || permission === 'viewer') continue;
        knocked += 1;
        const code = await knock(key);
        const [record] = await newest({ principal: 'api-key:trail' }, 1);
        const told = { action: record?.action, via: record?.via, outcome: record?.outcome };
        const isTold = told.action === operation.name && told.via === via && told.outcome === code;
        if (!isTold || record?.address !== '127.0.0.1' || !record.requestId) untold.push(`${via} ${name}`);
      }
    }
    expect(untold).toEqual([]);
    expect(knocked).toBeGreaterThan(100);
  });

  test('records a write, a secret, a key and a run alike over each surface', async () => {
    const issued: string[] = [];
    for (const surface of [rest, graphQL, mcp]) {
      const via = surface.name.toLowerCase();
      const call = async (operation: string, input: Parameters<typeof rest.call>[3]) => {
        const outcome = await surface.call(service.app, service.adminKey, operation, input);
        expect({ operation, problem: outcome?.problem }).toEqual({ operation, problem: undefined });
        return outcome?.data as Record<string, string>;
      };
      const by = { principal: 'api-key:initial-admin', via, address: '127.0.0.1', outcome: 'ok' };
      const told = async (record: object) =>
        expect((await newest()).filter((one) => one.via === via)).toContainEqual(
          expect.objectContaining({ ...by, ...record, requestId: expect.stringMatching(/./) }),
        );
      const folio = { kind: 'folio', name: `note-${via}`, title: 'T', body: 'B' };
      await call('create-entity', { branch: 'live', op: 'platform', type: 'folio', definition: folio });
      await told({ action: 'create-entity', target: `folio/note-${via} @ live` });
      await call('write-secret', { path: `from/${via}`, value: { token: `${secretValue}-${via}` } });
      await told({ action: 'write-secret', target: `secret/from/${via}` });
      const { id = '', key = '' } = await call('create-api-key', { name: `by-${via}`, role: 'viewer' });
      await told({
        action: 'create-api-key',
        target: `api-key/by-${via}`,
        detail: { id, role: 'viewer', actor: 'service' },
      });
      const rotated = await call('rotate-api-key', { id });
      await told({ action: 'rotate-api-key', target: `api-key/${id}`, detail: { id: rotated['id'] } });
      await call('delete-api-key', { id });
      await told({ action: 'delete-api-key', target: `api-key/${id}` });
      const run = await call('run-flow', { branch: 'live', flow: 'use', parameters: {}, wait: 10 });
      await told({ action: 'run-flow', target: 'flow/use @ live', detail: { run: run['id'] } });
      const [use] = await newest({ action: 'use-secret' });
      expect(use).toMatchObject({
        principal: 'api-key:initial-admin',
        target: 'secret/shop',
        detail: { run: run['id'], flow: 'use' },
      });
      issued.push(key, String(rotated['key']), `${secretValue}-${via}`);
    }
    const text = JSON.stringify(await newest());
    for (const secret of [...issued, secretValue, service.adminKey]) expect(text).not.toContain(secret);
  });

  test('records the request for which a connection used a secret', async () => {
    const answer = await service.call('POST', '/api/v1/live/connections/shop/test', {});
    const [use] = await newest({ action: 'use-secret' });
    expect(use).toMatchObject({
      principal: 'api-key:initial-admin',
      target: 'secret/shop',
      via: 'connection',
      address: '127.0.0.1',
      requestId: answer.headers['x-request-id'],
    });
  });

  test('records successful and failed sign-ins, renewals and sign-outs, without a password or a token', async () => {
    await service.user('ada', 'viewer');
    const token = `${platform}/auth/token`;
    const from = '10.8.0.1';
    const bad = await service.signIn('ada', 'a wrong password', from);
    const good = await service.signIn('ada', password, from);
    const { refresh_token } = good.json();
    const renewed = await service.anonymous(
      'POST',
      token,
      { grant_type: 'refresh_token', refresh_token },
      from,
    );
    const out = await service.anonymous(
      'POST',
      `${platform}/auth/logout`,
      { refresh_token: renewed.json().refresh_token },
      from,
    );
    const of = { principal: 'user:ada', address: from };
    const [last, third, second, first] = await newest({ principal: 'user:ada' });
    const findAnswerId = (answer: typeof bad) => answer.headers['x-request-id'];
    expect([first, second, third, last]).toMatchObject([
      { ...of, action: 'create-token', outcome: 'sign_in_failed', requestId: findAnswerId(bad) },
      {
        ...of,
        action: 'create-token',
        outcome: 'ok',
        requestId: findAnswerId(good),
        detail: { grant: 'password' },
      },
      { ...of, action: 'create-token', outcome: 'ok', requestId: findAnswerId(renewed) },
      { ...of, action: 'sign-out', outcome: 'ok', requestId: findAnswerId(out) },
    ]);
    const text = JSON.stringify(await newest());
    const { access_token } = good.json();
    for (const secret of [password, 'a wrong password', refresh_token, access_token]) {
      expect(text).not.toContain(secret);
    }
  });
});

describe('the diagnostics', () => {
  test('report no damage after a rotation of the master key and a restart', async () => {
    await service.call('POST', `${platform}/master-key/rotate`);
    const { folder } = service;
    await service.stop();
    service = await RealService.open(folder, { SVC_Limits__RequestsPerMinute: '100000' });
    const { checks } = (await service.call('GET', `${platform}/diagnostics`)).json();
    expect(checks).toContainEqual(expect.objectContaining({ name: 'audit-log', status: 'ok' }));
  });
});
