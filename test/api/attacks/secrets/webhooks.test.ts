import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Installation, prefixes } from './installation.js';
import { allowed, branches, environments, hookFor } from './table.js';

const active = ['preview/1', 'other'];
let it: Installation;
beforeAll(async () => {
  it = await Installation.start({ git: true, activeBranches: active });
  for (const branch of active) await it.service.controller.reconciler.current(branch);
}, 60_000);
afterAll(() => it.stop());

/** Delivers a request that is signed with the value of a stored secret. */
async function deliver(branch: string, environment: string | undefined, path: string) {
  const body = '{}';
  const signature = createHmac('sha256', `canary-of-${path}`).update(body).digest('hex');
  return it.service.app.inject({
    method: 'POST',
    url: `/api/v1/${encodeURIComponent(branch)}/hooks/${hookFor(environment)}`,
    headers: {
      'content-type': 'application/json',
      'x-hub-signature-256': `sha256=${signature}`,
      'x-github-delivery': randomUUID(),
    },
    payload: body,
  });
}

const cells = branches.flatMap((branch) =>
  environments.map((environment) => [branch, environment ?? 'no environment', environment] as const),
);

test.each(cells)(
  'a webhook on %s in %s checks signatures with the secret that its runs may use, and no other',
  async (branch, _, environment) => {
    const genuine: string[] = [];
    for (const prefix of prefixes) {
      const answer = await deliver(branch, environment, `${prefix}shop`);
      if (answer.statusCode === 202) genuine.push(`${prefix}shop`);
      expect(answer.body).not.toContain('canary');
    }
    const isFired = branch === 'main' || active.includes(branch);
    const path = isFired ? allowed(branch, environment) : undefined;
    expect(genuine).toEqual(path === undefined ? [] : [path]);
  },
);
