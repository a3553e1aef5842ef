import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { operations } from '../../../api/operations/registry.js';
import {
  catalog,
  Problem,
  type ProblemCode,
  type ProblemKind,
  toHintText,
} from '../../../controller/problems/index.js';
import { schema } from '../../../schemas/index.js';

const codes = Object.keys(catalog) as ProblemCode[];
const sources = ['api', 'cli', 'controller'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.includes(join('problems', 'catalog')))
    .map((name) => readFileSync(join(folder, name), 'utf8')),
);
const source = sources.join('\n');

describe.each(codes)('%s', (code) => {
  const kind: ProblemKind = catalog[code];

  test('has a thrower', () => {
    expect(source.includes(`'${code}'`)).toBe(true);
  });

  test('has a title, a status, and a hint that says what to do', () => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(kind.title).toMatch(/^[A-Z].*[^.]$/);
    expect(toHintText(kind.hint)).toMatch(/^[A-Z].{14,}\.$/);
    // A request that waits for a person has not failed.
    expect(kind.status).toBeGreaterThanOrEqual(code === 'approval_pending' ? 202 : 400);
    expect(kind.status).toBeLessThan(600);
    if (kind.retry === 'wait') expect([429, 503]).toContain(kind.status);
    if (kind.retry === 'backoff') expect(kind.status).toBeGreaterThanOrEqual(500);
  });

  test('its hint names settings that exist', () => {
    const { properties } = schema('settings') as { properties: Record<string, { properties?: object }> };
    for (const [, section = '', key = ''] of toHintText(kind.hint).matchAll(
      /`([A-Z]\w+)\.([A-Z]\w+)[^`]*`/g,
    )) {
      expect(Object.keys(properties[section]?.properties ?? {})).toContain(key);
    }
  });

  test('its hint has its call as data: an operation with arguments that it takes', () => {
    expect(toHintText(kind.hint)).not.toMatch(/`(?:GET|POST|PUT|PATCH|DELETE) /);
    if (typeof kind.hint === 'string') return;
    const { text, operation: name, arguments: args = {} } = kind.hint;
    expect(text).toContain('{call}');
    if (name === undefined) return;
    const operation = operations.find((each) => each.name === name);
    expect(Object.keys(operation?.input.properties ?? {})).toEqual(expect.arrayContaining(Object.keys(args)));
    expect(operation?.name).toBe(name);
  });

  test('a problem of it has a hint even when its thrower has none to give', () => {
    expect(new Problem(code, 'What happened', { hints: [] }).hints).toEqual([kind.hint]);
  });
});

test('whatever is thrown is in the catalog', () => {
  const thrown = [...source.matchAll(/new Problem\(\s*'([a-z_]+)'/g)].map(([, code]) => code);
  expect(thrown.length).toBeGreaterThan(codes.length);
  expect(thrown.filter((code) => !(codes as string[]).includes(String(code)))).toEqual([]);
});
