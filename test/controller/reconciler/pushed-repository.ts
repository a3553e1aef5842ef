import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A bare repository that is pushed into: whole trees as commits, by `git fast-import`. */
export class PushedRepository {
  readonly #known = new Set<string>();
  #count = 0;
  /** All that were pushed, to be merged again. */
  readonly #commits: string[] = [];

  constructor(readonly dir: string) {}

  /**
   * @param how `forced`: a commit without the one before; `merge`: one that has an earlier one, of whatever branch, as
   * second parent
   */
  push(branch: string, files: Readonly<Record<string, string>>, how?: 'forced' | 'merge'): string {
    const ref = `refs/heads/${branch}`;
    this.#count += 1;
    const isRoot = how === 'forced' || !this.#known.has(branch);
    const merged = how === 'merge' ? this.#commits.at(this.#count % this.#commits.length) : undefined;
    this.#known.add(branch);
    const changes = Object.entries(files).flatMap(([path, text]) => [`M 100644 inline ${path}`, data(text)]);
    const input = [
      ...(isRoot ? [`reset ${ref}`, ''] : []),
      `commit ${ref}`,
      `committer Ada <ada@example.com> ${1_700_000_000 + this.#count} +0000`,
      data('change'),
      ...(isRoot ? [] : [`from ${ref}^0`]),
      ...(merged === undefined ? [] : [`merge ${merged}`]),
      'deleteall',
      ...changes,
      '',
    ];
    execFileSync('git', ['fast-import', '--quiet', '--force'], { cwd: this.dir, input: input.join('\n') });
    const commit = readFileSync(join(this.dir, ref), 'utf8').trim();
    this.#commits.push(commit);
    return commit;
  }

  delete(branch: string): void {
    execFileSync('git', ['update-ref', '-d', `refs/heads/${branch}`], { cwd: this.dir });
    this.#known.delete(branch);
  }
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`;
}
