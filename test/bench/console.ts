import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Browser } from '../browser/browser.js';
import { ConsolePage } from '../browser/console/console-page.js';
import { removeFolder } from '../remove-folder.js';
import { type BuiltService, startBuiltService } from './built-service.js';
import { median, table } from './measure.js';

const rounds = 5;
const sizes = [100, 6_000, 20_000];
const callRounds = 9_998;
const graphTasks = 300;
const password = 'correct horse battery';
const view = { width: 1440, height: 900, scheme: 'light' } as const;

/** Two tasks in each round of a loop; the last one fails. */
const long = `document: { dsl: '1.0.3', namespace: bench, name: long, version: '1.0.0' }
do:
  - eachNumber:
      for: { each: number, in: '\${ [range(.rounds)] + ["x"] }' }
      do:
        - double: { set: { value: '\${ $number * 2 }' } }
        - check: { set: { next: '\${ $number + 1 }' } }
`;

/** The same with a call in each round: its journal has a row for each. */
const calls = long
  .replace('name: long', 'name: calls')
  .replace(/- double: .*/, '- double: { call: log@default, with: { message: double } }');

function getWideFlow(): string {
  const tasks = Array.from({ length: graphTasks }, (_, index) => `  - step${index}: { set: { done: true } }`);
  return `document: { dsl: '1.0.3', namespace: bench, name: wide, version: '1.0.0' }\ndo:\n${tasks.join('\n')}\n`;
}

/** Runs in each page before its own code: notes when the first lines of the timeline are there, and tasks of the main thread. */
const watch = `window.longTasks = [];
new PerformanceObserver((list) => window.longTasks.push(...list.getEntries().map(({ duration }) => duration)))
  .observe({ type: 'longtask', buffered: true });
const look = () => {
  if (window.viewMs === undefined && document.querySelector('.timeline-line, .graph-block'))
    requestAnimationFrame(() => { window.viewMs ??= performance.now(); });
};
new MutationObserver(look).observe(document, { childList: true, subtree: true });`;

/** Measures the page of a run in Chromium: time to its first view, bytes of the API, tasks of the main thread. */
export async function bench(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  mkdirSync(join(folder, 'flows'));
  writeFileSync(join(folder, 'flows/long.yaml'), long);
  writeFileSync(join(folder, 'flows/calls.yaml'), calls);
  writeFileSync(join(folder, 'flows/wide.yaml'), getWideFlow());
  const svc = await startBuiltService(folder);
  const browser = Browser.start();
  try {
    const user = { name: 'ada', password, role: 'admin' };
    await call(svc, '/api/v1/platform/users', user);
    const page = await ConsolePage.open(browser, svc.url, '/runs', view);
    await page.signIn('ada', password);
    await page.page.send('Page.addScriptToEvaluateOnNewDocument', { source: watch });
    const bytes = countBytes(page);
    const rows: (string | number)[][] = [];
    for (const size of sizes) {
      const run = await call(svc, '/api/v1/live/flows/long/runs', { rounds: size / 2 - 2 });
      rows.push([`${size.toLocaleString('en')} entries`, ...(await measure(page, `/runs/${run.id}`, bytes))]);
    }
    const called = await call(svc, '/api/v1/live/flows/calls/runs', { rounds: callRounds });
    rows.push([
      `${callRounds.toLocaleString('en')} calls, ${(2 * callRounds + 4).toLocaleString('en')} entries`,
      ...(await measure(page, `/runs/${called.id}`, bytes)),
    ]);
    const wide = await call(svc, '/api/v1/live/flows/wide/runs', {});
    const path = `/runs/${wide.id}?view=graph`;
    rows.push([`graph of ${graphTasks} tasks`, ...(await measure(page, path, bytes))]);
    table(['page of a run', 'first view ms', 'range', 'API kB', 'longest task ms'], rows);
    console.log(`\nThe graph scrolls with ${await countFrames(page)} frames a second.`);
  } finally {
    await browser.stop();
    svc.child.kill();
    removeFolder(folder);
  }
}

async function call({ url, apiKey }: BuiltService, path: string, body: object): Promise<{ id: string }> {
  const headers = { 'x-api-key': apiKey, 'content-type': 'application/json', prefer: 'wait=60' };
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { id: string };
}

/** Counts the bytes of answers of the API. */
function countBytes(page: ConsolePage): { read(): number } {
  const requests = new Set<unknown>();
  let bytes = 0;
  page.page.listen('Network.requestWillBeSent', ({ requestId, request }) => {
    if ((request as { url: string }).url.includes('/api/')) requests.add(requestId);
  });
  page.page.listen('Network.dataReceived', ({ requestId, encodedDataLength, dataLength }) => {
    if (requests.has(requestId)) bytes += Number(encodedDataLength) || Number(dataLength);
  });
  return {
    read() {
      const value = bytes;
      bytes = 0;
      return value;
    },
  };
}

async function measure(page: ConsolePage, path: string, bytes: { read(): number }) {
  const times: number[] = [];
  const tasks: number[] = [];
  const sums: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await page.go('/people');
    await settle(page);
    bytes.read();
    await page.go(path);
    await page.waitFor('window.viewMs !== undefined');
    await settle(page);
    times.push(await page.page.evaluate<number>('window.viewMs'));
    tasks.push(await page.page.evaluate<number>('Math.max(0, ...window.longTasks)'));
    sums.push(bytes.read());
  }
  const sorted = times.map(Math.round).sort((a, b) => a - b);
  return [
    Math.round(median(times)),
    `${sorted[0]}-${sorted.at(-1)}`,
    (median(sums) / 1_000).toFixed(0),
    Math.round(median(tasks)) || 'below 50',
  ];
}

/** Waits until nothing is fetched any more. */
function settle(page: ConsolePage): Promise<void> {
  return page.page.evaluate(`new Promise((resolve) => {
    let count = -1;
    const look = () => {
      const next = performance.getEntriesByType('resource').length;
      if (next === count) return resolve();
      count = next;
      setTimeout(look, 700);
    };
    look();
  })`);
}

function countFrames(page: ConsolePage): Promise<number> {
  return page.page.evaluate(`new Promise((resolve) => {
    const start = performance.now();
    let frames = 0;
    const step = () => {
      frames++;
      scrollBy(0, 25);
      document.querySelector('.graph-view')?.scrollBy(15, 15);
      if (performance.now() - start < 2000) requestAnimationFrame(step);
      else resolve(Math.round(frames / 2));
    };
    requestAnimationFrame(step);
  })`);
}
