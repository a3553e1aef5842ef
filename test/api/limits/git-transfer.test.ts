import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { eventually } from '../../controller/git/git-fixture.js';
import { RemoteService } from '../operations/entities/writes/remote-service.js';

test('a remote that sends more than `Limits.GitTransfer` is reported, and the last state stays in service', async () => {
  const remote = await RemoteService.start({ SVC_Limits__GitTransfer: String(1024 * 1024) });
  const { service } = remote;
  remote.pushOther({ 'large.bin': randomBytes(1_500_000).toString('base64') });
  await service.call('POST', '/api/v1/main/cicd/sync');
  const status = await eventually(async () => {
    const { lastError } = (await service.call('GET', '/api/v1/main/cicd/sync')).json();
    return lastError ?? undefined;
  });
  expect(JSON.stringify(status)).toContain('Limits.GitTransfer');
  const flows = (await service.call('GET', '/api/v1/main/flows')).json();
  expect(flows.items).toHaveLength(1);
});
