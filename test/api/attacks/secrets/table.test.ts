import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Installation } from './installation.js';
import { allowed, branches, environments, surfaces, ways } from './table.js';
import { toolClients } from './tool-clients.js';

let it: Installation;
let url = '';

beforeAll(async () => {
  it = await Installation.start({ git: true });
  url = await it.service.app.listen({ port: 0, host: '127.0.0.1' });
}, 60_000);
afterAll(() => it.stop());

describe.each(ways)('by $name', (way) => {
  const cells = branches.flatMap((branch) =>
    (way.environments ?? environments).map((environment) => ({ branch, environment })),
  );

  describe.each(way.surfaces ?? [...surfaces, ...toolClients(() => url)])('over $name', (surface) => {
    test.each(['operator', 'editor', 'admin'])(
      '%s uses what the policy allows',
      async (role) => {
        const cached = new Set<string>();
        for (const { branch, environment } of cells) {
          it.received = [];
          const where = `${branch} in ${environment ?? 'no environment'}`;
          const use = { key: it.keys[role] ?? '', branch, environment, row: `${surface.name}-${role}` };
          const answer = await way.use(surface, it, use);
          if (answer === undefined) return;
          if (way.isCached) await way.use(surface, it, use);
          const secret = allowed(branch, environment);
          if (secret === undefined) {
            expect(answer.problem?.code, where).toBe('environment_not_allowed');
            expect(answer.problem?.hints, where).toHaveLength(1);
            expect(it.received, where).toEqual([]);
          } else {
            if (way.isRefused) expect(answer.problem?.code, where).toMatch(/^action_/);
            else expect(answer.problem, where).toBeUndefined();
            // An environment that is also the branch's default one comes twice.
            const isKnown = way.isCached && cached.has(`${branch} ${secret}`);
            expect(it.received, where).toEqual(isKnown ? [] : [secret]);
            cached.add(`${branch} ${secret}`);
          }
        }
      },
      120_000,
    );

    test('a viewer uses none', async () => {
      it.received = [];
      const use = { key: it.keys['viewer'] ?? '', branch: 'main', environment: undefined, row: 'viewer' };
      const answer = await way.use(surface, it, use);
      if (answer) expect(answer.problem?.code).toBe('forbidden');
      expect(it.received).toEqual([]);
    });
  });
});
