import { execFileSync } from 'node:child_process';

/** The commit that a release is built from. */
export interface SourceState {
  commit: string;
  /** The time of the commit. All files of the release have it. */
  time: Date;
}

/**
 * Returns the commit of a work tree. `-changed` marks a work tree that differs from it.
 * @throws an error outside of a Git repository
 */
export function sourceState(root: string): SourceState {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const [commit = '', seconds = ''] = git('log', '-1', '--format=%H %ct').split(' ');
  const isChanged = git('status', '--porcelain') !== '';
  return { commit: `${commit}${isChanged ? '-changed' : ''}`, time: new Date(Number(seconds) * 1000) };
}
