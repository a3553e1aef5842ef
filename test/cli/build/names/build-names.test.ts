import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execaSync } from 'execa';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { guideTopics } from '../../../../api/manual/reference/guides.js';
import { nameRules, readPublishedNames } from '../../../../cli/build/names/build-names.js';
import { namePackage } from '../../../../cli/build/release/packages/name-package.js';
import { initialFiles } from '../../../../cli/init/files.js';
import type { PublishedNames } from '../../../../schemas/published-names.js';
import { version } from '../../../../schemas/version.js';
import { getParts } from '../../../api/manual/guide-parts.js';
import { manualSources } from '../../../built-manual.js';

const env = Object.fromEntries(Object.values(nameRules).map(({ variable, example }) => [variable, example]));
const named = readPublishedNames(env);
const guide = (name: string, names: PublishedNames) => {
  const topic = guideTopics(join(manualSources, 'guides'), names).find(
    (each) => each.name === `guide.${name}`,
  );
  return `${topic?.summary}\n\n${topic?.text}`;
};
/** Each name as it stands in files and pages. */
const shown = Object.values(named).map((name) => name.replace(/\/$/, ''));

test('a build without variables has no names, and one with them has all of them', () => {
  expect(readPublishedNames({ SVC_BUILD_ACTION: '', PATH: '/bin' })).toEqual({});
  expect(Object.keys(named).sort()).toEqual(Object.keys(nameRules).sort());
  expect(readPublishedNames({ SVC_BUILD_RELEASES: 'https://svc.test' })).toEqual({
    releases: 'https://svc.test/',
  });
});

test.each([
  ['SVC_BUILD_PACKAGE', '--registry=http://x'],
  ['SVC_BUILD_PACKAGE', '@Example/svc; rm'],
  ['SVC_BUILD_VALIDATE_PACKAGE', "a', 'b"],
  ['SVC_BUILD_ACTION', 'svc'],
  ['SVC_BUILD_IMAGE', 'svc'],
  ['SVC_BUILD_REPOSITORY', 'http://git.test/a'],
  ['SVC_BUILD_RELEASES', 'https://a.test/$(id)'],
])('a build refuses a name of another form: %s is %s', (variable, value) => {
  expect(() => readPublishedNames({ [variable]: value })).toThrow(variable);
});

test('the guides name what the build names, and without names nothing of it', () => {
  const [installing, containers] = [guide('installing', named), guide('containers', named)];
  for (const name of shown) expect(installing + containers).toContain(name);
  expect(containers).toContain(`docker pull ${named.image}:${version}`);
  const unnamed = guide('installing', {}) + guide('containers', {});
  const [releases, ...others] = [named.releases?.replace(/\/$/, ''), ...shown.slice(0, -1)];
  expect(releases).toBe('https://releases.example.com/svc');
  for (const name of others) expect(unnamed).not.toContain(name);
  for (const text of [installing, containers, unnamed]) expect(text).not.toMatch(/<!--|-->|^end|@\w+@/m);
});

test.each([{}, named])(
  'the hook and the workflow of the guide are those of svc init in the same build: %j',
  (names) => {
    const files = initialFiles('', names);
    const blocks = getParts(guide('installing', names)).blocks.filter(({ language }) => language === 'yaml');
    expect(blocks).toHaveLength(2);
    for (const { text } of blocks) {
      const path = /^# (\S+)\n/.exec(text)?.[1];
      expect(parse(text)).toEqual(parse(files.find((file) => file.path === path)?.content ?? ''));
    }
  },
);

test('the package takes the name of the build, and without one it stays private', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-named-'));
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'svc~local', version: '1.0.0', private: true }),
  );
  const pack = () =>
    join(folder, execFileSync('npm', ['pack', '--silent'], { cwd: folder, encoding: 'utf8' }).trim());
  const getManifest = (path: string) =>
    JSON.parse(execaSync('tar', ['-xzOf', path, 'package/package.json']).stdout) as object;
  const local = namePackage(pack(), {});
  expect(getManifest(local)).toMatchObject({ name: 'svc~local', private: true });
  const published = namePackage(pack(), named);
  expect(existsSync(local)).toBe(false);
  expect(published).toBe(join(folder, 'example-svc-1.0.0.tgz'));
  expect(getManifest(published)).toEqual({
    name: '@example/svc',
    version: '1.0.0',
    repository: { type: 'git', url: 'git+https://git.example.com/ops/svc.git' },
    publishConfig: { access: 'public' },
  });
  expect(readFileSync(join(folder, 'package.json'), 'utf8')).toContain('svc~local');
});
