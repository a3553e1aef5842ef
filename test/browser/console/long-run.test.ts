import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../browser.js';
import { ConsoleService } from './console-service.js';

const rounds = 1_200;
const files = {
  'flows/long.yaml': `document: { dsl: '1.0.3', namespace: shop, name: long, version: '1.0.0' }
do:
  - eachOrder:
      for: { each: order, in: '\${ [range(.rounds)] + ["free"] }' }
      do:
        - price: { set: { price: '\${ $order }' } }
        - total: { set: { withTax: '\${ $order + 1 }' } }
`,
};

describe.skipIf(!hasBrowser())('the page of a long run', () => {
  let service: ConsoleService;
  let long = '';

  beforeAll(async () => {
    service = await ConsoleService.start({ files, users: { ada: 'admin' } });
    const answer = await service.service.call(
      'POST',
      '/api/v1/live/flows/long/runs',
      { rounds },
      { prefer: 'wait=30' },
    );
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    long = answer.json().id;
  });
  afterEach(() => service.closePages());
  afterAll(() => service?.stop());

  test('shows the last lines of the log first, and earlier ones when they are wanted', async () => {
    const page = await service.open('ada', `/runs/${long}?view=log`);
    await page.waitForText('lines of the newest');
    // The lines of the cause are a request of their own.
    const pages = () => page.requests.filter((url) => /logs\?(?!.*task=)/.test(url)).length;
    expect(pages()).toBe(1);
    const count = 'document.querySelector("[aria-label=Log] [role=status]").innerText';
    for (let clicks = 0; (await page.text()).includes('Earlier lines'); clicks++) {
      expect(clicks).toBeLessThan(10);
      const before = await page.page.evaluate<string>(count);
      await page.click('Earlier lines');
      await page.waitFor(`${count} !== ${JSON.stringify(before)}`);
    }
    const { items } = (
      await service.service.call('GET', `/api/v1/live/runs/${long}/logs?limit=10000`)
    ).json();
    const shown = items.filter(({ level }: { level: string }) => level !== 'debug').length;
    expect(shown).toBeGreaterThan(2 * rounds);
    await page.waitFor(`${count} === ${JSON.stringify(`${shown.toLocaleString('en')} lines`)}`);
    expect(await page.text()).toContain(items[0].message);
  });
});
