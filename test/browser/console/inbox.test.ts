import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { password, RealService } from '../../api/identity/real-service.js';
import { eventually } from '../../eventually.js';
import { Browser, hasBrowser, type View } from '../browser.js';
import { keepPicture } from '../pictures.js';
import { listViews } from '../views.js';
import { buildConsole } from './built-console.js';
import { ConsolePage } from './console-page.js';

const phone: View = { width: 360, height: 800, scheme: 'light' };
const wide: View = { width: 1440, height: 900, scheme: 'light' };
const views = listViews();

const approve = `document: { dsl: '1.0.3', namespace: shop, name: approve, version: '1.0.0' }
do:
  - ask:
      call: human-task@default
      with:
        title: '\${ .title }'
        assignees: [ada]
        dueAfter: { hours: 2 }
        description: |
          ## The parcel came back

          It is **unopened**, see [the photos](https://example.com/photos), not [this](javascript:alert(1)).
          <img src=x onerror="document.title='hostile'"><script>document.title='hostile'</script>

          | article | price |
          |---|---|
          | Assam | 80 |

          1. Look at the photos.
          2. Decide.

          \`\`\`
          order o-1003
          \`\`\`
        form:
          type: object
          required: [approved]
          properties:
            approved: { type: boolean }
            comment: { type: string, title: Comment for the customer, maxLength: 150 }
`;

const details = `document: { dsl: '1.0.3', namespace: shop, name: details, version: '1.0.0' }
do:
  - ask:
      call: human-task@default
      with:
        title: Which delivery?
        assignees: ['role:editor', ada]
        form:
          type: object
          required: [size, weight, day]
          properties:
            size: { title: Size, enum: [small, large, 3] }
            country: { title: Country, enum: [AT, BE, CH, DE, DK, ES, FR] }
            weight: { type: number, title: Weight, description: In kilograms., maximum: 30 }
            day: { type: string, format: date, title: Day of the pick-up }
            note: { type: string, title: Note, maxLength: 1000 }
            gift: { type: boolean, title: It is a gift }
            insured: { type: boolean, title: It is insured, default: true }
            tags: { type: array, title: Tags }
`;

describe.skipIf(!hasBrowser())('the inbox of the console', () => {
  let service: RealService;
  let browser: Browser;
  let base = '';
  const pages: ConsolePage[] = [];

  beforeAll(async () => {
    buildConsole();
    service = await RealService.start({ 'flows/approve.yaml': approve, 'flows/details.yaml': details });
    await service.user('ada', 'viewer');
    await service.user('bo', 'viewer');
    await service.user('cleo', 'admin');
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    base = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
    browser = Browser.start();
  });
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.close();
  });
  afterAll(async () => {
    await browser?.stop();
    await service?.remove();
  });

  async function start(flow: string, input: object = {}): Promise<{ id: string; task: string }> {
    const headers = { prefer: 'respond-async' };
    const { id } = (await service.call('POST', `/api/v1/live/flows/${flow}/runs`, input, headers)).json();
    let task = '';
    await eventually(async () => {
      const { items } = (await service.call('GET', '/api/v1/platform/human-tasks?mine=false')).json();
      task = items.find(({ run }: { run: string }) => run === id)?.id ?? '';
      return task !== '';
    });
    return { id, task };
  }

  /** Programs answer no tasks. */
  async function answer(task: string): Promise<void> {
    const path = `/api/v1/platform/human-tasks/${task}/complete`;
    const { statusCode } = await service.call(
      'POST',
      path,
      { values: { approved: true } },
      await service.bearer('ada'),
    );
    expect(statusCode).toBe(200);
  }

  async function readValues(task: string): Promise<unknown> {
    return (await service.call('GET', `/api/v1/platform/human-tasks/${task}`)).json().values;
  }

  async function open(user: string, path: string, view: View = wide): Promise<ConsolePage> {
    const page = await ConsolePage.open(browser, base, path, view);
    pages.push(page);
    await page.page.send('Network.clearBrowserCookies');
    await page.go(path);
    await page.signIn(user, password);
    return page;
  }

  test('a task is approved on a phone with three touches from the runs', async () => {
    const { task } = await start('approve', { title: 'Refund 80 euros?' });
    const page = await open('ada', '/runs', phone);
    await page.tap('waits for you');
    await page.tap('Refund 80 euros?');
    await page.tap('Approve');
    await page.waitForText('Answered: Refund 80 euros?');
    expect(await readValues(task)).toEqual({ approved: true });
    await page.waitForText('Nothing waits for you');
    await page.waitFor('document.querySelector(".side-count") === null');
  });

  test('what an agent asks for is granted and denied on a phone, and the new key is shown once', async () => {
    const created = await service.controller.identity.apiKeys.create({
      name: 'robot',
      role: 'admin',
      actor: 'agent',
      createdBy: 'user:cleo',
    });
    const ask = async (name: string) => {
      const path = '/api/v1/platform/api-keys';
      const answer = await service.call('POST', path, { name, role: 'viewer' }, { 'x-api-key': created.key });
      expect(answer.statusCode).toBe(202);
    };
    await ask('for-reports');
    const page = await open('cleo', '/inbox', phone);
    await page.tap('for-reports');
    await page.waitForText('api-key:robot');
    expect(await page.faults(phone)).toEqual([]);
    await keepPicture(page.page, 'console approval 360');
    await page.tap('Grant');
    await page.waitForText('svc_live_');
    await page.waitForText('Granted: it was done once');
    expect(await page.faults(phone)).toEqual([]);
    await ask('for-nothing');
    await page.go('/inbox');
    await page.tap('for-nothing');
    await page.tap('Deny');
    await page.waitForText('Denied');
    const names = service.controller.identity.apiKeys.list().map(({ name }) => name);
    expect(names).toContain('for-reports');
    expect(names).not.toContain('for-nothing');
    await page.go('/inbox');
    await page.waitForText('Nothing waits for you');
  });

  test('a task is declined by keyboard alone; the enter key in a text answers nothing', async () => {
    const { id, task } = await start('approve', { title: 'Refund 90 euros?' });
    const page = await open('ada', '/inbox');
    await page.tabTo('Refund 90 euros?');
    await page.press('Enter');
    await page.waitForText('Comment for the customer');
    await page.page.evaluate('document.querySelector("form input").focus()');
    await page.type('Too late');
    await page.press('Enter');
    expect(await readValues(task)).toBeNull();
    await page.tabTo('Decline');
    await page.press('Enter');
    await page.waitForText('Answered: Refund 90 euros?');
    expect(await readValues(task)).toEqual({ approved: false, comment: 'Too late' });
    await page.click('Open the run');
    await page.waitFor(`location.pathname.endsWith("${id}")`);
  });

  test('shows the Markdown of a description, without what could harm', async () => {
    const { task } = await start('approve', { title: 'Refund 70 euros?' });
    const page = await open('ada', `/inbox/${task}`);
    await page.waitForText('The parcel came back');
    const count = (selector: string) =>
      page.page.evaluate<number>(`document.querySelectorAll(${JSON.stringify(selector)}).length`);
    expect(await count('.markdown strong')).toBe(1);
    expect(await count('.markdown td')).toBe(2);
    expect(await count('.markdown ol > li')).toBe(2);
    expect(await count('.markdown img, .markdown script, .markdown a[href^=javascript]')).toBe(0);
    expect(await count('.markdown a[rel~=noopener]')).toBe(1);
    expect(await page.text()).toContain('<img src=x');
    expect(await page.page.evaluate('document.title')).toBe('Refund 70 euros? · svc');
  });

  test('says which values do not fit, and keeps what was entered', async () => {
    const { task } = await start('details');
    const page = await open('ada', `/inbox/${task}`);
    await page.waitForText('Weight');
    const enter = async (label: string, value: string) => {
      await page.page.evaluate(
        `[...document.querySelectorAll("label")].find((each) => each.innerText.includes("${label}")).control.focus()`,
      );
      await page.type(value);
    };
    await page.click('large');
    await enter('Weight', '1,000');
    await page.page.evaluate(`(() => {
      const day = document.querySelector("input[type=date]");
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(day, '2026-03-04');
      day.dispatchEvent(new Event('input', { bubbles: true }));
    })()`);
    await enter('Tags', '["a"]');
    await page.click('Complete');
    await page.waitForText('must be a number without separators of thousands');
    await page.page.evaluate('document.querySelector("input[inputmode=decimal]").select()');
    await page.type('40');
    await page.click('Complete');
    await page.waitForText('Some values do not fit');
    await page.waitFor('/30/.test(document.querySelector(".form-fault")?.innerText)');
    expect(await page.faults(wide)).toEqual([]);
    await page.page.evaluate('document.querySelector("input[inputmode=decimal]").select()');
    await page.type('12,5');
    await page.click('Complete');
    await page.waitForText('Answered: Which delivery?');
    expect(await readValues(task)).toEqual({
      size: 'large',
      weight: 12.5,
      day: '2026-03-04',
      gift: false,
      insured: true,
      tags: ['a'],
    });
  });

  test('shows a task that opens elsewhere, and its end, without being loaded again', async () => {
    const page = await open('ada', '/inbox');
    await page.waitForText('Live');
    const { id, task } = await start('approve', { title: 'Refund 60 euros?' });
    await page.waitForText('Refund 60 euros?');
    await page.click('Refund 60 euros?');
    await page.waitForText('Approve');
    await answer(task);
    await page.waitForText('This task has an answer');
    expect(await page.text()).not.toContain('Approve');
    expect(id).not.toBe('');
  });

  test('another person works on a claimed task, which an answer does not pass over', async () => {
    const { task } = await start('details');
    const cleo = await open('cleo', `/inbox/${task}`);
    await cleo.click('Claim');
    await cleo.waitForText('Release');
    const ada = await open('ada', `/inbox/${task}`);
    await ada.waitForText('cleo works on this task');
    expect(await ada.text()).not.toContain('Release');
  });

  test('a viewer who is not asked sees neither the task nor its buttons', async () => {
    const { task } = await start('approve', { title: 'Refund 50 euros?' });
    const page = await open('bo', '/inbox');
    await page.waitForText('Nothing waits for you');
    await page.click('For anyone');
    await page.waitForText('Nothing waits');
    expect(await page.text()).not.toContain('Refund 50 euros?');
    await page.go(`/inbox/${task}`);
    await page.waitForText('no such human task');
    expect(await page.text()).not.toContain('Approve');
  });

  test('the browser is asked for notifications only after a click, and tells of tasks that open out of view', async () => {
    const page = await open('ada', '/inbox');
    await page.waitForText('Live');
    await page.page.evaluate(`(() => {
      window.notices = [];
      window.questions = 0;
      window.Notification = class {
        static permission = 'default';
        static async requestPermission() {
          window.questions += 1;
          return (this.permission = 'granted');
        }
        constructor(title) { window.notices.push(title); }
        close() {}
      };
    })()`);
    await start('approve', { title: 'Refund 10 euros?' });
    await page.waitForText('Refund 10 euros?');
    expect(await page.page.evaluate('[window.questions, window.notices.length]')).toEqual([0, 0]);
    await page.click('Notify me');
    await page.waitForText('Stop notifying me');
    await page.page.evaluate("Object.defineProperty(document, 'hidden', { value: true })");
    await start('approve', { title: 'Refund 11 euros?' });
    await page.waitFor('window.notices.some((title) => title.includes("Refund 11 euros?"))');
    expect(await page.page.evaluate('window.questions')).toBe(1);
    await page.click('Stop notifying me');
    await page.waitForText('Notify me');
  });

  describe.each(views)('at $width px, $scheme', (view) => {
    test('its pages have no fault', async () => {
      const { task } = await start('approve', {
        title: 'Refund 85.40 euros for order o-1003 of Ines Halvorsen?',
      });
      const { task: detailed } = await start('details');
      const page = await open('ada', '/inbox', view);
      const look = async (name: string) => {
        await keepPicture(page.page, `console ${name} ${view.width} ${view.scheme}`);
        expect(await page.faults(view)).toEqual([]);
      };
      await page.waitForText('o-1003 of Ines');
      await look('inbox');
      await page.go(`/inbox/${task}`);
      await page.waitForText('Approve');
      await look('approval');
      await page.go(`/inbox/${detailed}`);
      await page.waitForText('Complete');
      await look('form');
      await answer(task);
      await page.go('/inbox?view=completed');
      await page.waitForText('o-1003 of Ines');
      await page.go(`/inbox/${task}`);
      await page.waitForText('This task has an answer');
      await look('answered');
    });
  });
});
