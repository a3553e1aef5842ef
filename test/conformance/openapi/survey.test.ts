import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));

function survey(folder: string): { status: number | null; lines: string[] } {
  const script = join(root, 'test/conformance/openapi/main.ts');
  const { status, stdout } = spawnSync(join(root, 'node_modules/.bin/tsx'), [script, folder], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, lines: stdout.trim().split('\n') };
}

test('all operations of the documents of the project can be called', () => {
  const { status, lines } = survey(join(root, 'fixtures/openapi'));
  expect(lines.slice(-2)).toEqual([
    '2 documents, 0 of them not readable',
    '14 of 14 operations can be called: 100.00 %, 0 of them with a `baseUrl`',
  ]);
  expect(status).toBe(0);
}, 90_000);

test('an operation that cannot be called is counted by its reason, and fails the survey', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-survey-'));
  try {
    const parameters = [{ $ref: 'other.json#/id' }];
    const paths = { '/a': { get: { operationId: 'a', parameters }, put: { operationId: 'b' } } };
    writeFileSync(join(folder, 'a.json'), JSON.stringify({ openapi: '3.0.0', paths }));
    writeFileSync(join(folder, 'b.yaml'), 'openapi: 4.0.0');
    const { status, lines } = survey(folder);
    expect(lines.slice(2)).toEqual([
      expect.stringContaining('1  the reference `…` leads to another document'),
      '2 documents, 1 of them not readable',
      '1 of 2 operations can be called: 50.00 %, 1 of them with a `baseUrl`',
    ]);
    expect(status).toBe(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
}, 90_000);
