import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { projectFolder } from './project-fixture.js';

const config = fileURLToPath(new URL('../../.dependency-cruiser.cjs', import.meta.url));

interface Report {
  summary: { violations: { from: string; to: string; rule: { name: string } }[] };
}

/** Returns the rules that an import from one file to another breaks. */
async function brokenRules(from: string, to: string): Promise<string[]> {
  const up = '../'.repeat(from.split('/').length - 1);
  const root = projectFolder({
    'tsconfig.json': '{}',
    [from]: `import '${up}${to.replace(/\.ts$/, '.js')}';\n`,
    [to]: '',
  });
  const args = ['--config', config, '--output-type', 'json', '.'];
  const { stdout } = await execa('depcruise', args, {
    cwd: root,
    preferLocal: true,
    localDir: import.meta.dirname,
    reject: false,
  });
  return (JSON.parse(stdout) as Report).summary.violations.map(({ rule }) => rule.name);
}

test.each([
  ['a top-level folder above', 'api/a.ts', 'cli/b.ts', 'api-imports-down'],
  ['a test', 'schemas/a.ts', 'test/b.ts', 'schemas-imports-down'],
  ['a room above', 'controller/git/a.ts', 'controller/runs/b.ts', 'room-git-imports-down'],
  ['the folder above', 'controller/git/deep/a.ts', 'controller/git/b.ts', 'no-import-from-above-2'],
  ['the folder two above', 'controller/git/x/y/a.ts', 'controller/git/b.ts', 'no-import-from-above-2'],
  ['the top-level folder', 'cli/commands/a.ts', 'cli/b.ts', 'no-import-from-above-1'],
])('an import from %s is refused', async (_, from, to, rule) => {
  expect(await brokenRules(from, to)).toEqual([rule]);
});

test.each([
  ['a top-level folder below', 'api/a.ts', 'controller/git/b.ts'],
  ['a room below', 'controller/runs/a.ts', 'controller/git/b.ts'],
  ['a subfolder', 'controller/git/a.ts', 'controller/git/deep/b.ts'],
  ['a folder beside', 'controller/git/x/a.ts', 'controller/git/y/b.ts'],
  ['the same folder', 'api/x/a.ts', 'api/x/b.ts'],
])('an import from %s is allowed', async (_, from, to) => {
  expect(await brokenRules(from, to)).toEqual([]);
});
