import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { metrics } from '../../../api/http/metric-list.js';
import { getPath } from '../../../api/openapi/document.js';
import { routes } from '../../../api/operations/registry.js';
import { oidcRoutes, signInRoutes } from '../../../api/operations/sign-in/routes.js';
import { validateFiles } from '../../../controller/catalog/index.js';
import { kinds } from '../../../controller/kinds/index.js';
import { findFaults, schema } from '../../../schemas/index.js';
import { builtManual } from '../../built-manual.js';
import { commandLines, type Guide, guides } from './guide-parts.js';
import { checkLine } from './program-lines.js';

const all = guides();
const manual = builtManual();

test('every guide is a topic', () => {
  const names = manual.children('guide').map(({ name }) => name.slice('guide.'.length));
  expect(names.toSorted()).toEqual(all.map(({ name }) => name).toSorted());
});

/** The files that the blocks of a guide define: each block of YAML begins with a comment that is its path. */
function getFiles({ blocks }: Guide): { path: string; content: string }[] {
  return blocks
    .filter(({ language }) => language === 'yaml')
    .map(({ text }) => ({ path: /^# (\S+)\n/.exec(text)?.[1] ?? `no path: ${text}`, content: text }));
}

describe.each(all)('the guide $name', (guide) => {
  test('begins with an example', () => {
    const [head = ''] = guide.text.split(/^## /m);
    expect(head).toContain('```');
  });

  test('has YAML that is valid as one repository', () => {
    const files = getFiles(guide).filter(({ path }) => path !== 'svc.yaml');
    for (const { path } of files) expect(path).toMatch(/\.ya?ml$/);
    const findings = validateFiles(files, kinds, { whole: true });
    const serious = findings.filter(({ severity, rule }) => severity !== 'hint' && rule !== 'secret-missing');
    expect(serious.map(({ file, rule, message }) => `${file}: ${rule}: ${message}`)).toEqual([]);
  });

  test('has valid settings', () => {
    for (const { path, content } of getFiles(guide)) {
      if (path === 'svc.yaml') expect(findFaults(schema('settings'), parse(content))).toEqual([]);
    }
  });

  test('names commands, options and actions that exist', async () => {
    for (const line of commandLines(guide, 'svc')) {
      expect(await checkLine(line), line).toBe('known');
    }
  });

  test('names requests that the service takes', () => {
    const requests = [...guide.text.matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/api\/v1\/[^\s`'"]*)/g)];
    // The install script is a file of a release repository, and `REALM` an issuer of tokens.
    const lines = commandLines(guide, 'curl').filter((line) => !/\/install\.sh|\$REALM\//.test(line));
    const called = lines.map((line) => {
      const method = /-X (\w+)/.exec(line)?.[1] ?? (/ (-d|--data)/.test(line) ? 'POST' : 'GET');
      return ['', method, /(\/api\/v1\/[^\s"'?]*)/.exec(line)?.[1] ?? '/api/v1/none'];
    });
    for (const [, method = '', path = ''] of [...requests, ...called]) {
      expect(isRoute(method, path.split('?')[0] ?? ''), `${method} ${path}`).toBe(true);
    }
  });

  test('says how to set the variables of its requests', () => {
    if (!guide.text.includes('$SVC_URL')) return;
    expect(guide.text).toMatch(/export SVC_URL=|`guide\.connections` shows how to set `SVC_URL`/);
  });

  test('names metrics and labels that exist', () => {
    for (const [, name = '', , label] of guide.text.matchAll(/\b(svc_[a-z_]+)(\{(\w+)=)?/g)) {
      const metric = (metrics as Readonly<Record<string, { labels: readonly string[] }>>)[name];
      expect(metric, name).toBeDefined();
      if (label !== undefined) expect(metric?.labels).toContain(label);
    }
  });

  test('links to topics that exist', () => {
    const names = [...guide.prose.matchAll(/`([a-z]+(?:\.[\w-]+)+)`/g)].map(([, name = '']) => name);
    const chapters = manual.children().map(({ name }) => name);
    const meant = names.filter((name) => chapters.includes(name.split('.')[0] ?? ''));
    expect(meant.filter((name) => manual.find(name) === undefined)).toEqual([]);
  });

  test('has short sentences', () => {
    const sentences = guide.prose
      .split(/[.!?:](?=\s)|\n\n|\n- /)
      .map(
        (sentence) =>
          sentence
            .trim()
            .split(/\s+/)
            .filter((word) => /[\p{L}`]/u.test(word)).length,
      )
      .filter((words) => words > 0);
    const average = sentences.reduce((sum, words) => sum + words, 0) / sentences.length;
    expect(average).toBeLessThan(25);
    expect(Math.max(...sentences)).toBeLessThan(45);
  });
});

/** Routes that belong to no operation. */
const others = [
  ['POST', '/api/v1/platform/git/sync'],
  ['POST', '/api/v1/{branch}/hooks/{path}'],
];

function isRoute(method: string, path: string): boolean {
  const known = [
    ...[...routes, ...signInRoutes, ...oidcRoutes].map((route) => [route.method, getPath(route)]),
    ...others,
  ];
  return known.some(([verb, template = '']) => {
    const pattern = template.replaceAll(/[.*+?^$()[\]|]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+');
    return verb === method && new RegExp(`^${pattern}$`).test(path);
  });
}
