import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { hasBrowser } from '../browser.js';
import type { ConsolePage } from './console-page.js';
import { ConsoleService, expectNoFault, phone, views, wide } from './console-service.js';

function check(amount: string, more = ''): string {
  return `document: { dsl: '1.0.3', namespace: shop, name: check-orders, version: '1.0.0' }
do:
  - readDay: { set: { day: '\${ .day }' } }
${more}  - eachOrder:
      for: { each: order, in: '\${ [{"amount": 12}, {"amount": ${amount}}] }' }
      do:
        - total: { set: { withTax: '\${ $order.amount * 119 | floor }' } }
`;
}

const files = {
  'flows/check-orders.yaml': check('7'),
  'flows/large.yaml': `document: { dsl: '1.0.3', namespace: shop, name: large, version: '1.0.0' }
do:
  - grow: { set: { text: '\${ "</script><img src=x onerror=alert(1)>" * 4000 }' } }
  - shrink: { set: { length: '\${ .text | length }' } }
`,
  'flows/tries.yaml': `document: { dsl: '1.0.3', namespace: shop, name: tries, version: '1.0.0' }
do:
  - insist:
      try:
        - refuse: { raise: { error: { type: 'https://shop.example.com/busy', status: 503, title: Busy } } }
      catch: { retry: { delay: { milliseconds: 1 }, limit: { attempt: { count: 2 } } } }
`,
  'flows/long.yaml': `document: { dsl: '1.0.3', namespace: shop, name: long, version: '1.0.0' }
do:
  - prepare: { set: { orders: '\${ [range(400)] }' } }
  - eachOrder:
      for: { each: order, in: '\${ .orders }' }
      do:
        - price: { set: { price: '\${ $order * 2 }' } }
        - total: { set: { withTax: '\${ if $order == 399 then "free" * {} else 1 end }' } }
`,
};

/** Runs in each page before its own code: adds up how far its parts are moved by others that arrive late. */
const watchShifts = `window.shift = 0; window.shifted = [];
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries()) {
    if (hadRecentInput) continue;
    window.shift += value;
    window.shifted.push(...sources.map(({ node }) => (node?.className || node?.nodeName) + ' ' + value.toFixed(3)));
  }
}).observe({ type: 'layout-shift', buffered: true });`;

/** So much is good by https://web.dev/articles/cls. */
const maxShift = 0.1;

describe.skipIf(!hasBrowser())('the page of a run', () => {
  let service: ConsoleService;
  let good = '';
  let failed = '';
  let large = '';
  let tried = '';
  let long = '';

  beforeAll(async () => {
    service = await ConsoleService.start({
      files,
      users: { ada: 'admin', val: 'viewer' },
      hasGit: true,
    });
    good = await start('check-orders', { day: 'Monday' });
    await service.commit(
      {
        'flows/check-orders.yaml': check('"free"', "  - greet: { set: { day: 'Tuesday', text: Hello } }\n"),
      },
      'flows: greet, and give the second order away',
    );
    failed = await start('check-orders', { day: 'Tuesday' });
    large = await start('large', {});
    tried = await start('tries', {});
    long = await start('long', {});
  });
  afterEach(() => service.closePages());
  afterAll(() => service?.stop());

  async function start(flow: string, input: object): Promise<string> {
    const path = `/api/v1/main/flows/${flow}/runs`;
    const answer = await service.service.call('POST', path, input, { prefer: 'wait=30' });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer.json().id;
  }

  const fetched = (page: ConsolePage) => page.requests.filter((url) => url.includes('/api/'));

  test('shows what a task got and gave, its log lines, and the way to its other rounds', async () => {
    const page = await service.open('ada', `/runs/${failed}`);
    await page.waitForText('Failed at total');
    // The parts of the cause come in several answers, and move all below it.
    await page.waitForText('Compare the two runs, task by task');
    await page.waitForText('All lines of this task');
    await page.click('readDay');
    await page.waitForText('readDay completed');
    await page.waitFor('document.querySelectorAll(".details .value").length === 2');
    const text = await page.text();
    expect(text).toMatch(/Input[\s\S]*Output/);
    expect(text).toContain('readDay completed');
    expect(await page.address()).toContain('task=');
    // The link alone brings another person there.
    const deep = await service.open('ada', (await page.address()).replace('/console', ''));
    await deep.waitForText('readDay completed');
    await deep.go(`/runs/${failed}?task=${failed}/do/2/eachOrder@1/do/0/total`);
    await deep.waitForText('Execution 2 of 2');
    await deep.click('Previous');
    await deep.waitForText('"withTax": 1428');
  });

  test.each([
    ['with changes since the last good run', () => failed, wide],
    ['with changes, on a phone', () => failed, phone],
    ['without a good run before', () => tried, wide],
    ['of many executions', () => long, wide],
  ])('does not move under the eyes of its reader: a failed run %s', async (_name, id, view) => {
    const page = await service.open('ada', '/people', view);
    await page.page.send('Page.addScriptToEvaluateOnNewDocument', { source: watchShifts });
    // Each answer arrives in a frame of its own.
    await page.page.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
    await page.go(`/runs/${id()}`);
    await page.waitForText('All lines of this task');
    await page.waitFor('document.querySelector(".timeline-line")');
    await page.waitFor('document.querySelector(".skeleton") === null');
    await page.page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 200)))',
    );
    const { shift, moved } = await page.page.evaluate<{ shift: number; moved: string[] }>(
      '({ shift: window.shift, moved: window.shifted })',
    );
    expect(shift, moved.join('; ')).toBeLessThan(maxShift);
  });

  test('shows the log of one task, and leads back to all of it', async () => {
    const page = await service.open('ada', `/runs/${failed}?task=${failed}/do/2/eachOrder@1/do/0/total`);
    await page.waitForText('Compare the two runs, task by task');
    await page.click('All lines of this task');
    await page.waitForText('Only the lines of');
    await page.waitFor('document.querySelectorAll(".log-list .log-line").length === 1');
    expect(await page.text()).toContain('total faulted');
    await page.click('Show all lines');
    await page.waitForText('readDay completed');
  });

  test('shows each attempt with its own error', async () => {
    const page = await service.open('ada', `/runs/${tried}`);
    await page.waitForText('Failed at refuse');
    await page.waitFor(
      '[...document.querySelectorAll(".timeline-title")].filter(({ textContent }) => textContent === "refuse").length >= 3',
    );
    await page.go(`/runs/${tried}?task=${tried}${encodeURIComponent('/do/0/insist#2/try/0/refuse')}`);
    await page.waitForText('Execution 2 of 3');
  });

  test('cuts a large value, says so, and offers all of it; what it holds stays text', async () => {
    const page = await service.open('ada', `/runs/${large}?task=${large}/do/0/grow`);
    await page.waitForText('The first 65,537 characters.');
    await page.click('Download all of it');
    await page.waitFor(
      'performance.getEntriesByType("resource").some(({ name }) => name.includes("whole=true"))',
    );
    expect(await page.page.evaluate('document.querySelectorAll("img[src=x]").length')).toBe(0);
    await expectNoFault(page, wide, 'large value');
  });

  test('says to a viewer who sees the data of tasks', async () => {
    const page = await service.open('val', `/runs/${failed}?task=${failed}/do/0/readDay`);
    await page.waitForText('Operators, editors and administrators see the data of every task.');
  });

  test('compares a run with the last good one in one interaction, from the first difference on', async () => {
    const page = await service.open('ada', `/runs/${failed}`);
    await page.waitForText('Failed at total');
    await page.click('Compare');
    await page.waitForText('First difference: readDay');
    await page.waitForText('flows: greet, and give the second order away');
    const text = await page.text();
    expect(text).toContain('other input');
    expect(text).toContain('only in this run');
    expect(text).toContain('ended otherwise');
    expect(text).toContain('-  "day": "Monday"');
    expect(text).toContain('+  "day": "Tuesday"');
    await page.click('Show it');
    await page.waitFor('document.querySelectorAll(".details .diff").length > 0');
    expect(await page.address()).toContain('task=');
  });

  test('compares with a run that the address names, and with one that a person chooses', async () => {
    const page = await service.open('ada', `/runs/${good}?compare=${failed}`);
    await page.waitForText('only in the other run');
    await page.page.evaluate('document.querySelector(".compare-choice select").focus()');
    await page.press('ArrowUp');
    await page.waitForText('There is no run to compare with');
  });

  test('opens a long run at its failure, and fetches little of it', async () => {
    const page = await service.open('ada', `/runs/${long}`);
    await page.waitForText('Failed at total');
    await page.waitForText('Round 400');
    const levels = fetched(page).filter((url) => url.includes('/tasks'));
    expect(levels.every((url) => /limit=(100|200)\b/.test(url))).toBe(true);
    expect(await page.text()).not.toContain('Round 1\n');
    await page.click('Show more');
    await page.waitForText('Round 1\n');
  });

  const shown: Record<string, { path: () => string; text: string }> = {
    'task of a run': { path: () => `/runs/${failed}?task=${failed}/do/0/readDay`, text: 'readDay completed' },
    'log of a task': {
      path: () => `/runs/${failed}?view=log&task=${failed}/do/2/eachOrder`,
      text: 'Only the lines of',
    },
    'two runs': {
      path: () => `/runs/${failed}?compare=${good}&task=${failed}/do/0/readDay`,
      text: 'give the second order away',
    },
    'long run': { path: () => `/runs/${long}`, text: 'Round 400' },
    'no run beside it': { path: () => `/runs/${good}?view=compare`, text: 'There is no run to compare with' },
  };
  describe.each(views)('at $width px, $scheme', (view) => {
    test.each(Object.keys(shown))('the page "%s" has no fault', async (name) => {
      const { path, text } = shown[name] as (typeof shown)[string];
      const page = await service.open('ada', path(), view);
      await page.waitForText(text);
      await expectNoFault(page, view, name);
    });
  });
});
