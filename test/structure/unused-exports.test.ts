import { expect, test } from 'vitest';
import { unusedExportFigure } from './figures/unused-exports.js';
import { projectFolder } from './project-fixture.js';

async function measure(files: Record<string, string>) {
  const root = projectFolder({ 'package.json': '{ "type": "module" }', ...files });
  return (await unusedExportFigure(root)).offenders;
}

test('an export that no other file imports is reported, one that a test imports is not', async () => {
  const offenders = await measure({
    'cli/main.ts': `import { used } from '../controller/a.js';\nused();\n`,
    'controller/a.ts':
      'export function used() { own(); }\nexport function own() {}\nexport function tested() {}\nexport interface Idle {}\n',
    'test/a.test.ts': `import { tested } from '../controller/a.js';\ntested();\n`,
  });
  expect(offenders).toEqual(['controller/a.ts:2: own', 'controller/a.ts:4: Idle']);
});

test('a name that only a barrel imports is reported, with its place in the barrel', async () => {
  const offenders = await measure({
    'cli/main.ts': `import { used } from '../controller/index.js';\nused();\n`,
    'controller/index.ts': `export { idle, used } from './a.js';\n`,
    'controller/a.ts': 'export function used() {}\nexport function idle() {}\n',
  });
  expect(offenders).toEqual(['controller/a.ts:2: idle', 'controller/index.ts:1: idle']);
});

test('a file that no other file imports is reported', async () => {
  const offenders = await measure({ 'cli/main.ts': '', 'controller/a.ts': 'export const a = 1;\n' });
  expect(offenders).toEqual(['controller/a.ts:1: is imported by no other file']);
});
