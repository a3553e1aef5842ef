import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { svc, temporaryFolder } from '../test-io.js';

const folio = (file: string) => `kind: folio\nname: refunds\ntitle: Refunds\nfile: ${file}\n`;
const texts = { 'folios/texts/refunds.md': '# Refunds', 'folios/texts/other.md': '# Other' };

async function rulesIn(folder: string, ...args: string[]): Promise<string[]> {
  const { stdout } = await svc(folder, ['validate', ...args, '--json']);
  const { problems } = JSON.parse(stdout) as { problems: Record<string, string>[] };
  return problems.map(({ file, line, rule, hint }) =>
    [`${file}:${line} ${rule}`, hint].filter(Boolean).join(' '),
  );
}

describe('svc validate of entities that name texts', () => {
  it.each(['.', 'folios', 'folios/refunds.yaml'])('finds the texts, given %s', async (argument) => {
    const folder = temporaryFolder({
      'folios/refunds.yaml': folio('texts/refunds.md'),
      ...texts,
      'svc.yaml': '',
    });
    expect(await rulesIn(folder, argument)).toEqual([]);
  });

  it.each(['.', 'folios', 'folios/refunds.yaml'])('reports a missing text, given %s', async (argument) => {
    const folder = temporaryFolder({
      'folios/refunds.yaml': folio('texts/refund.md'),
      ...texts,
      'svc.yaml': '',
    });
    const expected = 'folios/refunds.yaml:4 file-missing Did you mean `texts/refunds.md`?';
    expect(await rulesIn(folder, argument)).toEqual([expected]);
  });

  it('a folder outside any repository counts as the whole repository', async () => {
    const folder = temporaryFolder({ 'in/refunds.yaml': folio('../x.md'), 'x.md': '' });
    expect(await rulesIn(folder, 'in')).toEqual([expect.stringContaining('in/refunds.yaml:4 file-outside')]);
    expect(await rulesIn(folder, '.')).toEqual([]);
  });

  it('the texts of a loose file are not looked for', async () => {
    const folder = temporaryFolder({ 'refunds.yaml': folio('nowhere.md') });
    expect(await rulesIn(folder, 'refunds.yaml')).toEqual([]);
  });

  it('links are not followed', async () => {
    const folder = temporaryFolder({ 'refunds.yaml': folio('link/secret.txt'), 'svc.yaml': '' });
    const outside = temporaryFolder({ 'secret.txt': 'secret' });
    symlinkSync(outside, join(folder, 'link'));
    expect(await rulesIn(folder, '.')).toEqual([expect.stringContaining('refunds.yaml:4 file-missing')]);
    rmSync(join(folder, 'link'));
    mkdirSync(join(folder, 'link'));
    symlinkSync(join(outside, 'secret.txt'), join(folder, 'link/secret.txt'));
    expect(await rulesIn(folder, '.')).toEqual([expect.stringContaining('refunds.yaml:4 file-missing')]);
  });

  it('--staged reads the texts of the index, not of the working tree', async () => {
    const folder = temporaryFolder({ 'folios/refunds.yaml': folio('texts/refunds.md'), ...texts });
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });
    git('init', '--quiet');
    git('add', '.');
    const text = join(folder, 'folios/texts/refunds.md');
    renameSync(text, `${text}.away`);
    expect(await rulesIn(folder, '--staged')).toEqual([]);
    git('rm', '--quiet', '--cached', 'folios/texts/refunds.md');
    renameSync(`${text}.away`, text);
    expect(await rulesIn(folder, '--staged')).toEqual([
      expect.stringContaining('folios/refunds.yaml:4 file-missing'),
    ]);
    git('add', '.');
    writeFileSync(text, 'caf\xe9', 'latin1');
    git('add', '.');
    expect(await rulesIn(folder, '--staged')).toEqual([
      expect.stringContaining('folios/refunds.yaml:4 file-unreadable'),
    ]);
  });
});
