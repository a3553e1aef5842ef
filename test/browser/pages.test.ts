import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RealService } from '../api/identity/real-service.js';
import { eventually } from '../eventually.js';
import { accessibilityFaults } from './accessibility.js';
import { Browser, hasBrowser, type Page, type View } from './browser.js';
import { keepPicture } from './pictures.js';
import { listViews } from './views.js';

const flow = `document: { dsl: '1.0.3', namespace: shop, name: ask, version: 1.0.0 }
do:
  - approve:
      call: human-task@default
      with:
        title: 'Refund 80 euros for order o-1003?'
        description: |
          The parcel came back **unopened**.

          | article | price |
          |---|---|
          | Assam | 80 |
        assignees: [ada]
        notify:
          call: http
          with: { method: post, endpoint: 'http://127.0.0.1:PORT/', body: { link: '\${ .link }' } }
        form:
          type: object
          required: [approved, amount]
          properties:
            approved: { type: boolean }
            amount: { type: number, title: Amount, description: In euros. }
            reason: { enum: [damaged, late, other] }
            comment: { type: string, maxLength: 1000 }
`;

const pages: Record<string, string> = {
  front: '/',
  contents: '/manual',
  guide: '/manual/guide.first-flow',
  'guide with tables': '/manual/guide.operating',
  kind: '/manual/kind.trigger',
  connector: '/manual/connector.http.actions.get',
  'search results': '/manual?q=retry+after+an+error',
  'search without a hit': '/manual?q=excel',
  'search for gibberish': '/manual?q=qqqqzzzz',
  'no such topic': '/manual/task.cal',
  'no such page': '/nowhere',
  'human task': '',
};
const views = listViews([360, 1440]);

describe.skipIf(!hasBrowser())('in a browser', () => {
  let service: RealService;
  let browser: Browser;
  let base = '';
  let received = '';
  const chat = createServer(async (request, response) => {
    received = await text(request);
    response.end();
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => chat.listen(0, '127.0.0.1', resolve));
    service = await RealService.start(
      { 'flows/ask.yaml': flow.replace('PORT', String((chat.address() as AddressInfo).port)) },
      { SVC_Server__BaseUrl: 'http://127.0.0.1', SVC_Flows__AllowPrivateNetworks: 'true' },
    );
    await service.user('ada', 'viewer');
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    base = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
    pages['human task'] = await humanTaskPath();
    browser = Browser.start();
  });
  afterAll(async () => {
    await browser?.stop();
    await service?.remove();
    await new Promise((resolve) => chat.close(resolve));
  });

  /** Returns the path of the form that a message has led to. */
  async function humanTaskPath(): Promise<string> {
    await service.call('POST', '/api/v1/live/flows/ask/runs', {}, { prefer: 'respond-async' });
    await eventually(() => received !== '');
    return new URL(JSON.parse(received).link).pathname;
  }

  async function withPage<Value>(
    path: string,
    view: View,
    look: (page: Page) => Promise<Value>,
  ): Promise<Value> {
    const page = await browser.open(`${base}${path}`, view);
    try {
      return await look(page);
    } finally {
      await page.close();
    }
  }

  describe.each(views)('at $width px, $scheme', (view) => {
    test.each(Object.keys(pages))('the page "%s" has no fault of accessibility, and fits', async (name) => {
      await withPage(pages[name] ?? '', view, async (page) => {
        // The page at the bare address is the console's, which its program makes.
        await eventually(() => page.evaluate<boolean>('document.querySelector("h1") !== null'));
        await keepPicture(page, `${name} ${view.width} ${view.scheme}`);
        expect(await accessibilityFaults(page)).toEqual([]);
        const width = await page.evaluate<number>('document.documentElement.scrollWidth');
        expect(width).toBeLessThanOrEqual(view.width);
      });
    });
  });

  test('a fault of accessibility is found', async () => {
    await withPage('/manual', views[0] as View, async (page) => {
      await page.evaluate('document.querySelector("main").append(document.createElement("button"))');
      expect(await accessibilityFaults(page)).toEqual([expect.stringMatching(/^button-name: /)]);
    });
  });

  test('a button copies the code of its block, and says so', async () => {
    await withPage('/manual/guide.first-flow', views[0] as View, async (page) => {
      const copied = await page.evaluate<string[]>(`(async () => {
        let text = '';
        navigator.clipboard.writeText = async (copied) => { text = copied; };
        const [button] = document.querySelectorAll('button.copy');
        button.click();
        await new Promise((resolve) => setTimeout(resolve));
        return [text, button.textContent, document.querySelector('[role=status]').textContent];
      })()`);
      expect(copied[0]).toMatch(/^# flows\/greet\.yaml\ndocument:/);
      expect(copied.slice(1)).toEqual(['Copied', 'The code is copied.']);
    });
  });
});
