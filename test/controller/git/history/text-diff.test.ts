import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unifiedDiff } from '../../../../controller/git/index.js';
import { temporaryFolder } from '../git-fixture.js';

test('one changed line is one line in the diff', () => {
  expect(diff('one\ntwo\nthree\n', 'one\nTWO\nthree\n')).toBe(
    'diff --git a/f/x.yaml b/f/x.yaml\n--- a/f/x.yaml\n+++ b/f/x.yaml\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n',
  );
});

test('a new, a deleted and a renamed file have the headers Git gives them', () => {
  expect(diff(null, 'a\n')).toContain('new file mode 100644\n--- /dev/null\n+++ b/f/x.yaml\n');
  expect(diff('a\n', null)).toContain('deleted file mode 100644\n--- a/f/x.yaml\n+++ /dev/null\n');
  const content = Buffer.from('a\n');
  expect(unifiedDiff({ path: 'a', content }, { path: 'b', content })).toBe(
    'diff --git a/a b/b\nrename from a\nrename to b\n',
  );
});

test('equal files have no diff; binary ones say so', () => {
  expect(diff('a', 'a')).toBe('');
  expect(diff('a\0', 'b\0')).toContain('Binary files a/f/x.yaml and b/f/x.yaml differ');
});

test('`git apply` makes the one text of the other by the diff, whatever they are', () => {
  const line = fc.constantFrom('a', 'b', 'c', '', ' ', '-x', '+x', '@@ -1 +1 @@', 'ü', 'end\r');
  const text = fc
    .tuple(fc.array(line, { maxLength: 30 }), fc.boolean())
    .map(([lines, isEnded]) => lines.join('\n') + (isEnded && lines.length > 0 ? '\n' : ''));
  fc.assert(
    fc.property(text, text, (one, other) => {
      const patch = diff(one, other);
      if (patch === '') return one === other;
      const dir = temporaryFolder();
      mkdirSync(dirname(join(dir, 'f/x.yaml')), { recursive: true });
      writeFileSync(join(dir, 'f/x.yaml'), one);
      execFileSync('git', ['apply', '--whitespace=nowarn', '--allow-empty'], { cwd: dir, input: patch });
      return execFileSync('cat', [join(dir, 'f/x.yaml')], { encoding: 'utf8' }) === other;
    }),
    { numRuns: 40 },
  );
});

test('a large file that is new, gone or altogether another still has a diff that applies', () => {
  const many = (word: string) => Array.from({ length: 5_000 }, (_, at) => `${word} ${at}\n`).join('');
  expect(diff(many('a'), many('b')).split('\n')).toHaveLength(10_000 + 5);
  for (const patch of [diff(null, many('a')), diff(many('a'), many('b')), diff(many('b'), null)]) {
    expect(() => execFileSync('git', ['apply', '--stat'], { input: patch, stdio: 'pipe' })).not.toThrow();
  }
});

function diff(before: string | null, after: string | null): string {
  const side = (text: string | null) => ({
    path: 'f/x.yaml',
    content: text === null ? null : Buffer.from(text),
  });
  return unifiedDiff(side(before), side(after));
}
