import type { DocumentedRoute } from '../operations/shared/route.js';

/**
 * The route for deliveries to triggers, for the OpenAPI document. It is not an operation: a delivery is signed over its bytes
 * and has no principal.
 */
export const hookRoute = {
  operation: {
    name: 'receive-hook',
    title: 'Deliver to the webhook of a trigger',
    description:
      'Starts the flow of the trigger whose `webhook.path` is the path. The delivery proves its sender by the signature that the trigger names; no credential is needed besides. Answered once the run is durable, with 202 and the run, or with the output of the flow where the trigger says `respond: output`. A delivery that comes again within `Retention.Deliveries` starts nothing and gets the same answer.',
    permission: 'anyone',
    input: {
      properties: {
        branch: {
          type: 'string',
          description: 'The production branch, or one of `Git.ActiveBranches`.',
          examples: ['main'],
        },
        path: { type: 'string', description: '`webhook.path` of the trigger.', examples: ['shop-orders'] },
        payload: { description: 'What the sender has to say, in any media type.', examples: [{ id: 'o-1' }] },
      },
    },
    output: {
      type: 'object',
      properties: {
        runId: { type: 'string', description: 'The run; missing when none was started.' },
        repeated: { type: 'boolean', description: 'True for a delivery that came before.' },
        skipped: {
          type: 'string',
          enum: ['paused', 'disabled'],
          description: 'The reason why no run was started.',
        },
      },
    },
  },
  method: 'POST',
  path: '/api/v1/:branch/hooks/:path',
  body: 'payload',
  credential: 'none',
  statuses: [200, 202],
  problems: [
    'branch_not_found',
    'body_too_large',
    'flow_input_too_large',
    'parameters_invalid',
    'queue_full',
    'rate_limited',
    'request_invalid',
    'signature_invalid',
    'webhook_not_found',
    'webhook_unusable',
  ],
} as const satisfies DocumentedRoute;

/** The route for the checks of addresses by senders, for the OpenAPI document. */
export const hookCheckRoute = {
  operation: {
    name: 'check-hook',
    title: 'Answer the check of the address of a webhook',
    description:
      'Some senders check an address with `GET` before they use it. A trigger with `verify` answers by it, mostly with the value of a parameter of the query, and starts nothing.',
    permission: 'anyone',
    input: {
      properties: {
        branch: hookRoute.operation.input.properties.branch,
        path: hookRoute.operation.input.properties.path,
      },
    },
    output: { description: 'What `verify.answer` of the trigger gives.' },
  },
  method: 'GET',
  path: hookRoute.path,
  credential: 'none',
  answers: {
    'text/plain': { type: 'string', description: 'The answer, if it is a text.', examples: ['1158201444'] },
    'application/json': {
      description: 'The answer, if it is no text.',
      examples: [{ challenge: '1158201444' }],
    },
  },
  statuses: [200],
  problems: ['branch_not_found', 'rate_limited', 'signature_invalid', 'webhook_not_found'],
} as const satisfies DocumentedRoute;
