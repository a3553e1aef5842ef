import { expect, test } from 'vitest';
import { roomFigures } from './figures/rooms.js';
import { figure, project } from './project-fixture.js';
import { getImports } from './tree/imports.js';

function measure(files: Record<string, string>, name: string) {
  const tree = project(files);
  return figure(roomFigures(tree, getImports(tree.service)), name);
}

test('each folder directly in `controller` is a room, files beside them are none', () => {
  const files = {
    'controller/runs/a.ts': '',
    'controller/runs/deep/b.ts': '',
    'controller/git/c.ts': '',
    'controller/d.ts': '',
  };
  expect(measure(files, 'rooms in controller').value).toBe(2);
});

test('two imports between the same rooms are one arrow', () => {
  const files = {
    'controller/runs/a.ts': `import '../git/c.js';\n`,
    'controller/runs/b.ts': `import '../git/c.js';\n`,
    'controller/git/c.ts': '',
  };
  const { value, offenders } = measure(files, 'arrows between rooms');
  expect(value).toBe(1);
  expect(offenders).toEqual(['controller/runs/a.ts:1: runs → git (imports controller/git/c.ts and 1 more)']);
});

test.each([
  ['a type import', `import type { C } from '../git/c.js';`],
  ['a re-export', `export * from '../git/c.js';`],
  ['a dynamic import', `const c = () => import('../git/c.js');`],
  ['an import type', `type C = import('../git/c.js').C;`],
])('%s is an arrow', (_, line) => {
  const files = { 'controller/runs/a.ts': line, 'controller/git/c.ts': '' };
  expect(measure(files, 'arrows between rooms').value).toBe(1);
});

test('an import within a room is no arrow', () => {
  const files = { 'controller/runs/a.ts': `import './b.js';`, 'controller/runs/b.ts': '' };
  expect(measure(files, 'arrows between rooms').value).toBe(0);
});

test('the floors are the rooms of the longest chain', () => {
  const files = {
    'controller/start/a.ts': `import '../runs/a.js';\nimport '../git/a.js';`,
    'controller/runs/a.ts': `import '../git/a.js';`,
    'controller/git/a.ts': '',
    'controller/kinds/a.ts': '',
  };
  const { value, offenders } = measure(files, 'floors of rooms');
  expect(value).toBe(3);
  expect(offenders).toEqual(['start → runs → git']);
});

test('each room of a cycle is a floor', () => {
  const files = {
    'controller/start/a.ts': `import '../runs/a.js';`,
    'controller/runs/a.ts': `import '../git/a.js';`,
    'controller/git/a.ts': `import '../runs/a.js';`,
  };
  expect(measure(files, 'floors of rooms').value).toBe(3);
});

test('a room outside of the list is reported', () => {
  const files = { 'controller/attic/a.ts': '', 'controller/runs/a.ts': '' };
  expect(measure(files, 'rooms not in rooms.json').offenders).toEqual(['controller/attic']);
});

test('a listed room without files is absent', () => {
  const { offenders } = measure({ 'controller/runs/a.ts': '' }, 'rooms of rooms.json that are absent');
  expect(offenders).toContain('controller/git');
  expect(offenders).not.toContain('controller/runs');
});
