import type { JsonObject } from '../../schemas/json/types.js';
import type { DocumentedRoute } from '../operations/shared/route.js';

const header = (description: string): JsonObject => ({ type: 'string', description });

/**
 * The route for webhooks of forges, for the OpenAPI document. It is not an operation: a delivery is signed over its bytes and
 * has no principal.
 */
export const gitSyncRoute = {
  operation: {
    name: 'receive-delivery',
    title: 'Receive a delivery of a forge’s webhook',
    description:
      'Tells svc that something was pushed, or that a pull request was opened or moved, so that it looks at once. Each delivery carries one of the signatures below, over the bytes of the body, made with one of `Git.WebhookSecrets`; no credential is needed besides. Answered once the delivery is noted: fetching and applying follow. A delivery that comes again changes nothing and gets the same answer.',
    permission: 'anyone',
    input: {
      properties: {
        payload: {
          description: 'What happened, as the forge writes it.',
          examples: [{ ref: 'refs/heads/main' }],
        },
      },
    },
    output: {
      type: 'object',
      additionalProperties: false,
      required: ['syncId'],
      properties: {
        syncId: {
          type: 'string',
          description:
            'Names the synchronisation in `GET /api/v1/{branch}/cicd/sync`, where the delivery sets one off.',
        },
      },
    },
  },
  method: 'POST',
  path: '/api/v1/platform/git/sync',
  body: 'payload',
  credential: 'none',
  requestHeaders: {
    'x-hub-signature-256': header('GitHub: `sha256=` and the HMAC-SHA256 of the body in hexadecimal.'),
    'x-hub-signature': header('Bitbucket: the same.'),
    'x-gitea-signature': header(
      'Gitea, Forgejo (`x-forgejo-signature`) and Gogs (`x-gogs-signature`): the HMAC-SHA256 in hexadecimal.',
    ),
    'x-gitlab-token': header('GitLab: the secret itself.'),
    'webhook-signature': header(
      'Standard Webhooks, and signed GitLab deliveries: `v1,` and the HMAC-SHA256 of id, time and body in Base64.',
    ),
    'webhook-id': header('Standard Webhooks: the number of the delivery.'),
    'webhook-timestamp': header('Standard Webhooks: seconds since 1970; five minutes off at most.'),
  },
  statuses: [202],
  problems: [
    'request_invalid',
    'signature_invalid',
    'body_too_large',
    'unsupported_media_type',
    'rate_limited',
  ],
} as const satisfies DocumentedRoute;
