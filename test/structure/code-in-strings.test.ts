import { expect, test } from 'vitest';
import { codeInStringsFigure } from './figures/code-in-strings.js';
import { project } from './project-fixture.js';

const measure = (code: string) => codeInStringsFigure(project({ 'api/a.ts': code })).offenders;

const program = `
const one = 1;
function two() {
  if (one) return 2;
  return 3;
}
two();
`;

test.each([
  ['a template', `export const code = \`${program}\`;`],
  ['a template with an inserted value', `export const code = \`${program.replace('1', '$' + '{one}')}\`;`],
  ['a string', `export const code = ${JSON.stringify(program)};`],
])('a program in %s is found', (_, code) => {
  expect(measure(code)).toEqual(['api/a.ts:1']);
});

test.each([
  ['a text', 'export const text = `One.\n\nTwo.\nThree.\nFour.\nFive.\n`;'],
  ['a flow', 'export const flow = `document:\n  dsl: 1.0.0\ndo:\n  - one:\n      set: 1\n  - two:\n`;'],
  ['a short script', 'export const code = `const a = 1;\nreturn a;`;'],
  ['code of a file', program],
])('%s is accepted', (_, code) => {
  expect(measure(code)).toEqual([]);
});
