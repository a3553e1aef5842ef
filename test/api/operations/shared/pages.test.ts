import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '../../../../api/operations/registry.js';
import { objectOr } from '../../../../schemas/json/values.js';
import { flow, RealService } from '../../identity/real-service.js';

let service: RealService;
beforeAll(async () => {
  service = await RealService.start({
    'flows/refund-card.yaml': flow('refund-card'),
    'teams/refunds.yaml': `kind: team
name: refunds
members: ['api-key:refunder']
confined: true
grants: [{ role: operator, types: [flow], names: ['refund-*'] }]
`,
  });
});
afterAll(() => service.remove());

describe('lists with a cursor', () => {
  const lists = routes.filter(({ method, query }) => method === 'GET' && query?.includes('cursor'));
  const getUrl = (path: string) =>
    path
      .replace(':branch', 'live')
      .replace(':op', 'platform')
      .replace(':type', 'flow')
      .replace(':name', 'hello');

  test.each(lists.map(({ path, operation }) => [path, operation] as const))(
    '%s refuses an invalid cursor and an invalid number of items',
    async (path, operation) => {
      const ask = async (query: string) => {
        const answer = await service.call('GET', `${getUrl(path)}?${query}`);
        return [query, answer.statusCode, answer.json().code];
      };
      if ((await service.call('GET', getUrl(path))).statusCode === 409) return;
      for (const cursor of [
        'bogus',
        'bjo',
        '%00',
        'bjoBAQ',
        'x'.repeat(1_000),
        'bjonOyBkcm9wIHRhYmxlIHJ1bnM7LS0&cursor=b',
      ]) {
        expect(await ask(`cursor=${cursor}`)).toEqual([`cursor=${cursor}`, 400, 'request_invalid']);
      }
      for (const limit of ['0', '-1', '1.5', 'many', '']) {
        expect(await ask(`limit=${limit}`)).toEqual([`limit=${limit}`, 400, 'request_invalid']);
      }
      // A list whose pages may have more items than those of others says so.
      const { maximum } = objectOr(operation.input.properties['limit'] ?? null);
      const [tooMany, code] =
        typeof maximum === 'number'
          ? [`limit=${maximum + 1}`, 'request_invalid']
          : ['limit=201', 'list_page_too_large'];
      expect(await ask(tooMany)).toEqual([tooMany, 400, code]);
    },
  );
});

describe('a list of runs', () => {
  const run = async (name: string, count: number) => {
    for (let made = 0; made < count; made += 1) {
      await service.controller.runs.start({ branch: 'live', flow: name, input: {}, principal: 'user:test' });
    }
  };
  const page = async (key: string, cursor: string | null) => {
    const more = cursor === null ? '' : `&cursor=${cursor}`;
    const answer = await service.call('GET', `/api/v1/live/runs?limit=3${more}`, undefined, {
      'x-api-key': key,
    });
    return answer.json() as { items: { id: string; flow: string }[]; nextCursor: string | null };
  };

  test('has full pages for a caller who sees few of the runs, and keeps its position while runs start', async () => {
    const key = await service.key('refunder', 'operator');
    await run('refund-card', 2);
    await run('hello', 230);
    await run('refund-card', 2);
    await run('hello', 30);
    await run('refund-card', 3);
    const first = await page(key, null);
    expect(first.items.map((item) => item.flow)).toEqual(Array(3).fill('refund-card'));
    await run('refund-card', 1);
    const second = await page(key, first.nextCursor);
    expect(second.items.map((item) => item.flow)).toEqual(Array(3).fill('refund-card'));
    const third = await page(key, second.nextCursor);
    expect([third.items.length, third.nextCursor]).toEqual([1, null]);
    const all = [first, second, third].flatMap(({ items }) => items.map(({ id }) => id));
    expect(all).toEqual([...new Set(all)].sort().reverse());
  });
});
