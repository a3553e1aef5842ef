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
    const logs = page.requests.filter((url) => url.includes('/logs'));
    expect(logs).toHaveLength(1);
    expect(await page.text()).not.toContain('run running');
    for (let clicks = 0; (await page.text()).includes('Earlier lines'); clicks++) {
      expect(clicks).toBeLessThan(10);
      await page.click('Earlier lines');
      await page.waitFor('!document.body.innerText.includes("Reading …")');
    }
    // One line for each task that ended, and those of the run.
    await page.waitForText(`${(2 * rounds + 4).toLocaleString('en')} lines`);
    expect(await page.text()).toContain('run running');
  });
});
