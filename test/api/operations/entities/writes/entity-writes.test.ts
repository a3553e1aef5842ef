import { expect, test } from 'vitest';
import { entities, GitService } from './git-service.js';

test('an entity that is created is a commit with a file of its own, and can be read at once', async () => {
  const service = await GitService.start();
  const definition = {
    name: 'billing',
    connector: 'http',
    config: { baseUrl: 'http://127.0.0.1:1/billing' },
  };
  const answer = await service.call('POST', `${entities}/connection`, definition);
  expect(answer.statusCode, answer.body).toBe(201);
  expect(answer.headers['location']).toBe(`${entities}/connection/billing`);
  expect(answer.json()).toMatchObject({
    change: 'created',
    path: 'connections/billing.yaml',
    revision: answer.json().commit,
    definition: { kind: 'connection', name: 'billing' },
    status: {
      conditions: [
        { type: 'Ready', status: 'True' },
        { type: 'Runnable', status: 'True' },
      ],
    },
  });
  expect(service.git('log', '-1', '--format=%H %an <%ae> %cn%n%B')).toMatch(
    new RegExp(
      `^${answer.json().commit} initial-admin \\(api-key\\) <api-key\\+initial-admin@localhost> svc\nCreate connection billing\n\nSvc-Request-Id: `,
    ),
  );
  const read = await service.call('GET', `${entities}/connection/billing`);
  expect(`"${read.json().etag}"`).toBe(answer.headers['etag']);
  expect(service.file('connections/billing.yaml')).toBe(
    'kind: connection\nname: billing\nconnector: http\nconfig:\n  baseUrl: http://127.0.0.1:1/billing\n',
  );
});

test('a field that is changed is one line of the diff, and the message names it', async () => {
  const service = await GitService.start();
  const answer = await service.patch(`${entities}/connection/crm`, {
    config: { baseUrl: 'http://127.0.0.1:2/' },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json()).toMatchObject({
    change: 'updated',
    definition: { config: { baseUrl: 'http://127.0.0.1:2/' } },
  });
  expect(service.git('log', '-1', '--format=%s')).toBe('Update connection crm: config.baseUrl');
  expect(service.git('show', '--format=', '--numstat')).toBe('1\t1\tconnections/crm.yaml');
  expect(service.file('connections/crm.yaml')).toContain('# known to all flows\nconnector: http\n');
});

test('an entity is deleted unless other entities refer to it, which the refusal names', async () => {
  const service = await GitService.start();
  const refused = await service.call('DELETE', `${entities}/connection/crm`);
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'entity_in_use']);
  expect(refused.json().detail).toContain('flow `greet`');
  expect(refused.json().errors).toMatchObject([{ file: 'flows/greet.yaml', line: 3 }]);
  expect((await service.call('DELETE', `${entities}/flow/greet`)).statusCode).toBe(204);
  expect((await service.call('DELETE', `${entities}/connection/crm`)).statusCode).toBe(204);
  expect((await service.call('GET', `${entities}/connection/crm`)).statusCode).toBe(404);
  expect(service.git('log', '--format=%s')).toBe('Delete connection crm\nDelete flow greet\nfirst');
});
