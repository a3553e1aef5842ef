import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Makes a bare repository in a folder, with one commit of the files. Returns its path. */
export function makeRemote(folder: string, files: Readonly<Record<string, string>>): string {
  const work = join(folder, 'work');
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(work, path)), { recursive: true });
    writeFileSync(join(work, path), content);
  }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
      cwd: work,
      stdio: 'ignore',
    });
  git('init', '-b', 'main');
  git('add', '-A');
  git('commit', '-m', 'Add flows');
  const remote = join(folder, 'repository.git');
  git('clone', '--quiet', '--bare', work, remote);
  return remote;
}
