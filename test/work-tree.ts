import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A real work tree, driven by the real `git`. */
export class WorkTree {
  constructor(readonly dir: string) {}

  static create(dir: string, ...options: string[]): WorkTree {
    mkdirSync(dir, { recursive: true });
    const tree = new WorkTree(dir);
    tree.git('init', '--quiet', '--initial-branch=main', ...options);
    return tree;
  }

  git(...args: string[]): string {
    const identity = [
      '-c',
      'user.name=Ada',
      '-c',
      'user.email=ada@example.com',
      '-c',
      'commit.gpgsign=false',
    ];
    return execFileSync('git', [...identity, ...args], {
      cwd: this.dir,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim();
  }

  write(files: Readonly<Record<string, string>>): void {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(this.dir, path)), { recursive: true });
      writeFileSync(join(this.dir, path), content);
    }
  }

  /** Writes the files, commits everything, and answers with the commit. */
  commit(files: Readonly<Record<string, string>> = {}, message = 'change'): string {
    this.write(files);
    this.git('add', '--all');
    this.git('commit', '--quiet', '--allow-empty', '-m', message);
    return this.head();
  }

  head(ref = 'HEAD'): string {
    return this.git('rev-parse', ref);
  }
}
