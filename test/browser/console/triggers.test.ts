import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../browser.js';
import { ConsoleService, expectNoFault, views } from './console-service.js';

function getFlow(name: string, schedule: string): string {
  return `document: { dsl: '1.0.3', namespace: shop, name: ${name}, version: '1.0.0' }\n${schedule}do:\n  - step: { set: { done: true } }\n`;
}

const files = {
  'flows/nightly.yaml': getFlow('nightly', "schedule: { cron: '30 23 * * *' }\n"),
  'flows/yearly.yaml': getFlow('yearly', "schedule: { cron: '0 12 24 12 *' }\n"),
  'flows/order.yaml': getFlow('order', ''),
  'triggers/orders.yaml':
    'kind: trigger\nname: orders\nflow: order\ninput: ${ .body }\nwebhook: { path: orders, signature: { scheme: standard-webhooks, secret: orders, key: secret } }\n',
};

describe.skipIf(!hasBrowser())('the triggers of the console', () => {
  let service: ConsoleService;

  beforeAll(async () => {
    const users = { ada: 'admin', vera: 'viewer' } as const;
    service = await ConsoleService.start({ files, users });
    const value = { secret: 'whsec_c2VzYW1lLTQ3MTEtb3Blbi1zZXNhbWU=' };
    const path = '/api/v1/platform/entities/platform/secret';
    await service.service.call('POST', path, { path: 'orders', value });
  });
  afterEach(() => service.closePages());
  afterAll(() => service?.stop());

  test('lists what starts flows, with next times and the addresses of webhooks', async () => {
    const page = await service.open('ada', '/triggers');
    await page.waitForText('nightly');
    const text = await page.text();
    expect(text).toMatch(/nightly\s+Schedule\s+Next in/);
    expect(text).toMatch(/order\s+Webhook\s+orders\s+\S*\/hooks\/orders/);
  });

  test('a schedule fires now, is paused and resumed; each change shows at once', async () => {
    const page = await service.open('ada', '/triggers');
    await page.click('More actions: flow.nightly');
    await page.click('Fire now');
    await page.waitForText('The trigger has fired.');
    await page.click('Pause: flow.nightly');
    await page.waitForText('Paused by user:ada');
    const { items } = (await service.service.call('GET', '/api/v1/live/triggers?flow=nightly')).json();
    expect(items.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([
      ['flow.nightly', 'paused'],
    ]);
    await page.go('/triggers?view=calendar');
    await page.waitForText('On 24 December');
    expect(await page.page.evaluate('document.querySelector("main").innerText.includes("nightly")')).toBe(
      false,
    );
    await page.go('/triggers');
    await page.click('Resume: flow.nightly');
    await page.waitFor('!document.body.innerText.includes("Paused by")');
  });

  test('the calendar has the next times day by day', async () => {
    const page = await service.open('ada', '/triggers');
    await page.click('Calendar');
    await page.waitForText('The next three times');
    // A day of another year says so.
    expect(await page.text()).toMatch(/On 24 December \d{4}/);
    expect(await page.text()).toMatch(/(Today|Tomorrow)\s+\S+( [AP]M)?\s+nightly/);
  });

  test('a viewer sees them without buttons', async () => {
    const page = await service.open('vera', '/triggers');
    await page.waitForText('nightly');
    expect(await page.page.evaluate('document.querySelectorAll("main .row-side .button").length')).toBe(0);
  });

  describe.each(views)('at $width px, $scheme', (view) => {
    test('its pages have no fault', async () => {
      const page = await service.open('ada', '/triggers', view);
      await page.waitForText('nightly');
      await expectNoFault(page, view, 'triggers');
      await page.click('More actions: flow.nightly');
      await page.click('Run for the past');
      await page.click('Show the times');
      await page.waitForText('Start 1 run');
      await expectNoFault(page, view, 'backfill');
      await page.go('/triggers?view=calendar');
      await page.waitForText('On 24 December');
      await expectNoFault(page, view, 'calendar');
    });
  });
});
