import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { version } from '../../schemas/version.js';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const json = (path: string) => JSON.parse(read(path));
const [, newest = '', ...sections] = read('CHANGELOG.md').split(/^## \[([^\]]+)\].*$/m);

test('the package, its lock and the program have one version', () => {
  const lock = json('package-lock.json');
  expect([json('package.json').version, lock.version, lock.packages[''].version]).toEqual([
    version,
    version,
    version,
  ]);
});

test.each([
  ['Containerfile', /^ARG VERSION=(\S+)$/m],
  ['compose.yaml', /image: localhost\/svc:(\S+)$/m],
  ['fixtures/deployments/kubernetes/kustomization.yaml', /newTag: '?([^\s']+)/],
  ['fixtures/deployments/three-nodes/compose.yaml', /image: svc:(\S+)$/m],
])('%s names the version', (path, pattern) => {
  expect(pattern.exec(read(path))?.[1]).toBe(version);
});

test('the manual names the package with the version', () => {
  const names = [...read('api/manual/guides/installing.md').matchAll(/svc~local-([\d.]+\d)\.tgz/g)];
  expect(new Set(names.map(([, named]) => named))).toEqual(new Set([version]));
});

test('the changelog begins with the version, and has at most ten lines for each', () => {
  expect(newest).toBe(version);
  for (const section of sections.filter((_, index) => index % 2 === 0)) {
    const lines = section.split('\n').filter((line) => line.trim() !== '' && !/^\[[\d.]+\]: /.test(line));
    expect(lines.length).toBeLessThanOrEqual(10);
  }
});
