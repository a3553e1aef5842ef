import { expect, test } from 'vitest';
import { functionFigures } from './figures/functions.js';
import { sizeFigures } from './figures/sizes.js';
import { figure, project } from './project-fixture.js';

const lines = (count: number) => '\n'.repeat(count);
const sizes = (files: Record<string, string>, name: string) => figure(sizeFigures(project(files)), name);
const functions = (code: string, name: string) =>
  figure(functionFigures(project({ 'api/a.ts': code })), name);

test('a file of 351 lines is too long, one of 350 is not', () => {
  const files = { 'api/a.ts': lines(351), 'api/b.ts': lines(350) };
  expect(sizes(files, 'files over 350 lines').offenders).toEqual(['api/a.ts: 351 lines']);
});

test('the median and the 90th percentile are taken over all files', () => {
  const files = Object.fromEntries(
    Array.from({ length: 11 }, (_, index) => [`api/${index}.ts`, lines(index * 10)]),
  );
  expect(sizes(files, 'lines of the median file').value).toBe(50);
  expect(sizes(files, 'lines at the 90th percentile').value).toBe(90);
});

test('generated files, tests and other languages are not counted', () => {
  const files = {
    'schemas/generated/a.ts': lines(9),
    'test/a.ts': lines(9),
    'api/a.json': lines(9),
    'cli/a.cts': lines(2),
    'schemas/a.ts': lines(1),
  };
  expect(sizes(files, 'lines of TypeScript').value).toBe(3);
});

test('a function of 61 lines is too long, one of 60 is not', () => {
  const code = `function long() {${lines(60)}}\nfunction short() {${lines(59)}}\n`;
  expect(functions(code, 'functions over 60 lines').offenders).toEqual(['api/a.ts:1 long: 61 lines']);
});

test.each([
  ['a function', 'function f(a, b, c, d, e) {}', 'f'],
  ['a constructor', 'class A { constructor(a, b, c, d, e) {} }', 'constructor'],
  ['a method', 'class A { m(a, b, c, d, e) {} }', 'm'],
  ['an arrow function', 'const f = (a, b, c, d, e) => a;', 'function'],
])('%s of five parameters has too many', (_, code, name) => {
  expect(functions(code, 'functions with over 4 parameters').offenders).toEqual([
    `api/a.ts:1 ${name}: 5 parameters`,
  ]);
});

test('a signature without a body and a function of four parameters are not counted', () => {
  const code = 'interface A { m(a, b, c, d, e): void }\nfunction f(a, b, c, d) {}\n';
  expect(functions(code, 'functions with over 4 parameters').value).toBe(0);
});
