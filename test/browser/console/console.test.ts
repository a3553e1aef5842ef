import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { password, RealService } from '../../api/identity/real-service.js';
import { eventually } from '../../eventually.js';
import { Browser, hasBrowser, type View } from '../browser.js';
import { keepPicture } from '../pictures.js';
import { listViews } from '../views.js';
import { buildConsole, readSizes } from './built-console.js';
import { ConsolePage } from './console-page.js';

const wide: View = { width: 1440, height: 900, scheme: 'light' };
const views = listViews([360, 1440]);

function document(name: string): string {
  return `document: { dsl: '1.0.3', namespace: shop, name: ${name}, version: '1.0.0' }\n`;
}

const check = (amount: string) => `${document('check-orders')}do:
  - eachOrder:
      for: { each: order, in: '\${ [{"amount": 12}, {"amount": ${amount}}] }' }
      do:
        - total: { set: { withTax: '\${ $order.amount * 119 | floor }' } }
`;

const hostile = '<img src=x onerror="document.title=1"><script>document.title=2</script>';

const files: Record<string, string> = {
  'flows/check-orders.yaml': check('7'),
  'flows/audit.yaml': `${document('audit')}do:
  - collect: { set: { day: '2026-03-01' } }
  - checkOrders: { run: { workflow: { namespace: shop, name: check-orders, version: '1.0.0' } } }
`,
  'flows/hostile.yaml': `${document('hostile')}do:
  - say: { set: { html: '\${ .html }', rtl: "\\u202Eabc \\u05D0\\u05D1", lines: '\${ [range(5000)] }' } }
  - fail:
      raise:
        error: { type: 'https://example.com/<b>', status: 418, title: 'x', detail: '\${ $context.none // "${hostile.replaceAll('"', '\\"')}" }' }
`,
  'flows/wait.yaml': `${document('wait')}do:
  - hold: { wait: { seconds: 600 } }
`,
};

describe.skipIf(!hasBrowser())('the console', () => {
  let folder: string;
  let service: RealService;
  let browser: Browser;
  let base = '';
  let failedRun = '';
  let hostileRun = '';
  const pages: ConsolePage[] = [];

  beforeAll(async () => {
    buildConsole();
    folder = mkdtempSync(join(tmpdir(), 'svc-console-'));
    git('init', '-q', '-b', 'main');
    commit('flows: check the orders of a day');
    service = await RealService.open(folder);
    await service.user('ada', 'admin');
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    base = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
    browser = Browser.start();
    await start('audit');
    files['flows/check-orders.yaml'] = check('"free"');
    commit('flows: the second order is a gift');
    await apply();
    failedRun = await start('audit');
    hostileRun = await start('hostile', { html: hostile });
  });
  afterEach(async () => {
    for (const page of pages.splice(0)) await page.close();
  });
  afterAll(async () => {
    await browser?.stop();
    await service?.remove();
  });

  function git(...args: string[]): string {
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    return execFileSync('git', [...identity, ...args], { cwd: folder, encoding: 'utf8' }).trim();
  }

  function commit(message: string): void {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    git('add', 'flows');
    git('commit', '-q', '-m', message);
  }

  /** Waits until the last commit is in service. */
  async function apply(): Promise<void> {
    const head = git('rev-parse', 'HEAD');
    await service.call('POST', '/api/v1/main/cicd/sync');
    await eventually(async () => {
      const { items } = (await service.call('GET', '/api/v1/platform/branches')).json();
      return items.some(({ revision }: { revision: string }) => revision === head);
    });
  }

  async function start(flow: string, input: object = {}, prefer = 'wait=30'): Promise<string> {
    const answer = await service.call('POST', `/api/v1/main/flows/${flow}/runs`, input, { prefer });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.json().id;
  }

  async function open(path: string, view: View = wide, address = base): Promise<ConsolePage> {
    const page = await ConsolePage.open(browser, address, path, view);
    pages.push(page);
    await page.waitFor('document.querySelector("h1, [aria-busy]")');
    if ((await page.address()).includes('/sign-in') && !path.startsWith('/sign-in'))
      await page.signIn('ada', password);
    return page;
  }

  async function openSignedOut(path: string, view: View = wide): Promise<ConsolePage> {
    const page = await ConsolePage.open(browser, base, path, view);
    pages.push(page);
    await page.page.send('Network.clearBrowserCookies');
    await page.go(path);
    return page;
  }

  test('leads to the sign-in and, by keyboard alone, back to the page that was asked for', async () => {
    const page = await openSignedOut(`/runs/${failedRun}`);
    await page.waitFor('location.pathname === "/console/sign-in"');
    await page.signIn('ada', password);
    await page.waitForText('Failed at total');
    expect(await page.address()).toBe(`/console/runs/${failedRun}`);
  });

  test('can be installed as an app, as the browser judges it', async () => {
    const page = await openSignedOut('/sign-in');
    // The browser judges again whenever the page has changed.
    const judge = () => page.page.send('Page.getInstallabilityErrors');
    await expect.poll(judge).toEqual({ installabilityErrors: [] });
    await page.page.evaluate('document.querySelector("link[rel=manifest]").remove()');
    await expect.poll(judge).toMatchObject({ installabilityErrors: [{ errorId: 'no-manifest' }] });
  });

  test('says that a password is wrong, and shows nothing of the service', async () => {
    const page = await openSignedOut('/runs');
    await page.waitFor('document.querySelector("input[name=username]")');
    await page.page.evaluate('document.querySelector("input[name=username]").focus()');
    await page.type('ada');
    await page.press('Tab');
    await page.type('wrong');
    await page.press('Enter');
    await page.waitForText('The user name or the password is not right.');
    expect(await page.text()).not.toContain('audit');
  });

  test('shows with one key press why the run failed, with what has changed since the last good one', async () => {
    const page = await open('/runs?flow=audit');
    await page.waitForText('Failed');
    await page.tabTo('audit');
    await page.press('Enter');
    await page.waitForText('Failed at total');
    await page.waitForText('flows: the second order is a gift');
    await page.waitForText('From the log');
    const text = await page.text();
    expect(text).toMatch(/multiplied|floor|number/);
    expect(text).toMatch(/round 2/);
    expect(text).toContain('Likely fix:');
    // The line of the log stands below its heading, at its full height.
    const height = 'document.querySelector(".log-lines").getBoundingClientRect().height';
    expect(text).toContain('total faulted');
    expect(await page.page.evaluate(height)).toBeGreaterThan(40);
    expect(text).toContain('"withTax": "${ $order.amount * 119 | floor }"');
    expect(text).toContain('-      for: { each: order, in: \'${ [{"amount": 12}, {"amount": 7}] }\' }');
    expect(text).toContain('The parameters are the same');
    // The subflow is open in its place in the timeline.
    expect(text).toMatch(/checkOrders[\s\S]*eachOrder[\s\S]*Round 2[\s\S]*total/);
  });

  test('starts the run again from the failed task, and leads to the new one', async () => {
    const page = await open(`/runs/${failedRun}`);
    await page.click('Retry');
    await page.waitFor(
      `location.pathname.startsWith("/console/runs/") && !location.pathname.endsWith("${failedRun}")`,
    );
    await page.waitForText('Repeats run');
  });

  test('finds runs by the task that failed, with their number, and those that took the same tasks', async () => {
    const page = await open('/runs?failedTask=total');
    await page.waitFor('/^\\d+ runs?$/m.test(document.querySelector(".runs-count")?.textContent)');
    const field = 'document.querySelector(".filter-more[open] input[type=search]").value';
    expect(await page.page.evaluate(field)).toBe('total');
    const [first = ''] = (await page.text()).match(/Failed[\s\S]*?audit|audit[\s\S]*?Failed/) ?? [];
    expect(first).not.toBe('');
    await page.go(`/runs/${failedRun}`);
    await page.click('Runs that took the same tasks');
    await page.waitForText('Runs that took the same tasks.');
    expect(await page.address()).toMatch(/\/console\/runs\?.*path=[0-9a-f]+/);
    await page.waitFor('document.querySelector(".runs-count")');
    await page.go('/runs?failedTask=elsewhere');
    await page.waitForText('No run fits this filter');
  });

  test('names the number of runs before it changes them', async () => {
    const page = await open('/runs?flow=audit&status=faulted');
    await page.click('Bulk actions');
    await page.click('Run again from the start');
    await page.waitForText('start again from the start');
    const before = await countRuns('audit');
    expect(await page.text()).toMatch(/Start \d+ runs? again/);
    await page.press('Escape');
    expect(await countRuns('audit')).toBe(before);
    await page.click('Bulk actions');
    await page.click('Run again from the start');
    await page.click('Start ');
    await eventually(async () => (await countRuns('audit')) > before);
  });

  async function countRuns(flow: string): Promise<number> {
    return (await service.call('GET', `/api/v1/main/runs?flow=${flow}&limit=200`)).json().items.length;
  }

  test('shows a run that starts elsewhere, and its end, without being loaded again', async () => {
    const page = await open('/runs?flow=wait');
    await page.waitForText('No run fits this filter');
    await page.waitForText('Live');
    const run = await start('wait', {}, 'respond-async');
    await page.waitForText('Waiting');
    await page.go(`/runs/${run}`);
    await page.waitForText('Suspend');
    await service.call('POST', `/api/v1/main/runs/${run}/cancel`);
    await page.waitForText('Cancelled');
  });

  test('shows what flows write as text, and bounds what is large', async () => {
    const page = await open(`/runs/${hostileRun}`);
    await page.waitForText('onerror=');
    await page.go(`/runs/${hostileRun}?view=data`);
    await page.waitForText('"html"');
    expect(await page.page.evaluate('document.querySelectorAll("img[src=x], main script").length')).toBe(0);
    expect(await page.page.evaluate('document.title')).toMatch(/hostile/);
    expect(await page.faults(wide)).toEqual([]);
  });

  test('opens commands with Ctrl+K, finds a flow, and goes there', async () => {
    const page = await open('/runs');
    await page.waitForText('audit');
    await page.press('k', 'control');
    await page.waitFor('document.activeElement.getAttribute("role") === "combobox"');
    await page.type('check-or');
    await page.waitFor('document.querySelectorAll("[role=option]").length === 1');
    await page.press('Enter');
    await page.waitFor('location.pathname === "/console/flows/check-orders"');
    await page.press('k', 'control');
    await page.waitFor('document.querySelector("[role=dialog]")');
    await page.press('Escape');
    await page.waitFor('document.querySelector("[role=dialog]") === null');
  });

  test('keeps the appearance that a person has chosen', async () => {
    const page = await open('/runs');
    const ground = 'getComputedStyle(document.documentElement).backgroundColor';
    const light = await page.page.evaluate(ground);
    await page.click('Signed in as ada');
    await page.click('Dark');
    await page.waitFor(`${ground} !== ${JSON.stringify(light)}`);
    await page.go('/runs');
    expect(await page.page.evaluate(ground)).not.toBe(light);
    await page.click('Signed in as ada');
    await page.click('As the system');
    await page.waitFor(`${ground} === ${JSON.stringify(light)}`);
  });

  test('ends the session', async () => {
    const page = await open('/runs');
    await page.click('Signed in as ada');
    await page.click('Sign out');
    await page.waitFor('location.pathname === "/console/sign-in"');
    await page.go('/runs');
    await page.waitFor('location.pathname === "/console/sign-in"');
  });

  test('loads at most 220 kB for the first page, and no part above 150 kB', async () => {
    const sizes = readSizes();
    const page = await open('/runs');
    await page.waitForText('audit');
    const parts = [...new Set(page.requests)].filter((url) => url.includes('/console/assets/'));
    const loaded = parts.map((url) => sizes.get(url.split('/').at(-1) ?? '') ?? Number.NaN);
    expect(loaded.reduce((sum, size) => sum + size, 0)).toBeLessThan(220);
    expect(Math.max(...sizes.values())).toBeLessThan(150);
  });

  const shown: Record<string, { path: () => string; text: string }> = {
    'sign-in': { path: () => '/sign-in', text: 'Password' },
    runs: { path: () => '/runs', text: 'audit' },
    'runs that failed': { path: () => '/runs?status=faulted', text: 'Failed' },
    'runs by task and path': {
      path: () => '/runs?failedTask=total&path=00000000000000aa&error=e',
      text: 'No run fits',
    },
    'runs by task': { path: () => '/runs?failedTask=total', text: 'audit' },
    'no runs': { path: () => '/runs?flow=none', text: 'No run fits' },
    'failed run': { path: () => `/runs/${failedRun}`, text: 'the second order' },
    graph: { path: () => `/runs/${failedRun}?view=graph`, text: '' },
    data: { path: () => `/runs/${hostileRun}?view=data`, text: '"html"' },
    log: { path: () => `/runs/${failedRun}?view=log`, text: 'run faulted' },
    'no such run': { path: () => '/runs/0192f0c1-7e6a-7b1e-9c5a-3f5a8e0d4c11', text: 'no such run' },
    'no such page': { path: () => '/nowhere', text: 'no such page' },
  };
  describe.each(views)('at $width px, $scheme', (view) => {
    test.each(Object.keys(shown))('the page "%s" has no fault', async (name) => {
      const { path, text } = shown[name] as (typeof shown)[string];
      const page = await open(path(), view);
      if (name === 'graph') await page.waitFor('document.querySelector(".graph-block")');
      else await page.waitForText(text);
      await keepPicture(page.page, `console ${name} ${view.width} ${view.scheme}`);
      expect(await page.faults(view)).toEqual([]);
    });

    test('the open dialogs and menus have no fault', async () => {
      const page = await open('/runs', view);
      await page.waitForText('audit');
      await page.press('k', 'control');
      await page.waitFor('document.querySelector("[role=option]")');
      expect(await page.faults(view)).toEqual([]);
      await page.press('Escape');
      await page.click('Signed in as ada');
      await page.waitFor('document.querySelector("[role=menu]")');
      expect(await page.faults(view)).toEqual([]);
    });
  });
});

describe.skipIf(!hasBrowser())('the console below a base path', () => {
  test('has its pages, its files and its sign-in there', async () => {
    buildConsole();
    const service = await RealService.start({}, { SVC_Server__BasePath: '/automation' });
    const browser = Browser.start();
    try {
      await service.user('ada', 'admin');
      await service.app.listen({ port: 0, host: '127.0.0.1' });
      const base = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}/automation`;
      const page = await ConsolePage.open(browser, base, '/runs?flow=hello', wide);
      await page.signIn('ada', password);
      await page.waitForText('No run fits this filter');
      expect(await page.address()).toBe('/automation/console/runs?flow=hello');
      expect(await page.faults(wide)).toEqual([]);
    } finally {
      await browser.stop();
      await service.remove();
    }
  });
});
