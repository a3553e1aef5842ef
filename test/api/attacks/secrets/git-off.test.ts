import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Installation } from './installation.js';
import { allowed, environments, surfaces, ways } from './table.js';

let it: Installation;

beforeAll(async () => {
  it = await Installation.start({ git: false });
}, 60_000);
afterAll(() => it.stop());

describe.each(ways)('without Git, by $name', (way) => {
  test.each(way.surfaces ?? surfaces)(
    'the directory uses every secret as production does, over $name',
    async (surface) => {
      for (const environment of way.environments ?? environments) {
        it.received = [];
        const key = it.keys['operator'] ?? '';
        const answer = await way.use(surface, it, { key, branch: 'live', environment, row: surface.name });
        if (answer === undefined) return;
        if (way.isRefused) expect(answer.problem?.code).toMatch(/^action_/);
        else expect(answer.problem).toBeUndefined();
        expect(it.received).toEqual([allowed('main', environment)]);
      }
    },
  );

  test.each(way.surfaces ?? surfaces)('a viewer uses none, over $name', async (surface) => {
    it.received = [];
    const use = { key: it.keys['viewer'] ?? '', branch: 'live', environment: undefined, row: 'viewer' };
    const answer = await way.use(surface, it, use);
    if (answer) expect(answer.problem?.code).toBe('forbidden');
    expect(it.received).toEqual([]);
  });
});
