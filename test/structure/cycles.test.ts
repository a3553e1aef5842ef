import { expect, test } from 'vitest';
import { cycleFigures } from './figures/cycles.js';
import { figure, project } from './project-fixture.js';
import { getImports } from './tree/imports.js';

function measure(files: Record<string, string>, name: string) {
  const tree = project(files);
  return figure(cycleFigures(tree, getImports(tree.service)), name);
}

test('three files that import each other in a circle are one cycle', () => {
  const files = {
    'api/a.ts': `import './b.js';`,
    'api/b.ts': `import './c.js';`,
    'api/c.ts': `import type { A } from './a.js';`,
  };
  expect(measure(files, 'file cycles').offenders).toEqual(['api/a.ts ↔ api/b.ts ↔ api/c.ts']);
});

test('files that import the same file are no cycle', () => {
  const files = { 'api/a.ts': `import './c.js';`, 'api/b.ts': `import './c.js';`, 'api/c.ts': '' };
  expect(measure(files, 'file cycles').value).toBe(0);
});

test('folders whose files import each other are a cycle without a cycle of files', () => {
  const files = {
    'api/x/a.ts': `import '../y/a.js';`,
    'api/x/b.ts': '',
    'api/y/a.ts': '',
    'api/y/b.ts': `import '../x/b.js';`,
  };
  expect(measure(files, 'file cycles').value).toBe(0);
  expect(measure(files, 'folder cycles').value).toBe(1);
});

test('a subfolder that imports from its parent makes a cycle, and the import is named', () => {
  const files = {
    'api/x/index.ts': `import './deep/a.js';`,
    'api/x/types.ts': '',
    'api/x/deep/a.ts': `\nimport '../types.js';`,
  };
  expect(measure(files, 'folder cycles').offenders).toEqual([
    'api/x ↔ api/x/deep',
    'api/x/deep/a.ts:2: imports api/x/types.ts',
  ]);
});

test('a parent that imports from its subfolder alone makes no cycle', () => {
  const files = { 'api/x/index.ts': `import './deep/a.js';`, 'api/x/deep/a.ts': '' };
  expect(measure(files, 'folder cycles').value).toBe(0);
});
