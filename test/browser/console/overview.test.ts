import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { password, RealService } from '../../api/identity/real-service.js';
import { eventually } from '../../eventually.js';
import { Browser, hasBrowser, type View } from '../browser.js';
import { keepPicture } from '../pictures.js';
import { listViews } from '../views.js';
import { buildConsole } from './built-console.js';
import { ConsolePage } from './console-page.js';

const wide: View = { width: 1440, height: 900, scheme: 'light' };
const views = listViews();

function document(name: string): string {
  return `document: { dsl: '1.0.3', namespace: shop, name: ${name}, version: '1.0.0' }\n`;
}

const files = {
  'flows/audit.yaml': `${document('audit')}do:
  - fail: { raise: { error: { type: 'https://example.com/e', status: 500, title: No orders, detail: The list of orders is empty. } } }
`,
  'flows/report.yaml': `${document('report')}use: { secrets: [mail] }
schedule: { cron: '30 23 * * *' }
do:
  - send: { set: { token: '\${ $secrets.mail.token }' } }
`,
  'flows/clean.yaml': `${document('clean')}schedule: { every: { hours: 1 } }
do:
  - sweep: { set: { done: true } }
`,
  'flows/wait.yaml': `${document('wait')}do:
  - hold: { wait: { seconds: 600 } }
`,
  'flows/ask.yaml': `${document('ask')}do:
  - ask:
      call: human-task@default
      with: { title: 'Refund 80 euros?', assignees: [ada], dueAfter: { hours: 30 }, form: { type: object, properties: { approved: { type: boolean } } } }
`,
  'flows/broken.yaml': `${document('broken')}do:
  - send: { call: nothing.here }
`,
};

describe.skipIf(!hasBrowser())('the overview of the console', () => {
  let service: RealService;
  let browser: Browser;
  let base = '';
  let failedRun = '';
  const pages: ConsolePage[] = [];

  beforeAll(async () => {
    buildConsole();
    service = await RealService.start(files);
    await service.user('ada', 'admin');
    await service.user('bo', 'viewer');
    await service.user('cleo', 'admin');
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    base = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
    browser = Browser.start();
    failedRun = await start('audit', 'wait=30');
    await start('wait', 'respond-async');
    await start('ask', 'respond-async');
    await eventually(async () => {
      const { items } = (await service.call('GET', '/api/v1/platform/human-tasks?mine=false')).json();
      return items.length > 0;
    });
  });
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.close();
  });
  afterAll(async () => {
    await browser?.stop();
    await service?.remove();
  });

  async function start(flow: string, prefer: string): Promise<string> {
    return (await service.call('POST', `/api/v1/live/flows/${flow}/runs`, {}, { prefer })).json().id;
  }

  async function open(user: string, view: View = wide): Promise<ConsolePage> {
    const page = await ConsolePage.open(browser, base, '', view);
    pages.push(page);
    await page.page.send('Network.clearBrowserCookies');
    await page.go('');
    await page.signIn(user, password);
    await page.waitForText('Overview');
    return page;
  }

  test('tells without a click what waits, what cannot run and why, what starts next, and what has failed', async () => {
    const page = await open('ada');
    await page.waitForText('Refund 80 euros?');
    await page.waitForText('The list of orders is empty.');
    await page.waitForText('The flow report cannot run');
    const text = await page.text();
    expect(text).toMatch(/Not in service: flows\/broken\.yaml:\d+/);
    expect(text).toMatch(
      /report\s+in \d+ (hours?|minutes?), t(oday|omorrow) at [^\n]*\s+The flow cannot run as things are/,
    );
    expect(text).toMatch(
      /clean\s+in \d+ (hours?|minutes?), today|clean\s+in \d+ (hours?|minutes?), tomorrow/,
    );
    expect(text).toMatch(/1\s+Failed/);
    expect(text).toMatch(/cannot run\s+there is no secret mail\.\s+\S+/);
  });

  test('leads to the cause of a failed run, and to the task that waits, with one key press', async () => {
    const page = await open('ada');
    await page.waitForText('Failed lately');
    await page.tabTo('Refund 80 euros?');
    await page.tabTo('audit');
    await page.press('Enter');
    await page.waitFor(`location.pathname.endsWith("${failedRun}")`);
    await page.waitForText('Failed at fail');
  });

  test('shows a run that fails elsewhere without being loaded again', async () => {
    const page = await open('ada');
    await page.waitForText('Live');
    const count = 'document.querySelectorAll("#overview-faults ~ .card li").length';
    await page.waitFor(`${count} > 0`);
    const before = await page.page.evaluate<number>(count);
    await start('audit', 'wait=30');
    await page.waitFor(`${count} > ${before}`);
  });

  test('names the people whom flows wait for to those who may see it', async () => {
    const page = await open('cleo');
    await page.waitForText('Waits for others');
    expect(await page.text()).toMatch(/Refund 80 euros\?\s+ask · [\s\S]*? · ada/);
    await page.click('Refund 80 euros?');
    await page.waitForText('Approve');
  });

  test('shows a viewer no checks of the installation and no task of others', async () => {
    const page = await open('bo');
    await page.waitForText('Nothing waits for you.');
    await page.waitForText('The flow report cannot run');
    expect(await page.text()).not.toContain('Check of the installation');
    expect(await page.text()).not.toContain('Waits for others');
    expect(await page.text()).not.toContain('Refund 80 euros?');
    expect(page.requests.filter((url) => url.includes('diagnostics'))).toEqual([]);
  });

  describe.each(views)('at $width px, $scheme', (view) => {
    test('has no fault', async () => {
      const page = await open('ada', view);
      await page.waitForText('The list of orders is empty.');
      await page.waitForText('The flow report cannot run');
      await keepPicture(page.page, `console overview ${view.width} ${view.scheme}`);
      expect(await page.faults(view)).toEqual([]);
    });
  });
});
