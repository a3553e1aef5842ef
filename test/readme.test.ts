import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { validateFiles } from '../controller/catalog/index.js';
import { kinds } from '../controller/kinds/index.js';
import { commandLines, getParts } from './api/manual/guide-parts.js';
import { checkLine } from './api/manual/program-lines.js';
import { builtManual } from './built-manual.js';

const root = new URL('../', import.meta.url);
const text = readFileSync(new URL('README.md', root), 'utf8');
const readme = getParts(text);

test('the flow of the README is valid in the repository of the demo', () => {
  const demo = new URL('fixtures/demo/', root);
  const files = readdirSync(demo, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml'))
    .map((path) => ({ path, content: readFileSync(new URL(path, demo), 'utf8') }));
  const flows = readme.blocks.filter(({ language }) => language === 'yaml');
  expect(flows).toHaveLength(1);
  for (const { text: content } of flows) files.push({ path: 'flows/announce.yaml', content });
  expect(validateFiles(files, kinds, { whole: true })).toEqual([]);
});

test('the commands of the README exist, and so do the topics it names', async () => {
  const inTables = [...text.matchAll(/`(svc [^`]+)`/g)].map(([, line = '']) => line);
  const lines = [...commandLines(readme, 'svc'), ...inTables];
  expect(lines.length).toBeGreaterThan(8);
  for (const line of lines) expect(await checkLine(line), line).toBe('known');
  for (const [, topic = ''] of text.matchAll(/`svc explain ([\w.]+)`/g)) {
    expect(builtManual().find(topic), topic).toBeDefined();
  }
});

test('the links of the README lead to files', () => {
  const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
  const missing = links.filter((link) => !link.startsWith('https:') && !existsSync(new URL(link, root)));
  expect(missing).toEqual([]);
});

test('the README is short', () => {
  expect(text.split('\n').length).toBeLessThanOrEqual(150);
});
