import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type LooseFile, rules, validateFiles } from '../../../../controller/catalog/index.js';
import { checksOfContent } from '../../../../controller/catalog/rules/index.js';
import { branchChecks } from '../../../../controller/catalog/snapshot/branch-rules.js';
import { kinds } from '../../../../controller/kinds/index.js';

const folder = new URL('../../../../fixtures/rules/', import.meta.url);

function read(rule: string, sort: 'caught' | 'not-caught'): LooseFile[] {
  const at = new URL(`${rule}/${sort}/`, folder);
  return readdirSync(at).map((path) => ({ path, content: readFileSync(new URL(path, at)) }));
}

/** Files beyond the real limit would weigh more than all others together. */
const limits = { YamlFile: 512, YamlDepth: 100, YamlAliases: 100 };

function check(rule: string, sort: 'caught' | 'not-caught') {
  return validateFiles(read(rule, sort), kinds, { whole: true, ...(rule === 'yaml-size' ? { limits } : {}) });
}

/** Files that stand there for others to be about. */
const bystanders = /(^|\/)(shop|note)\.yaml$|\.openapi\.yaml$|\.md$/;

/** Raised where a compiler gives up, and for names no checkout of ours should have: each has a test of its own. */
const apart = ['compile-failed', 'file-name', 'file-elsewhere'];
const withFixtures = rules.filter(({ id }) => !apart.includes(id));

describe.each(withFixtures)('the rule $id', ({ id, severity, whole }) => {
  test('finds something in each file that has it, and nothing worse', () => {
    const found = check(id, 'caught');
    const files = read(id, 'caught').map(({ path }) => path);

    const silent = files.filter(
      (path) => !bystanders.test(path) && !found.some(({ rule, file }) => rule === id && file === path),
    );
    expect(silent).toEqual(id === 'reference-cycle' ? ['before.yaml'] : []);
    const others = found.filter((one) => one.rule !== id && one.severity === 'error');
    // The broken call itself is an error.
    expect(others.map(({ rule }) => rule)).toEqual(id === 'callers-broken' ? ['argument-missing'] : []);
    expect(found.find(({ rule }) => rule === id)?.severity).toBe(severity);
  });

  test('finds nothing in files without the fault, and no other rule finds an error in them', () => {
    const found = check(id, 'not-caught');

    expect(found.filter(({ rule }) => rule === id)).toEqual([]);
    expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('says what, why and how in whole sentences', () => {
    const rule = rules.find((one) => one.id === id);
    for (const text of [rule?.what, rule?.why, rule?.fix]) expect(text).toMatch(/^[A-Z`].*\.$/s);
    expect(rule?.summary).toMatch(/^[^A-Z].*[^.]$/);
    expect(rule?.example.wrong).not.toBe(rule?.example.right);
    expect(whole === true).toBe(['connection-unused', 'variable-undefined'].includes(id));
  });
});

describe('the registry', () => {
  const root = new URL('../../../../', import.meta.url);
  const raising = ['catalog', 'connectors', 'flows', 'json-schema', 'kinds', 'yaml-edit/read'].map(
    (room) => `controller/${room}/`,
  );
  const sources = ['cli/', ...raising, 'schemas/']
    .flatMap((room) => readdirSync(new URL(room, root), { recursive: true }).map((path) => room + path))
    .filter((path) => path.endsWith('.ts') && !path.startsWith('controller/catalog/rules/'))
    .map((path) => readFileSync(new URL(path, root), 'utf8'));
  const known = rules.map(({ id }) => id);

  test('knows every rule that is raised', () => {
    const raised = sources.flatMap((text) =>
      [
        ...text.matchAll(
          /\b(?:rule:|report\(|refused\(|finding\()[^;}]{0,60}?'((?!x-)(?:[a-z]+-)+[a-z]+)'/gs,
        ),
      ].map(([, id]) => id ?? ''),
    );
    expect(raised.length).toBeGreaterThan(30);
    expect([...new Set(raised)].filter((id) => !known.includes(id))).toEqual([]);
  });

  test('knows no rule that is never raised', () => {
    const functions = [...branchChecks, ...checksOfContent].map(({ id }) => id);
    const dead = known.filter(
      (id) => !functions.includes(id) && !sources.some((text) => text.includes(`'${id}'`)),
    );
    expect(dead).toEqual([]);
  });

  test('has each rule once, in order', () => {
    expect(known).toEqual([...new Set(known)].sort());
  });

  test('a compiler that gives up is a finding of its file', () => {
    const [flow] = kinds;
    if (!flow) throw new Error('There are no kinds.');
    const weak = {
      ...flow,
      compile: () => {
        throw new RangeError('Maximum call stack size exceeded');
      },
    };
    const content = readFileSync(new URL('fixtures/valid/minimal.yaml', root));

    expect(validateFiles([{ path: 'minimal.yaml', content }], [weak])).toMatchObject([
      { rule: 'compile-failed', severity: 'error', message: expect.stringContaining('call stack') },
    ]);
  });
});
