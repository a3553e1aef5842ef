import { expect, test } from 'vitest';
import { proseFigures } from './figures/prose.js';
import { figure, project } from './project-fixture.js';

const measure = (path: string, text: string, name: string) =>
  figure(proseFigures(project({ [path]: text })), name).offenders;
const banned = (path: string, text: string) => measure(path, text, 'banned words');
const openings = (text: string) => measure('test/a.ts', text, 'comments that open with a question word');

test.each(['whoever', 'somebody', 'nobody', 'anew', 'mend', 'let go of', 'taken up', 'Nobody'])(
  'the word `%s` is refused',
  (word) => {
    expect(banned('README.md', `One\nand ${word}, too\n`)).toEqual([`README.md:2: ${word}`]);
  },
);

test.each([
  ['a docstring', 'api/a.ts', '/**\n * Waits for nobody.\n */'],
  ['a line comment', 'test/a.ts', '\n// Waits for nobody.'],
  ['a comment at the end of a line', 'api/a.ts', '\nlet a = 1; // for nobody'],
  ['a comment in a CommonJS file', '.ci/a.cjs', '\n// Waits for nobody.'],
  ['a heading', 'controller/README.md', '\n# For nobody'],
  ['a test name', 'test/a.test.ts', `\ntest.skipIf(x)('waits for nobody', run);`],
  ['the name of a row', 'test/a.test.ts', `\ntest.each([['waits for nobody', 1]])('%s', run);`],
  ['a text', 'api/a.ts', `\nconst text = 'Waits for nobody.';`],
  ['a template', 'cli/a.ts', '\nconst text = `${name} waits for nobody.`;'],
  ['a text after an escape', 'cli/a.ts', `\nconst text = 'Waits for\\nnobody.';`],
  ['a description', 'schemas/a.schema.json', '{\n"description": "Waits for nobody."}'],
  ['a fixture', 'fixtures/demo/a.yaml', '\ntitle: "Waits for nobody"'],
  ['a comment in a fixture', 'fixtures/demo/a.yaml', '\n# Waits for nobody'],
])('%s is prose', (_, path, text) => {
  expect(banned(path, text)).toEqual([`${path}:2: nobody`]);
});

test.each([
  ['a name in backticks', 'README.md', 'The user `nobody`.'],
  ['a quotation', 'api/a.ts', '// The text "asks nobody".'],
  ['a quoted word', 'api/a.ts', `// The user 'nobody'.`],
  ['a longer word', 'README.md', 'An amendment, mended.'],
  ['a block of code', 'README.md', '```\nls nobody here\n```\n'],
  ['a variable', 'api/a.ts', 'const nobody = 1;'],
  ['a literal of one word', 'api/a.ts', `const user = 'nobody';`],
  ['a text of a test', 'test/a.test.ts', `expect(text).toBe('asks nobody');`],
  ['a payload as it was received', 'fixtures/webhooks/a.yaml', 'text: for nobody'],
  ['a value of one word', 'fixtures/demo/a.yaml', 'user: nobody'],
  ['an import', 'api/a.ts', `import './nobody there.js';`],
])('%s is no prose', (_, path, text) => {
  expect(banned(path, text)).toEqual([]);
});

test('banned words are found across the lines of a comment', () => {
  expect(banned('api/a.ts', '/**\n * It is taken\n * up later.\n */')).toEqual(['api/a.ts:2: taken up']);
  expect(banned('api/a.ts', '// It is taken\n// up later.')).toEqual(['api/a.ts:1: taken up']);
});

test('an apostrophe opens no quotation', () => {
  expect(banned('README.md', `The users' runs and nobody's timers`)).toEqual(['README.md:1: nobody']);
});

test('an unclosed quote hides nothing after its paragraph', () => {
  expect(banned('README.md', 'A 5" disk.\n\nFor nobody. A 3" disk.')).toEqual(['README.md:3: nobody']);
});

test('slashes in patterns and templates open no comment', () => {
  const code = 'const a = /[/*]nobody here/; const b = `${1}// for ${2} us`; // Where';
  expect(banned('test/a.ts', code)).toEqual([]);
  expect(openings(code)).toEqual(['test/a.ts:1: Where']);
});

test.each(['What', 'Where', 'Whether', 'Who', 'what'])('a comment that opens with %s is refused', (word) => {
  expect(openings(`\n/** ${word} is sent. */`)).toEqual([`test/a.ts:2: ${word}`]);
  expect(openings(`\n// ${word} is sent.`)).toEqual([`test/a.ts:2: ${word}`]);
  expect(openings(`/**\n * ${word} is sent.\n */`)).toEqual([`test/a.ts:1: ${word}`]);
});

test.each([
  ['another first word', '// Whose turn it is.'],
  ['the word later on', '// Says what is sent.'],
  ['the second line of a comment', '// Says\n// what is sent.'],
  ['a tag', '/** @returns what is sent */'],
])('%s is accepted', (_, text) => {
  expect(openings(text)).toEqual([]);
});

test('a comment behind code opens by itself', () => {
  expect(openings('const a = 1; // Says\n// what is sent.')).toEqual(['test/a.ts:2: what']);
});
