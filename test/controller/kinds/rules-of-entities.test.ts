import { expect, test } from 'vitest';
import { compileCachePolicy } from '../../../controller/kinds/cache-policy/compile.js';
import { TransformError } from '../../../controller/kinds/compile/compilation.js';
import { compileScript } from '../../../controller/kinds/script/compile.js';
import { compileStore } from '../../../controller/kinds/store/compile.js';

test('a store says how long values stay, how many, and which fit', async () => {
  const { compiled } = compileStore({ ttl: { days: 1 }, maxEntries: 5, schema: { type: 'number' } });
  expect(compiled).toMatchObject({ ttl: 86_400_000, maxEntries: 5 });
  expect((await compiled?.accept(5))?.findings).toEqual([]);
  expect((await compiled?.accept('5'))?.findings).toEqual([{ pointer: '', message: 'must be number' }]);
});

test('a store without limits has none', () => {
  expect(compileStore({}).compiled).toMatchObject({ ttl: undefined, maxEntries: undefined });
});

test('a cache policy tells calls apart by its key, or by their whole input', () => {
  const input = { path: '/a', query: { page: 1 } };
  const keyed = compileCachePolicy({ ttl: 'PT1M', staleWhileRevalidate: 'PT10S', key: '.path' }).compiled;
  const whole = compileCachePolicy({ ttl: 'PT1M' }).compiled;

  expect(keyed).toMatchObject({ ttl: 60_000, staleWhileRevalidate: 10_000 });
  expect(keyed?.getKey(input)).toBe('/a');
  expect(whole).toMatchObject({ staleWhileRevalidate: 0 });
  expect(whole?.getKey(input)).toBe(input);
});

test('a key that cannot be computed is an error of the expression', () => {
  const { compiled } = compileCachePolicy({ ttl: 'PT1M', key: '.path.a' });
  expect(() => compiled?.getKey({ path: 5 })).toThrow(TransformError);
});

test.each([
  ['return a +;', 10, "Unexpected token ';'"],
  ['const a = 1;\nreturn a +* 2;', 23, "Unexpected token '*'"],
  ['const a = 1;\nconst a = 2;', 19, "Identifier 'a' has already been declared"],
  ['if (true) {', 11, "Unexpected token ')'"],
])('JavaScript that cannot be parsed is found at its place: %s', (code, offset, message) => {
  expect(compileScript({ language: 'js', code }).findings).toMatchObject([
    { rule: 'script-syntax', severity: 'error', pointer: '/code', offset, message },
  ]);
});

test.each([
  ['js', 'return await Promise.resolve(args.a);'],
  ['js', 'const { a } = args; // the last line is a comment'],
  ['python', 'print('],
  ['shell', 'if'],
])('what may be right is not found: %s %s', (language, code) => {
  expect(compileScript({ language, code }).findings).toEqual([]);
});

test('JavaScript is parsed, never run', () => {
  compileScript({ language: 'js', code: '}); globalThis.escaped = true; (() => {' });
  expect(globalThis).not.toHaveProperty('escaped');
});

test('arguments are checked against the parameters', async () => {
  const { compiled } = compileScript({ language: 'shell', code: 'wc', parameters: { required: ['a'] } });
  expect((await compiled?.accept({}))?.findings).toEqual([{ pointer: '/a', message: 'is required' }]);
});

test('arguments that are left out get their default', async () => {
  const parameters = { required: ['a'], properties: { a: { default: 1 }, b: {} } };
  const { compiled } = compileScript({ language: 'shell', code: 'wc', parameters });
  expect(await compiled?.accept({ b: 2 })).toEqual({ value: { a: 1, b: 2 }, findings: [] });
});

test('a warning about a schema does not keep its entity out of service', async () => {
  const { compiled, findings } = compileStore({ kind: 'store', name: 'a', schema: { format: 'iri' } });
  expect(findings).toMatchObject([
    { rule: 'schema-keyword', severity: 'warning', pointer: '/schema/format' },
  ]);
  expect((await compiled?.accept('x'))?.findings).toEqual([]);
});
