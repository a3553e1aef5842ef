import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { builtManual } from '../../built-manual.js';
import { loadManual } from '../../load-manual.js';
import { startApp } from '../start-app.js';

const manual = builtManual();

async function open(url: string) {
  const { app } = await startApp({ manual: loadManual });
  const { statusCode, headers, body } = await app.inject(url);
  return { statusCode, headers, body };
}

test('the first page lists the guides and the chapters, without a credential', async () => {
  const { statusCode, headers, body } = await open('/manual');
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  for (const topic of [...manual.children(), ...manual.children('guide')]) {
    expect(body).toContain(`href="/manual/${topic.name}"`);
  }
});

test('a page has the text of its topic, the topics above it, and links in place of their names', async () => {
  const { body } = await open('/manual/guide.first-flow');
  expect(body).toContain('<h1>Your first flow</h1>');
  expect(body).toContain('<a href="/manual/task.call"><code>task.call</code></a>');
  expect(body).toContain('<li><a href="/manual/guide">Guides</a></li>');
  expect(body).toContain('aria-current="page"');
});

test('the fields of a table lead to their pages', async () => {
  const { body } = await open('/manual/kind.trigger');
  expect(body).toContain('<a href="/manual/kind.trigger.schedule.cron"><code>schedule.cron</code></a>');
});

test('a search shows the topics it finds, and keeps the words in its field', async () => {
  const { body } = await open('/manual?q=queue+full');
  expect(body).toContain('href="/manual/error.queue_full"');
  expect(body).toContain('value="queue full"');
});

test('words of a search and names of topics are shown as text, not as HTML', async () => {
  const attack = '"><script>alert(1)</script>';
  const found = await open(`/manual?q=${encodeURIComponent(attack)}`);
  const missing = await open(`/manual/${encodeURIComponent(attack)}`);
  for (const { body } of [found, missing]) expect(body).not.toContain('<script>');
  expect(missing.statusCode).toBe(404);
});

test('a search without a hit says what else to read, and how a word is spelt', async () => {
  const excel = await open('/manual?q=excel');
  expect(excel.body).toContain('No page of the manual has these words.');
  expect(excel.body).toContain('<p class="note">Scripts in Python and containers read and write files');
  expect(excel.body).toContain('href="/manual/task.run.script"');
  expect((await open('/manual?q=obsrvability')).body).toContain(
    '<a href="/manual?q=observability">observability</a>',
  );
});

test('a search for gibberish leads to the guides', async () => {
  expect((await open('/manual?q=qqqqzzzz')).body).toContain('href="/manual/guide.first-flow"');
});

test('code has colours, and the expressions in it too', async () => {
  const { body } = await open('/manual/guide.first-flow');
  expect(body).toContain('<span class="c-attr">document:</span>');
  expect(body).toContain('<span class="c-subst">${');
  expect((await open('/manual/expression.group_by')).body).toContain('<span class="c-attr">.');
});

test('every page leads to the pages before and after it in the contents', async () => {
  const chapters = manual.children();
  const order = chapters.flatMap((chapter) => [chapter, ...manual.children(chapter.name)]);
  const guide = order.findIndex(({ name }) => name === 'guide.first-flow');
  const { body } = await open('/manual/guide.first-flow');
  expect(body).toContain(`href="/manual/${order[guide - 1]?.name}" rel="prev"`);
  expect(body).toContain(`href="/manual/${order[guide + 1]?.name}" rel="next"`);
  const last = await open(`/manual/${order.at(-1)?.name}`);
  expect(last.body).not.toContain('rel="next"');
});

test('the last field of a kind leads to the kind that follows', async () => {
  const [first, second] = manual.children('kind');
  const last = manual.children(first?.name).at(-1);
  expect((await open(`/manual/${last?.name}`)).body).toContain(`href="/manual/${second?.name}" rel="next"`);
});

test('a mistyped name is answered with the nearest topics', async () => {
  const { statusCode, body } = await open('/manual/task.cal');
  expect(statusCode).toBe(404);
  expect(body).toContain('href="/manual/task.call"');
});

test.each(['/manual', '/manual?q=cron', '/manual/error.queue_full'])(
  '%s runs the script of its buttons alone, loads nothing from elsewhere, and stands in no frame',
  async (url) => {
    const { headers, body } = await open(url);
    const [, script = '', ...others] = body.split(/<script type="module">([\s\S]*?)<\/script>/);
    const hash = createHash('sha256').update(script).digest('base64');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; script-src 'sha256-${hash}'; style-src 'self'; img-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'`,
    );
    expect(others).toHaveLength(1);
    expect(body.replace(script, '')).not.toMatch(/<script(?! type="module">)|<style| style=| on\w+=|<img/);
    for (const [, address] of body.matchAll(/(?:src|<link[^>]* href)="([^"]*)"/g)) {
      expect(address).toMatch(/^\//);
    }
  },
);

test('the style sheet is served, for light and for dark', async () => {
  const { headers, body } = await open('/manual/assets/style.css');
  expect(headers['content-type']).toBe('text/css; charset=utf-8');
  expect(body).toContain('prefers-color-scheme:dark');
});

test('every link of every page leads to a topic or to a heading of the page', async () => {
  const { app } = await startApp({ manual: loadManual });
  const broken: string[] = [];
  for (const { name, isPart } of manual.topics) {
    if (isPart) continue;
    const { body } = await app.inject(`/manual/${name}`);
    for (const [, address = ''] of body.matchAll(/href="([^"]*)"/g)) {
      if (!leadsSomewhere(address, body)) broken.push(`${name}: ${address}`);
    }
  }
  expect(broken).toEqual([]);
});

function leadsSomewhere(address: string, page: string): boolean {
  if (address.startsWith('#')) return page.includes(`id="${address.slice(1)}"`);
  if (address.startsWith('/manual/assets/')) return true;
  if (address.startsWith('/manual/')) return manual.find(decodeURIComponent(address.slice(8))) !== undefined;
  return address === '/manual' || address === '/favicon.ico' || address.startsWith('https://');
}

test('the entry of an error in the catalog names its page', async () => {
  const { app } = await startApp({ manual: loadManual });
  const { manual: path } = (await app.inject('/api/v1/platform/errors/queue_full')).json();
  expect(path).toBe('/manual/error.queue_full');
  expect((await app.inject(path)).statusCode).toBe(200);
});
