import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { SecretStore } from '../../../../controller/security/vault/secret-store.js';
import { Installation } from './installation.js';
import { branches } from './table.js';

let it: Installation;

beforeAll(async () => {
  it = await Installation.start({ git: true });
}, 60_000);
afterAll(() => it.stop());
afterEach(() => void vi.restoreAllMocks());

test.each(branches.filter((branch) => branch !== 'main'))(
  'checking and reconciling %s sends no secret and does not ask the vault',
  async (branch) => {
    const methods = Object.getOwnPropertyNames(SecretStore.prototype).filter(
      (name) => name !== 'constructor',
    );
    const asked = methods.map((name) => vi.spyOn(SecretStore.prototype, name as 'list'));
    it.received = [];
    const base = `/api/v1/${encodeURIComponent(branch)}`;
    const files = [
      {
        path: 'connections/stock.yaml',
        content: it.tree
          .git('show', 'main:connections/stock.yaml')
          .replace('{ secret: shop', '{ secret: other'),
      },
      {
        path: 'environments/staging.yaml',
        content:
          'kind: environment\nname: staging\nsecrets: production\nconnections: { shop: { config: { baseUrl: http://127.0.0.1:1 } } }\n',
      },
    ];
    for (const [path, body] of [
      ['cicd/validate', {}],
      ['cicd/validate', { files }],
      ['cicd/sync', {}],
      ['entities:batch?dryRun=true', { changes: [{ op: 'delete', type: 'flow', name: 'plain' }] }],
    ] as const) {
      const answer = await it.service.call('POST', `${base}/${path}`, body);
      expect(answer.statusCode, answer.body).toBeLessThan(300);
    }
    if (branch !== 'local') {
      it.tree.git('checkout', '--quiet', branch);
      it.tree.commit(Object.fromEntries(files.map(({ path, content }) => [path, content])));
      it.tree.git('push', '--quiet', it.gitDir, branch);
      await it.service.controller.reconciler.request(branch);
      it.tree.git('checkout', '--quiet', 'main');
    }
    expect(asked.filter(({ mock }) => mock.calls.length > 0).map((spy) => spy.getMockName())).toEqual([]);
    expect(it.received).toEqual([]);
    await it.service.call('POST', '/api/v1/main/connections/shop/test', {});
    expect(asked.some(({ mock }) => mock.calls.length > 0)).toBe(true);
  },
);
