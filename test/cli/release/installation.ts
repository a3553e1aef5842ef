import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { execa } from 'execa';
import type { Io } from '../../../cli/contract/io.js';
import { installationAt } from '../../../cli/release/installation/layout.js';
import type { ReleaseContext } from '../../../cli/release/update/context.js';
import type { Problem } from '../../../controller/problems/index.js';
import type { ReleaseRepository } from './release-repository.js';

/** A context for commands on the installation in `dir`, which trusts the root of a repository. */
export function contextFor(
  dir: string,
  repository: ReleaseRepository,
  more: Partial<ReleaseContext> = {},
): ReleaseContext & { printed: { text: string } } {
  const printed = { text: '' };
  const stream = { write: (text: string) => (printed.text += text) };
  const io: Io = {
    stdout: stream,
    stderr: stream,
    stdin: Readable.from([]),
    env: {},
    cwd: dir,
    onInterrupt: () => () => undefined,
  };
  return {
    io,
    printed,
    installation: installationAt(dir),
    root: repository.root,
    findControl: async () => undefined,
    served: {},
    readyMs: 30_000,
    ...more,
  };
}

/** Runs the program of an installation through its launcher, and resolves with the version that it states. */
export async function getDirVersion(dir: string): Promise<string> {
  return (await execa(join(dir, 'bin', 'svc'), ['--version'])).stdout;
}

/** Resolves with the code of the problem that a command ends with. */
export async function getCode(command: Promise<unknown>): Promise<string> {
  return command.then(
    () => 'none',
    (error: Problem) => error.code ?? String(error.stack),
  );
}

/** Returns the hash of each file of an installation, and the targets of links, but not the trusted metadata. */
export function getContent(dir: string): Record<string, string> {
  const paths = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.startsWith('tuf'),
  );
  const found = paths.sort().map((path) => {
    const full = join(dir, path);
    const stats = lstatSync(full);
    if (stats.isSymbolicLink()) return [path, readlinkSync(full)];
    if (stats.isDirectory()) return [path, 'folder'];
    return [path, createHash('sha256').update(readFileSync(full)).digest('hex')];
  });
  return Object.fromEntries(found);
}
