import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseIgnored } from '../../../../controller/git/index.js';
import { WorkTree } from '../git-fixture.js';

const names = ['flows', 'drafts', 'Flows', 'a.yaml', 'b.yml', 'old copy'];
const path = fc
  .array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join('/'));
const rule = fc
  .tuple(
    fc.constantFrom('', '!', '/'),
    fc.array(fc.constantFrom(...names, '*', '*.yaml', '?.yml', '[ab].*', 'd*s'), {
      minLength: 1,
      maxLength: 3,
    }),
    fc.constantFrom('', '/'),
  )
  .map(([start, parts, end]) => `${start}${parts.join('/')}${end}`);

// The package differs from Git where `**` stands beside another `**`, at the end before a slash, or before a `!` rule.
test.each(['**/drafts', 'flows/**', 'flows/**/a.yaml', '/**/b.yml', '**/drafts/*.yaml'])(
  'ignores what Git ignores by %s',
  (text) => {
    const work = WorkTree.create();
    writeFileSync(join(work.dir, '.gitignore'), `${text}\n`);
    const ignored = parseIgnored(Buffer.from(`${text}\n`));
    const all = names.flatMap((a) => names.flatMap((b) => [`${a}/${b}`, `${a}/drafts/${b}`]));
    expect(all.filter((one) => ignored.has(one))).toEqual(all.filter((one) => isIgnored(work.dir, one)));
  },
);

test('ignores what Git ignores', () => {
  const work = WorkTree.create();
  fc.assert(
    fc.property(
      fc.array(rule, { minLength: 1, maxLength: 5 }),
      fc.uniqueArray(path, { minLength: 1, maxLength: 6 }),
      (rules, paths) => {
        const content = `${rules.join('\n')}\n`;
        writeFileSync(join(work.dir, '.gitignore'), content);
        const ignored = parseIgnored(Buffer.from(content));
        expect(paths.filter((one) => ignored.has(one))).toEqual(
          paths.filter((one) => isIgnored(work.dir, one)),
        );
      },
    ),
    { numRuns: 60 },
  );
});

function isIgnored(dir: string, path: string): boolean {
  try {
    execFileSync('git', ['check-ignore', '--quiet', '--no-index', path], { cwd: dir, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test.each(['*a*a*a*a*b', '**/a/**/b/**/c/**/d', 'x'.repeat(2_000)])(
  'refuses the rule %j, which costs too much',
  (text) => {
    expect(() => parseIgnored(Buffer.from(`fine\n${text}\n`), 'ops/.svcignore')).toThrow(
      '`ops/.svcignore:2`',
    );
  },
);
