import type { Role } from '../../../controller/security/identity/index.js';
import { RealService } from '../identity/real-service.js';
import type { Reached } from './clients.js';

/** Its configuration, as files. */
export const files = {
  'flows/greet.yaml': `document:
  dsl: '1.0.3'
  namespace: test
  name: greet
  version: '1.0.0'
  title: Greet somebody
  summary: Says hello to a customer by name.
  tags: { mcp: true }
input:
  schema:
    document:
      type: object
      required: [name]
      additionalProperties: false
      properties:
        name: { type: string, description: Whom to greet. }
do:
  - greet: { set: { text: '\${ "hello " + .name }' } }
`,
  'flows/slow.yaml': `document: { dsl: '1.0.3', namespace: test, name: slow, version: '1.0.0' }
do:
  - first: { set: { a: 1 } }
  - second: { wait: { milliseconds: 400 } }
  - third: { set: { b: 2 } }
`,
  'flows/endless.yaml': `document: { dsl: '1.0.3', namespace: test, name: endless, version: '1.0.0' }
do:
  - pause: { wait: { hours: 1 } }
`,
  'flows/broken.yaml': `document: { dsl: '1.0.3', namespace: test, name: broken, version: '1.0.0' }
do:
  - fail: { raise: { error: { type: https://example.com/late, status: 503, title: Too late } } }
`,
  'folios/refunds.yaml': `kind: folio
name: refunds
title: When we refund
tags: [policy]
body: |
  Refunds are given within 30 days.
`,
  'skills/triage.yaml': `kind: skill
name: triage
description: How to triage a ticket.
instructions: Read the ticket, then run greet.
flows: [greet]
`,
};

/** A real service that listens. */
export interface McpTestService extends Reached {
  service: RealService;
  key(role: Role): Promise<Reached>;
}

export async function startMcp(
  env: Record<string, string> = {},
  more: Record<string, string> = {},
): Promise<McpTestService> {
  const service = await RealService.start(
    { ...files, ...more },
    { SVC_Limits__RequestsPerMinute: '100000', ...env },
  );
  const url = await service.app.listen({ port: 0, host: '127.0.0.1' });
  return {
    service,
    url,
    apiKey: service.adminKey,
    key: async (role) => ({ url, apiKey: await service.key(`mcp-${role}`, role) }),
  };
}
