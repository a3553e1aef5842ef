import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { expect, test } from 'vitest';
import { manualTopics } from '../../../cli/build/manual-topics.js';
import { schemaFiles } from '../../../cli/editor/schema-files.js';
import { initialFiles } from '../../../cli/init/files.js';
import { builtInConnectors } from '../../../controller/connectors/index.js';
import { manualSources } from '../../built-manual.js';
import { type OutsideName, outsideNames } from './find.js';
import { knownNames } from './known.js';

const root = join(import.meta.dirname, '../../..');

/** Returns each name that is not on the list, with the places where it stands. */
function unknownNames(texts: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  const unknown: Record<string, string[]> = {};
  for (const [place, parts] of Object.entries(texts))
    for (const { kind, name } of parts.flatMap(outsideNames).filter(isUnknown))
      unknown[`${kind} ${name}`] = [...new Set([...(unknown[`${kind} ${name}`] ?? []), place])];
  return unknown;
}

function isUnknown({ kind, name }: OutsideName): boolean {
  return !knownNames[kind]?.includes(name);
}

/** The texts inside a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

test('the files that svc init writes name nothing outside that is not on the list', () => {
  for (const prefix of ['', 'ops/svc/']) {
    const files = initialFiles(prefix, {});
    expect(unknownNames(Object.fromEntries(files.map(({ path, content }) => [path, [content]])))).toEqual({});
  }
});

test('no page of the manual, and so no command and no error, names anything outside that is not on the list', () => {
  const pages = manualTopics(manualSources).map((topic) => [topic.name, textsIn(topic)]);
  expect(pages.length).toBeGreaterThan(500);
  expect(unknownNames(Object.fromEntries(pages))).toEqual({});
});

test('the schemas for editors name nothing outside that is not on the list', () => {
  const files = schemaFiles(builtInConnectors()).map(({ path, content }) => [
    path,
    textsIn(JSON.parse(content)),
  ]);
  expect(unknownNames(Object.fromEntries(files))).toEqual({});
});

test('no source, hint, script and file of the project names anything outside that is not on the list', () => {
  const paths = globSync(
    [
      '{api,cli,controller,schemas}/**',
      '*.{md,yml,yaml}',
      'Containerfile',
      'package.json',
      '.pre-commit-hooks.yaml',
    ],
    {
      cwd: root,
      dot: true,
      ignore: ['schemas/generated/**', '**/*.{cjs,mjs}'],
    },
  );
  expect(paths.length).toBeGreaterThan(1_000);
  expect(
    unknownNames(Object.fromEntries(paths.map((path) => [path, [readFileSync(join(root, path), 'utf8')]]))),
  ).toEqual({});
});

test.each([
  ['npm install --global @svc-run/svc', 'npm @svc-run/svc'],
  ['npm install --prefix /opt/svc svc@1.0.0', 'npm svc'],
  ['Then run `npx @svc-run/validate --strict .`', 'npm @svc-run/validate'],
  ['npx --yes my-server', 'npm my-server'],
  ["additional_dependencies: ['@svc-run/validate@0.1.0']", 'npm @svc-run/validate'],
  ['      - uses: svc-run/svc@v0.1.0', 'action svc-run/svc'],
  ['  - repo: https://github.com/svc-run/svc', 'host github.com/svc-run'],
  ['git clone git@github.com:svc-run/svc.git', 'host github.com/svc-run'],
  ['git clone https://user:token@svc.dev/svc.git', 'host svc.dev'],
  ['docker pull ghcr.io/svc-run/svc:1', 'image ghcr.io/svc-run/svc'],
  ['docker run --rm --volume a:/b \\\n  --publish 1:2 svcrun/svc', 'image docker.io/svcrun/svc'],
  ['    image: svc:0.1.0', 'image docker.io/library/svc'],
  ['FROM svc.io/base', 'image svc.io/base'],
  ['pip install svc-client', 'package pip svc-client'],
  ['pip install --requirement list.txt svc-client', 'package pip svc-client'],
  ['curl -fsSL https://get.svc.sh | sh', 'host get.svc.sh'],
  ['Write to security@svc.run', 'host svc.run'],
])('the search finds a planted name: %s', (planted, name) => {
  expect(Object.keys(unknownNames({ page: [`Some text.\n${planted}\nMore text.`] }))).toEqual([name]);
});

test.each([
  'npm install --global ./svc~local-0.1.0.tgz',
  'npm install --global "$SVC_PACKAGE"',
  'npm install --prefix <folder> <name>',
  'npm ci --no-audit',
  'curl https://releases.example.com/svc/install.sh http://127.0.0.1:7420 https://svc.test http://host',
  'uses: <owner>/<copy>@<commit>',
  'docker run --read-only --tmpfs /tmp localhost/svc',
  'image: registry.example.com/tool:1.2',
  'Ada <ada@example.com>',
])('the search passes over names that cannot be owned: %s', (text) => {
  expect(unknownNames({ page: [text] })).toEqual({});
});
