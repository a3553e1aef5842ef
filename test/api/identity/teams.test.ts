import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authorizeWrite, isProtected } from '../../../api/operations/shared/authorization.js';
import type { Role } from '../../../controller/security/identity/index.js';
import { fakeController } from '../fake-controller.js';
import { expectProblem } from '../start-app.js';
import { flow, RealService } from './real-service.js';

const runs = (name: string) => `/api/v1/live/flows/${name}/runs`;
const refunds = `kind: team
name: refunds
members: ['api-key:refunder', 'api-key:helper']
confined: true
grants:
  - { role: operator, types: [flow], names: ['refund-*'] }
  - { role: viewer, types: [environment] }
`;
const file = 'teams/refunds.yaml';
let service: RealService;
const headers: Record<string, Record<string, string>> = {};

beforeAll(async () => {
  service = await RealService.start(
    {
      [file]: refunds,
      'flows/refund-card.yaml': flow('refund-card'),
      'flows/refund-later.yaml': flow('refund-later').replace(
        /do:.*/s,
        'do: [{ rest: { wait: { hours: 1 } } }]\n',
      ),
      'flows/broken.yaml': flow('broken').replace('set:', 'sett:'),
      'environments/staging.yaml': 'kind: environment\nname: staging\n',
    },
    { SVC_Limits__RequestsPerMinute: '100000' },
  );
  for (const [name, role] of [
    ['refunder', 'editor'],
    ['outsider', 'operator'],
  ] as const) {
    headers[name] = { 'x-api-key': await service.key(name, role) };
  }
});
afterAll(() => service.remove());

const get = (url: string, who = 'refunder') => service.call('GET', url, undefined, headers[who]);
const post = (url: string, who = 'refunder') => service.call('POST', url, { name: 'x' }, headers[who]);

describe('a confined team', () => {
  test('runs and sees its own flows, and nothing of others', async () => {
    expect((await post(runs('refund-card'))).statusCode).toBe(201);
    expectProblem(await post(runs('hello')), 403, 'forbidden');
    const names = (await get('/api/v1/live/flows')).json().items.map((one: { name: string }) => one.name);
    expect(names).toEqual(['refund-card', 'refund-later']);
    const found = (await get('/api/v1/live/flows?q=hello')).json();
    expect(found.items.map((one: { name: string }) => one.name)).toEqual(['refund-card']);
    for (const url of [
      '/api/v1/live/flows/hello',
      '/api/v1/live/flows/hello/context',
      '/api/v1/live/connections',
    ]) {
      expectProblem(await get(url), 403, 'forbidden');
    }
    expect((await get('/api/v1/live/environments/staging')).statusCode).toBe(200);
  });

  test('sees the runs of its own flows only, and gets no suggestion of a hidden name', async () => {
    const own = (await post(runs('refund-card'))).json();
    const other = (await post(runs('hello'), 'outsider')).json();
    expect((await get(`/api/v1/live/runs/${own.id}/tasks`)).statusCode).toBe(200);
    for (const path of ['', '/tasks', '/logs']) {
      expectProblem(await get(`/api/v1/live/runs/${other.id}${path}`), 404, 'run_not_found');
    }
    const flows = (await get('/api/v1/live/runs')).json().items.map((run: { flow: string }) => run.flow);
    expect([...new Set(flows)]).toEqual(['refund-card']);
    const cancel = await service.call(
      'POST',
      `/api/v1/live/runs/${other.id}/cancel`,
      {},
      headers['refunder'],
    );
    expectProblem(cancel, 404, 'run_not_found');
    const missing = expectProblem(await post(runs('refund-x')), 404, 'flow_not_found');
    expect(JSON.stringify(missing.hints)).not.toContain('hello');
  });

  test('sees faults of its own files only', async () => {
    const all = (await get('/api/v1/live/cicd/sync', 'outsider')).json().problems;
    expect(JSON.stringify(all)).toContain('broken.yaml');
    expect((await get('/api/v1/live/cicd/sync')).json().problems).toEqual([]);
    const head = await service.call('POST', '/api/v1/live/cicd/validate', {}, headers['refunder']);
    expect(head.json()).toMatchObject({ valid: true, problems: [] });
  });

  test('whose file becomes invalid keeps its last valid rights', async () => {
    writeFileSync(join(service.folder, file), refunds.replace('role: operator', 'role: emperor'));
    await service.controller.reconciler.request('live');
    const status = (await service.call('GET', '/api/v1/live/entities/platform/team/refunds')).json().status;
    expect(status.findings).not.toEqual([]);
    expect((await post(runs('refund-card'))).statusCode).toBe(201);
    expectProblem(await post(runs('hello')), 403, 'forbidden');
  });

  test('that is changed has its new rights from the commit on', async () => {
    const later = { ...headers['refunder'], prefer: 'respond-async' };
    const { id } = (await service.call('POST', runs('refund-later'), {}, later)).json();
    const log = await service.app.inject({
      url: `/api/v1/live/runs/${id}/logs`,
      headers: { ...headers['refunder'], accept: 'text/event-stream' },
      payloadAsStream: true,
    });
    expect(log.statusCode).toBe(200);
    writeFileSync(join(service.folder, file), refunds.replace('refund-*', 'hell?').replace('hell?', 'hel*'));
    await service.controller.reconciler.request('live');
    expect((await post(runs('hello'))).statusCode).toBe(201);
    expectProblem(await post(runs('refund-card')), 403, 'forbidden');
    await service.call('POST', `/api/v1/live/runs/${id}/cancel`, {});
    const told = await text(log.stream());
    expect(told, 'a log that was followed before').not.toContain('cancelled');
  });
});

describe('writing', () => {
  const controller = fakeController();
  const may = (role: Role, branch: string, type: string, propose = false, of = controller) => {
    try {
      const context = { controller: of, principal: { id: 'user:ada', role } };
      authorizeWrite(context, { branch, type, name: 'x' }, { propose });
      return 'ok';
    } catch (error) {
      return (error as { code: string }).code;
    }
  };

  test('is for editors: on open branches at once, on protected ones by proposal', () => {
    expect(may('operator', 'feature/x', 'flow')).toBe('forbidden');
    expect(may('operator', 'main', 'flow', true)).toBe('forbidden');
    expect(may('editor', 'feature/x', 'flow')).toBe('ok');
    expect(may('editor', 'main', 'flow')).toBe('write_requires_proposal');
    expect(may('editor', 'main', 'flow', true)).toBe('ok');
    expect(may('admin', 'main', 'flow')).toBe('ok');
  });

  test('to production is by proposal, also where the settings protect other branches only', () => {
    const Git = { ...controller.settings.Git, ProtectedBranches: [] };
    const open = { ...controller, settings: { ...controller.settings, Git } };
    expect(may('editor', 'main', 'flow', false, open)).toBe('write_requires_proposal');
    expect(may('editor', 'main', 'team', false, open)).toBe('write_requires_proposal');
    expect(may('editor', 'feature/x', 'team', false, open)).toBe('ok');
    const branches = { ...controller.branches, gitEnabled: false };
    const settings = { ...open.settings, Git: { ...Git, Enabled: false } };
    expect(may('editor', 'main', 'team', false, { ...open, settings, branches })).toBe('forbidden');
    expect(isProtected({ ...controller, settings, branches }, 'main')).toBe(false);
  });
});
