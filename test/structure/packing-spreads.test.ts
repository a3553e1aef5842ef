import { expect, test } from 'vitest';
import { packingSpreadFigure } from './figures/packing-spreads.js';
import { project } from './project-fixture.js';

const measure = (code: string) => packingSpreadFigure(project({ 'api/a.ts': code })).offenders;

test.each([
  ['an object in an object', 'const a = {\n  ...{ b: 1, c: 2 },\n};'],
  ['a list in a list', 'const a = [\n  ...[1, 2],\n];'],
  ['a list in a call', 'f(\n  ...[1, 2],\n);'],
])('%s that is spread is refused', (_, code) => {
  expect(measure(code)).toEqual(['api/a.ts:2']);
});

test.each([
  ['a choice', 'const a = { ...(b ? { b } : {}) };'],
  ['the elements of a result', 'const a = [...[1, 2].map(String)];'],
  ['a rest parameter', 'const a = (...[b]: [number]) => b;'],
])('%s is accepted', (_, code) => {
  expect(measure(code)).toEqual([]);
});
