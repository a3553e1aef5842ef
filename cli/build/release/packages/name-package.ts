import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { PublishedNames } from '../../../../schemas/published-names.js';
import { publishing } from './validate-package.js';

/**
 * Gives the tarball of svc the name under which it is published, and returns the path of the new one. Without a name, it
 * stays as `npm pack` made it: a package that npm refuses to publish.
 */
export function namePackage(tarball: string, { package: name, repository }: PublishedNames): string {
  if (name === undefined) return tarball;
  const work = mkdtempSync(join(tmpdir(), 'svc-package-'));
  try {
    execFileSync('tar', ['-xzf', tarball, '-C', work]);
    const folder = join(work, 'package');
    const file = join(folder, 'package.json');
    const { private: _unpublished, ...manifest } = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(
      file,
      `${JSON.stringify({ ...manifest, name, ...publishing(name, repository) }, null, 2)}\n`,
    );
    rmSync(tarball);
    const out = dirname(tarball);
    const options = ['pack', '--silent', '--ignore-scripts', '--pack-destination', out];
    return join(out, execFileSync('npm', options, { cwd: folder, encoding: 'utf8' }).trim());
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
