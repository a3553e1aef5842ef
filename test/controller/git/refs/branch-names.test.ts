import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { isBranchName } from '../../../../controller/git/index.js';

const names = [
  'main',
  'feature/x',
  'a.b',
  'ünï',
  'v1.0',
  'a@b',
  'x-',
  '1',
  'a/b/c',
  '',
  '-x',
  '/x',
  'x/',
  'a//b',
  'a..b',
  'a/../b',
  '../x',
  '.x',
  'a/.b',
  'x.lock',
  'a.lock/b',
  'x.',
  'a b',
  'a~b',
  'a^b',
  'a:b',
  'a?b',
  'a*b',
  'a[b',
  'a\\b',
  'a@{b',
  'a\tb',
  'a\nb',
  'a\u007fb',
  'HEAD',
];

describe('a branch name', () => {
  test.each(names)('%j is judged as Git judges it', (name) => {
    expect(isBranchName(name)).toBe(gitTakes(name));
  });

  test('that Git would read as HEAD is none', () => {
    expect(isBranchName('@')).toBe(false);
  });

  test('longer than a file name can be is none', () => {
    expect(isBranchName('x'.repeat(300))).toBe(false);
  });
});

function gitTakes(name: string): boolean {
  try {
    execFileSync('git', ['check-ref-format', '--branch', name], { stdio: 'pipe' });
    return true;
  } catch {
    return false;
  }
}
