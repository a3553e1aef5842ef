import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { patience } from '../../../eventually.js';
import { removeFolder } from '../../../remove-folder.js';
import { RealService } from '../../identity/real-service.js';

const sections = '/api/v1/platform/entities/platform/config-section';

async function start(env: Record<string, string> = {}, files: Record<string, string> = {}) {
  const service = await RealService.start(files, env);
  const adminKey = service.adminKey;
  let current = service;
  onTestFinished(async () => {
    await current.stop();
    removeFolder(service.folder);
  });
  return {
    service,
    file: join(service.folder, '.svc', 'settings.json'),
    async restart(): Promise<RealService> {
      await current.stop();
      current = await RealService.open(service.folder, env);
      current.adminKey = adminKey;
      return current;
    },
  };
}

function findSource(section: { keys: { key: string; source: string }[] }, wanted: string) {
  return section.keys.find(({ key }) => key === wanted)?.source;
}

it('a lower limit of the page size does not fail lists that name no size', async () => {
  const { service } = await start({ SVC_Limits__ListPage: '2' });
  const over = [
    service.call('GET', sections),
    service.call('POST', '/graphql', { query: '{ configSections { nodes { name } } }' }),
  ];
  const [rest, graph] = (await Promise.all(over)).map((answer) => answer.json());
  expect(rest.items).toHaveLength(2);
  expect(graph.data.configSections.nodes).toHaveLength(2);
  expect((await service.call('GET', `${sections}?limit=3`)).json().code).toBe('list_page_too_large');
});

describe('config-section entities', () => {
  it('show each section, where its values come from, and no secret', async () => {
    const token = 'canary-token-of-git';
    const { service } = await start(
      { SVC_Git__Credentials__Token: token, SVC_Limits__QueryDepth: '9', SVC_Git__WebhookSecrets: token },
      { 'svc.yaml': 'Git: { Directory: . }\nLimits: { ListPage: 80 }\n' },
    );
    const list = await service.call('GET', sections);
    expect(list.statusCode).toBe(200);
    expect(list.body).not.toContain(token);
    const git = (await service.call('GET', `${sections}/Git`)).json();
    expect(git.values).toMatchObject({ Credentials: { Token: '***' }, WebhookSecrets: ['***'] });
    const limits = (await service.call('GET', `${sections}/Limits`)).json();
    expect(limits.values).toMatchObject({ ListPage: 80, QueryDepth: 9 });
    expect(['ListPage', 'QueryDepth', 'RunLog'].map((key) => findSource(limits, key))).toEqual([
      'file',
      'environment',
      'default',
    ]);
  });

  it('apply a change at once, keep it across a restart, and drop it for null', async () => {
    const { service, file, restart } = await start();
    const page = '/api/v1/platform/users?limit=6';
    const change = await service.call('PATCH', `${sections}/Limits`, { ListPage: 5, RequestsPerMinute: 333 });
    expect(change.json().values).toMatchObject({ ListPage: 5, RequestsPerMinute: 333 });
    expect(findSource(change.json(), 'ListPage')).toBe('runtime');
    const refused = await service.call('GET', page);
    expect(refused.json().code).toBe('list_page_too_large');
    expect(refused.headers['ratelimit-limit']).toBe('333');
    await service.call('PATCH', `${sections}/Telemetry`, { LogLevel: 'error' });
    expect(service.app.log.level).toBe('error');
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);

    const again = await restart();
    expect(again.app.log.level).toBe('error');
    expect((await again.call('GET', page)).json().code).toBe('list_page_too_large');
    const back = await again.call('PATCH', `${sections}/Limits`, { ListPage: null });
    expect(back.json().values.ListPage).toBe(200);
    expect((await again.call('GET', page)).statusCode).toBe(200);
    expect(JSON.parse(readFileSync(file, 'utf8')).Limits).toEqual({ RequestsPerMinute: 333 });
    await vi.waitFor(async () => {
      const audit = await again.call('GET', '/api/v1/platform/audit?action=update-config-section');
      expect(audit.json().items).toHaveLength(3);
    }, patience);
  });

  it('change the limits of runs and the retention of the audit log in the running service', async () => {
    const { service } = await start(
      {},
      {
        'flows/long.yaml':
          "document: { dsl: '1.0.3', namespace: test, name: long, version: '1.0.0' }\ndo:\n  - rest: { wait: PT1H }\n",
      },
    );
    const run = (name: string, body: object) => service.call('POST', `/api/v1/live/flows/${name}/runs`, body);
    const large = { name: 'x'.repeat(1_100) };
    expect((await run('hello', large)).statusCode).toBe(201);
    await service.call('PATCH', `${sections}/Limits`, { FlowInput: 1024, FlowDuration: 1 });
    expect((await run('hello', large)).json().code).toBe('flow_input_too_large');
    expect((await run('long', {})).json()).toMatchObject({ error: { title: 'Flow duration exceeded' } });
    await service.call('PATCH', `${sections}/Limits`, { FlowInput: null });
    expect((await run('hello', large)).statusCode).toBe(201);

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * 86_400_000 });
    onTestFinished(() => void vi.useRealTimers());
    const { audit } = service.controller;
    expect(await audit.prune()).toBe(0);
    await service.call('PATCH', `${sections}/Retention`, { Audit: 30 });
    expect(await audit.prune()).toBeGreaterThan(3);
    expect(await audit.verify()).toMatchObject({ ok: true });
  });

  it('refuse what is unknown, wrong, fixed until a restart or set by the environment, and change nothing', async () => {
    const { service } = await start({ SVC_Limits__ListPage: '70' });
    const patch = async (section: string, body: object) =>
      (await service.call('PATCH', `${sections}/${section}`, body)).json();
    const misspelt = await patch('Limits', { RequestPerMinute: 5 });
    expect(misspelt).toMatchObject({ code: 'body_invalid', errors: [{ pointer: '/RequestPerMinute' }] });
    expect(misspelt.detail).toContain('RequestsPerMinute');
    expect((await patch('Limits', { Nothing: null })).code).toBe('body_invalid');
    expect((await patch('Limits', { RequestsPerMinute: 'many' })).code).toBe('body_invalid');
    expect((await patch('Limits', { RequestsPerMinute: 50, RunLog: 5000 })).code).toBe(
      'setting_needs_restart',
    );
    expect((await patch('Limits', { ListPage: 5 })).code).toBe('setting_from_environment');
    expect(await patch('Limit', {})).toMatchObject({
      code: 'entity_not_found',
      hints: [{ text: 'Did you mean `Limits`?' }],
    });
    expect((await service.call('GET', `${sections}/Limits`)).json().values).toMatchObject({
      ListPage: 70,
      RequestsPerMinute: 600,
    });
  });

  it('are for administrators only', async () => {
    const { service } = await start();
    const headers = { 'x-api-key': await service.key('ops', 'operator') };
    expect((await service.call('GET', sections, undefined, headers)).statusCode).toBe(403);
    const change = await service.call('PATCH', `${sections}/Limits`, { ListPage: 5 }, headers);
    expect(change.json().code).toBe('forbidden');
  });

  it('are for administrators only, with any grant of a team', async () => {
    const { service } = await start(
      {},
      {
        'teams/ops.yaml':
          'kind: team\nname: ops\nmembers: ["api-key:ops"]\ngrants: [{ role: admin, types: [config-section, backup] }]\n',
      },
    );
    const headers = { 'x-api-key': await service.key('ops', 'editor') };
    const change = await service.call('PATCH', `${sections}/Limits`, { ListPage: 5 }, headers);
    expect(change.json().code).toBe('forbidden');
    expect((await service.call('GET', sections, undefined, headers)).json().code).toBe('forbidden');
  });

  it('are read, listed and changed over MCP as over REST', async () => {
    const { service } = await start();
    const call = async (key: string, name: string, args: object) => {
      const answer = await service.call(
        'POST',
        '/mcp',
        { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
        {
          'x-api-key': key,
          host: '127.0.0.1',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': '2025-11-25',
        },
      );
      const text = answer.body
        .split('\n')
        .findLast((line) => /^data: ./.test(line))
        ?.slice(6);
      return JSON.parse(text ?? answer.body).result;
    };
    const limits = { type: 'config-section', name: 'Limits' };
    const admin = service.adminKey;
    const change = { ...limits, patch: { ListPage: 7 } };
    const asked = (await call(admin, 'update-entity', change)).structuredContent;
    expect(asked).toMatchObject({
      code: 'confirmation_required',
      effect: expect.stringContaining('ListPage: '),
    });
    const changed = await call(admin, 'update-entity', { ...change, confirm: asked.confirm });
    expect(changed.structuredContent).toMatchObject({ type: 'config-section', name: 'Limits' });
    expect(changed.structuredContent.definition.values.ListPage).toBe(7);
    const read = await call(admin, 'read-entity', limits);
    expect(read.structuredContent.definition.values.ListPage).toBe(7);
    const listed = await call(admin, 'list-entities', { type: 'config-section', limit: 5 });
    expect(listed.structuredContent.items).toHaveLength(5);
    const fixed = await call(admin, 'update-entity', { ...limits, patch: { RunLog: 5000 } });
    expect(fixed).toMatchObject({ isError: true, structuredContent: { code: 'setting_needs_restart' } });
    const editor = await service.key('agent', 'editor');
    for (const [tool, args] of [
      ['update-entity', { ...limits, patch: { ListPage: 9 } }],
      ['read-entity', limits],
      ['list-entities', { type: 'config-section' }],
    ] as const) {
      expect((await call(editor, tool, args)).structuredContent.code).toBe('forbidden');
    }
    expect((await service.call('GET', `${sections}/Limits`)).json().values.ListPage).toBe(7);
  });

  it('do not start on a damaged file of changes', async () => {
    const { service, file, restart } = await start();
    writeFileSync(file, '{ "Limits": { "RunLog": 5000 } }');
    await expect(restart()).rejects.toMatchObject({ code: 'settings_invalid' });
    rmSync(file);
    await RealService.open(service.folder).then((open) => open.stop());
  });
});
