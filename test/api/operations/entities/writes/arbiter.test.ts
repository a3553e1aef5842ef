import { describe, expect, test } from 'vitest';
import { getUrl, hasServer, newDatabase } from '../../../../controller/storage/engines.js';
import { entities } from './git-service.js';
import { RemoteService } from './remote-service.js';

const titled = { title: 'Customers' };

describe.skipIf(!(await hasServer()))('where several nodes may share a database', () => {
  test('a change is refused while the remote is away, and nothing is changed', async () => {
    const it = await RemoteService.start({ SVC_Database__Url: getUrl(await newDatabase()) });
    it.away();
    const answers = [
      await it.service.patch(`${entities}/connection/crm`, titled),
      await it.service.call('POST', '/api/v1/platform/branches', { name: 'next' }),
      await it.service.call('PATCH', `${entities}/connection/crm?propose=true`, titled),
    ];
    expect(answers.map((answer) => [answer.statusCode, answer.json().code])).toEqual(
      answers.map(() => [503, 'remote_unavailable']),
    );
    expect(it.service.git('for-each-ref', '--format=%(refname)', 'refs/heads')).toBe('refs/heads/main');
    expect(it.service.git('log', '--format=%s', 'main')).toBe('first');
    await it.back();
    const answer = await it.service.patch(`${entities}/connection/crm`, titled);
    expect(answer.json(), answer.body).toMatchObject({ change: 'updated', push: 'pushed' });
  });

  test('a commit that the remote does not take in time is not acknowledged', async () => {
    const it = await RemoteService.start({ SVC_Database__Url: getUrl(await newDatabase()) });
    it.intercept = (request, response) => {
      if (!request.url?.includes('git-receive-pack')) return false;
      response.writeHead(503).end('no');
      return true;
    };
    const answer = await it.service.patch(`${entities}/connection/crm`, titled);
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'remote_unavailable']);
    expect(answer.json().detail).toContain('is kept on this node');
  });
});
