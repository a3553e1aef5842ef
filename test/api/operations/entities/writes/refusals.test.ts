import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../controller/git/git-fixture.js';
import { crm, entities, GitService, greet } from './git-service.js';

test('an invalid write is refused with every fault, and nothing is committed', async () => {
  const service = await GitService.start();
  const answer = await service.patch(`${entities}/connection/crm`, { connector: 'htpp', colour: 'red' });
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'entity_invalid']);
  expect(answer.json().errors.map((error: { pointer: string }) => error.pointer)).toContain('/colour');
  expect(service.git('log', '--format=%s')).toBe('first');
});

test('a fault that was there before does not prevent a write to another entity', async () => {
  const service = await GitService.start({
    'connections/crm.yaml': crm,
    'flows/bad.yaml': 'kind: flwo\nname: x\n',
  });
  expect((await service.patch(`${entities}/connection/crm`, { title: 'x' })).statusCode).toBe(200);
});

test('a write at an outdated version is a conflict, with both etags', async () => {
  const service = await GitService.start();
  const { etag } = (await service.call('GET', `${entities}/connection/crm`)).headers;
  const first = await service.patch(
    `${entities}/connection/crm`,
    { title: 'x' },
    { 'if-match': String(etag) },
  );
  const second = await service.patch(
    `${entities}/connection/crm`,
    { title: 'y' },
    { 'if-match': String(etag) },
  );
  expect([first.statusCode, second.statusCode, second.json().code]).toEqual([200, 412, 'version_conflict']);
  for (const version of [etag, first.headers['etag']]) {
    expect(second.json().detail).toContain(String(version).slice(1, -1).split('~')[0]);
  }
});

test('a dry run returns the diff and the faults, and changes nothing', async () => {
  const service = await GitService.start();
  const answer = await service.patch(`${entities}/connection/crm?dryRun=true`, { title: 'x' });
  expect(answer.json()).toMatchObject({ dryRun: true, valid: true, change: 'updated', commit: null });
  expect(answer.json().diff).toContain('+title: x\n');
  const bad = await service.patch(`${entities}/connection/crm?dryRun=true`, { connector: 7 });
  expect(bad.json()).toMatchObject({ valid: false });
  expect(service.git('log', '--format=%s')).toBe('first');
});

test('a write that changes nothing makes no commit and is reported as unchanged', async () => {
  const service = await GitService.start();
  const { definition } = (await service.call('GET', `${entities}/connection/crm`)).json();
  const answer = await service.call('PUT', `${entities}/connection/crm`, definition);
  expect(answer.json()).toMatchObject({ change: 'unchanged', commit: null });
  expect(service.git('log', '--format=%s')).toBe('first');
});

test('a batch is one commit that is valid as a whole, or makes no change', async () => {
  const service = await GitService.start();
  const batch = '/api/v1/main/entities:batch';
  const gone = { op: 'delete', type: 'connection', name: 'crm' };
  const alone = await service.call('POST', batch, { changes: [gone] });
  expect(alone.json().code).toBe('entity_in_use');
  const answer = await service.call('POST', batch, {
    message: 'No customers any more',
    changes: [gone, { op: 'delete', type: 'flow', name: 'greet' }],
  });
  expect(answer.json(), answer.body).toMatchObject({
    entities: [{ change: 'deleted' }, { change: 'deleted' }],
  });
  expect(service.git('log', '--format=%s')).toBe('No customers any more\nfirst');
});

test('a name cannot be changed, and cannot lead out of its folder', async () => {
  const service = await GitService.start();
  expect((await service.patch(`${entities}/connection/crm`, { name: 'other' })).json().code).toBe(
    'entity_invalid',
  );
  for (const name of ['../x', 'a/b', '.git', 'A', '']) {
    const answer = await service.call('POST', `${entities}/connection`, {
      name,
      connector: 'http',
      config: {},
    });
    expect([name, answer.statusCode, answer.json().code]).toEqual([name, 422, 'entity_invalid']);
  }
});

test('without Git the files of the folder are written, and links are not followed', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'connections'));
  writeFileSync(join(folder, 'connections', 'crm.yaml'), crm);
  const outside = temporaryFolder();
  symlinkSync(outside, join(folder, 'templates'));
  const service = await GitService.open(folder);
  const live = '/api/v1/live/entities/platform';
  const answer = await service.patch(`${live}/connection/crm`, { title: 'Customers' });
  expect(answer.json(), answer.body).toMatchObject({
    change: 'updated',
    commit: null,
    definition: { title: 'Customers' },
  });
  expect(readFileSync(join(folder, 'connections', 'crm.yaml'), 'utf8')).toContain('# known to all flows');
  expect(readdirSync(join(folder, 'connections'))).toEqual(['crm.yaml']);
  const linked = await service.call('POST', `${live}/template`, { name: 'mail', body: 'x' });
  expect([linked.statusCode, readdirSync(outside)]).toEqual([409, []]);
  // The last entity: the folder is held until the deletion is confirmed.
  expect((await service.call('DELETE', `${live}/connection/crm`)).json()).toMatchObject({
    change: 'deleted',
    inEffect: false,
    next: { operation: 'sync-branch' },
  });
  expect(existsSync(join(folder, 'connections', 'crm.yaml'))).toBe(false);
});

test('a write to `local` goes to the overlay, and production stays', async () => {
  const service = await GitService.start(
    { 'connections/crm.yaml': crm, 'flows/greet.yaml': greet },
    {
      SVC_LocalOverlay__Enabled: 'true',
      SVC_LocalOverlay__Directory: 'overlay',
    },
  );
  const local = '/api/v1/local/entities/platform';
  const answer = await service.patch(`${local}/connection/crm`, { title: 'Mine' });
  expect(answer.json(), answer.body).toMatchObject({
    change: 'updated',
    commit: null,
    definition: { title: 'Mine' },
  });
  expect((await service.call('GET', `${entities}/connection/crm`)).json().definition.title).toBeUndefined();
  expect((await service.call('DELETE', `${local}/flow/greet`)).statusCode).toBe(409);
});
