import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openSqlite } from '../../../../controller/storage/index.js';
import { eventually } from '../../../eventually.js';
import { removeFolder } from '../../../remove-folder.js';
import { RealService } from '../../identity/real-service.js';

const files = {
  'flows/pick.yaml': `document: { dsl: '1.0.3', namespace: test, name: pick, version: '1.0.0' }
do:
  - rest: { wait: { seconds: 2 } }
  - take: { set: { first: '\${ .items[] }' } }
`,
};
const path = '/api/v1/live/flows/pick/runs';

async function start(service: RealService, items: number[]): Promise<string> {
  const answer = await service.call('POST', path, { items }, { prefer: 'respond-async' });
  return answer.json().id;
}

async function end(service: RealService, id: string) {
  return eventually(async () => {
    const run = (await service.call('GET', `/api/v1/live/runs/${id}`)).json();
    return run.endedAt !== null && run;
  });
}

test('a second result faults a run, with the way out; a run that an earlier version began keeps the first', async () => {
  let service = await RealService.start(files);
  const { folder } = service;
  onTestFinished(() => service.stop().finally(() => removeFolder(folder)));
  const [earlier, later, single] = [
    await start(service, [1, 2]),
    await start(service, [1, 2]),
    await start(service, [7]),
  ];
  await service.stop();
  const database = openSqlite(join(folder, '.svc/svc.db'));
  database.prepare('update runs set single_results = null where id = ?').run(earlier);
  database.close();
  service = await RealService.open(folder);
  expect(await end(service, earlier)).toMatchObject({ status: 'completed', output: { first: 1 } });
  expect(await end(service, single)).toMatchObject({ status: 'completed', output: { first: 7 } });
  const faulted = await end(service, later);
  expect(faulted).toMatchObject({ status: 'faulted', error: { instance: '/do/1/take' } });
  expect(faulted.error.detail).toContain('first(…)');
});
