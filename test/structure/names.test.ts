import { expect, test } from 'vitest';
import { nameFigure } from './figures/names.js';
import { project } from './project-fixture.js';

const readme = `# controller

## Words of names

| of | not | but |
| --- | --- | --- |
| function | \`…Of\` | \`get…\` |
| name | \`most…\` \`longest…\` | \`max…\` |
| name | \`told\` | \`notified\` |
| binding | \`found\` | \`match\` |

## More

| name | \`plain\` | not a word of names |
`;

const measure = (code: string) =>
  nameFigure(project({ 'controller/README.md': readme, 'api/a.ts': code })).offenders;

test.each([
  ['a function', 'function textOf() {}', 'textOf: `get…`'],
  ['a method', 'class A { #textOf() {} }', 'textOf: `get…`'],
  ['a function in a variable', 'const textOf = () => 1;', 'textOf: `get…`'],
  ['an alias of an import', `import { a as textOf } from './b.js';`, 'textOf: `get…`'],
  ['a limit', 'const mostBytes = 1;', 'mostBytes: `max…`'],
  ['a parameter', 'function f(longest: number) {}', 'longest: `max…`'],
  ['a word within a name', 'const isTold = true;', 'isTold: `notified`'],
  ['a binding', 'const found = f();', 'found: `match`'],
  ['a destructured binding', 'const { a: found } = f();', 'found: `match`'],
])('%s with a refused name is found', (_, code, offender) => {
  expect(measure(code)).toEqual([`api/a.ts:1 ${offender}`]);
});

test.each([
  ['a word that only contains a refused one', 'const foundation = 1; const almostAll = 2;'],
  ['a function that is named with more', 'function foundAt() {}'],
  ['a type', 'type TextOf = string;'],
  ['a member of an answer', 'const answer = { found: 1, mostBytes: 2 };'],
  ['a name of JSON Schema', 'function oneOf() {}'],
  ['a word of another table', 'const plain = 1;'],
])('%s is accepted', (_, code) => {
  expect(measure(code)).toEqual([]);
});
