import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A bare repository that is pushed into: whole trees as commits, by `git fast-import`. */
export class PushedRepository {
  readonly #known = new Set<string>();
  #count = 0;

  constructor(readonly dir: string) {}

  /** @param isForced makes a commit without the one before */
  push(branch: string, files: Readonly<Record<string, string>>, isForced = false): string {
    const ref = `refs/heads/${branch}`;
    this.#count += 1;
    const isRoot = isForced || !this.#known.has(branch);
    this.#known.add(branch);
    const changes = Object.entries(files).flatMap(([path, text]) => [`M 100644 inline ${path}`, data(text)]);
    const input = [
      ...(isRoot ? [`reset ${ref}`, ''] : []),
      `commit ${ref}`,
      `committer Ada <ada@example.com> ${1_700_000_000 + this.#count} +0000`,
      data('change'),
      ...(isRoot ? [] : [`from ${ref}^0`]),
      'deleteall',
      ...changes,
      '',
    ];
    execFileSync('git', ['fast-import', '--quiet', '--force'], { cwd: this.dir, input: input.join('\n') });
    return readFileSync(join(this.dir, ref), 'utf8').trim();
  }

  delete(branch: string): void {
    execFileSync('git', ['update-ref', '-d', `refs/heads/${branch}`], { cwd: this.dir });
    this.#known.delete(branch);
  }
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`;
}
