import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Webhook } from 'standardwebhooks';
import type { WebhookDelivery } from '../../../../controller/git/forges/index.js';

type Headers = Record<string, string>;

/** A delivery as a forge makes it, of the body that is given. */
export interface TestSender {
  body: string;
  branches: string[];
  /** The id header, for deliveries that come again. */
  idHeader: string;
  sign(body: string, secret: string): Headers;
}

export function fixture(name: string): string {
  return readFileSync(new URL(`../../../../fixtures/webhooks/${name}.json`, import.meta.url), 'utf8');
}

function hex(secret: string, body: string): string {
  return createHmac('sha256', secret).update(body).digest('hex');
}

function standard(secret: string, body: string): Headers {
  const at = new Date();
  const id = 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W';
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
}

const examples = createRequire(import.meta.url)('@octokit/webhooks-examples') as {
  name: string;
  examples: { ref: string }[];
}[];
/** GitHub's own examples of `push`, one of them of a tag. */
export const githubPushes: readonly { ref: string }[] =
  examples.find((event) => event.name === 'push')?.examples ?? [];

/** A secret that is one for all schemes: Standard Webhooks wants base64. */
export const SECRET = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

export const testSenders: Record<string, TestSender> = {
  GitHub: {
    body: JSON.stringify(githubPushes.find(({ ref }) => ref.startsWith('refs/heads/'))),
    branches: [githubPushes.find(({ ref }) => ref.startsWith('refs/heads/'))?.ref.slice(11) ?? ''],
    idHeader: 'x-github-delivery',
    sign: (body, secret) => ({
      'x-github-event': 'push',
      'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0958',
      'x-hub-signature-256': `sha256=${hex(secret, body)}`,
    }),
  },
  Gitea: {
    body: fixture('gitea-push'),
    branches: ['develop'],
    idHeader: 'x-gitea-delivery',
    sign: (body, secret) => ({
      'x-gitea-event': 'push',
      'x-gitea-delivery': 'f6266f16-1bf3-46a5-9ea4-602e06ead473',
      'x-gitea-signature': hex(secret, body),
      'x-gogs-event': 'push',
      'x-gogs-signature': hex(secret, body),
      'x-github-event': 'push',
      'x-github-delivery': 'f6266f16-1bf3-46a5-9ea4-602e06ead473',
      'x-hub-signature-256': `sha256=${hex(secret, body)}`,
    }),
  },
  Gogs: {
    body: fixture('gitea-push'),
    branches: ['develop'],
    idHeader: 'x-gogs-delivery',
    sign: (body, secret) => ({
      'x-gogs-event': 'push',
      'x-gogs-delivery': 'f6266f16-1bf3-46a5-9ea4-602e06ead475',
      'x-gogs-signature': hex(secret, body),
    }),
  },
  'GitHub, as a form': {
    body: `payload=${encodeURIComponent('{"ref":"refs/heads/a+b","after":"1%"}')}`,
    branches: ['a+b'],
    idHeader: 'x-github-delivery',
    sign: (body, secret) => ({
      'content-type': 'application/x-www-form-urlencoded',
      'x-github-event': 'push',
      'x-github-delivery': '72d3162e-cc78-11e3-81ab-4c9367dc0959',
      'x-hub-signature-256': `sha256=${hex(secret, body)}`,
    }),
  },
  Forgejo: {
    body: fixture('gitea-push'),
    branches: ['develop'],
    idHeader: 'x-forgejo-delivery',
    sign: (body, secret) => ({
      'x-forgejo-event': 'push',
      'x-forgejo-delivery': 'f6266f16-1bf3-46a5-9ea4-602e06ead474',
      'x-forgejo-signature': hex(secret, body),
      'x-gitea-event': 'push',
      'x-gitea-signature': hex(secret, body),
      'x-github-event': 'push',
    }),
  },
  'GitLab with a secret token': {
    body: fixture('gitlab-push'),
    branches: ['main'],
    idHeader: 'idempotency-key',
    sign: (_body, secret) => ({
      'x-gitlab-event': 'Push Hook',
      'x-gitlab-token': secret,
      'x-gitlab-event-uuid': '13792a34-cac6-4fda-95a8-c58e00a3954e',
      'idempotency-key': 'f5e57d3c-3c9d-4e5c-8b7d-7c2d1f5f1d9b',
    }),
  },
  'GitLab with a signing token': {
    body: fixture('gitlab-push'),
    branches: ['main'],
    idHeader: 'webhook-id',
    sign: (body, secret) => ({ 'x-gitlab-event': 'Push Hook', ...standard(secret, body) }),
  },
  'Bitbucket Cloud': {
    body: fixture('bitbucket-push'),
    branches: ['name-of-branch', 'gone'],
    idHeader: 'x-request-uuid',
    sign: (body, secret) => ({
      'x-event-key': 'repo:push',
      'x-hook-uuid': 'b1ba2cd9-0000-4d7f-a3a7-a54f16da24e9',
      'x-request-uuid': 'a54f16da-24e9-4d7f-a3a7-b1ba2cd98aa3',
      'x-attempt-number': '1',
      'x-hub-signature': `sha256=${hex(secret, body)}`,
    }),
  },
  'Bitbucket Data Center': {
    body: fixture('bitbucket-refs-changed'),
    branches: ['main'],
    idHeader: 'x-request-id',
    sign: (body, secret) => ({
      'x-event-key': 'repo:refs_changed',
      'x-request-id': '3c8e1a2b-1111-4d7f-a3a7-b1ba2cd98aa3',
      'x-hub-signature': `sha256=${hex(secret, body)}`,
    }),
  },
  'Standard Webhooks': {
    body: '{"type":"repository.pushed","ref":"refs/heads/main"}',
    branches: ['main'],
    idHeader: 'webhook-id',
    sign: (body, secret) => standard(secret, body),
  },
};

export function deliver({ body, sign }: TestSender, secret = SECRET, changed: Headers = {}): WebhookDelivery {
  return { headers: { ...sign(body, secret), ...changed }, body: Buffer.from(body) };
}
