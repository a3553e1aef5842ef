import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  type ForgeServer,
  type ForgeServerType,
  openPullFrom,
  serveForge,
} from '../../../controller/git/forges/forge-server.js';
import { eventually } from '../../../controller/git/git-fixture.js';
import { RemoteService } from '../entities/writes/remote-service.js';

const secret = 'the-webhook-secret';
const token = 'the-f0rge-token';

const flow = (text: string) => `document: { dsl: '1.0.3', namespace: test, name: greet, version: '1.0.0' }
do:
  - say: { set: { text: '${text}' } }
`;

describe.each(['github', 'gitea'] as const)('with %s, a pull request of people', (type) => {
  test('gets one comment and a status, which the next push updates', async () => {
    const { it, forge, push } = await start(type);
    const first = push({ 'flows/greet.yaml': flow('one') });
    const number = openPullFrom(forge, 'change');
    await tell(it, type, number);
    await eventually(() => findStatus(forge, first) !== undefined);
    expect(forge.comments).toHaveLength(1);
    expect(forge.comments[0]).toMatchObject({ pull: number, body: expect.stringContaining('`greet`') });
    expect(findStatus(forge, first)).toMatchObject({ state: 'success', context: 'svc/plan' });
    const second = push({ 'flows/second.yaml': flow('two').replace('greet', 'second') });
    await it.sync();
    await it.service.call('GET', '/api/v1/platform/branches');
    await tell(it, type, number);
    await eventually(() => findStatus(forge, second) !== undefined);
    expect(forge.comments).toHaveLength(1);
    expect(forge.comments[0]?.body).toContain('`second`');
    expect(forge.comments[0]?.body).toContain(second.slice(0, 12));
  });
});

function findStatus(forge: ForgeServer, revision: string) {
  return forge.calls.findLast(
    ({ path, body }) => path.includes(revision) && (body['context'] ?? body['key']) === 'svc/plan',
  )?.body;
}

let deliveries = 0;

/** Delivers the webhook of a forge for a pull request that was opened or moved. */
async function tell(it: RemoteService, type: ForgeServerType, number: number): Promise<void> {
  const body = JSON.stringify({ action: 'opened', number, object_kind: 'merge_request' });
  const hmac = createHmac('sha256', secret).update(body).digest('hex');
  const id = String(++deliveries);
  const headers = {
    github: {
      'x-github-event': 'pull_request',
      'x-github-delivery': id,
      'x-hub-signature-256': `sha256=${hmac}`,
    },
    gitea: { 'x-gitea-event': 'pull_request', 'x-gitea-delivery': id, 'x-gitea-signature': hmac },
  }[type];
  const answer = await it.service.call('POST', '/api/v1/platform/git/sync', body as unknown as object, {
    'content-type': 'application/json',
    ...headers,
  });
  expect(answer.statusCode, answer.body).toBe(202);
}

async function start(type: ForgeServerType, settings: Record<string, string> = {}) {
  const forge = await serveForge(type);
  const it = await RemoteService.start({
    SVC_Git__Forge__Type: type,
    SVC_Git__Forge__Url: forge.apiUrl,
    SVC_Git__Forge__Repository: 'ops/config',
    SVC_Git__Forge__Token: token,
    SVC_Git__WebhookSecrets: secret,
    SVC_Server__BaseUrl: 'https://svc.example.com',
    SVC_Limits__RequestsPerMinute: '1000000',
    ...settings,
  });
  forge.repository = it.remote;
  /** Pushes a commit to a branch. */
  const push = (files: Record<string, string>, branch = 'change'): string => {
    const commit = it.other.commit(files, 'change');
    it.other.git('push', '--quiet', '--force', 'origin', `HEAD:refs/heads/${branch}`);
    return commit;
  };
  return { it, forge, push };
}
