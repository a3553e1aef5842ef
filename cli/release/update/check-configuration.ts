import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Problem, type ProblemDetail } from '../../../controller/problems/index.js';
import { runProgram } from '../archive/run-program.js';
import { exportBranch } from './export-branch.js';
import type { Served } from './served.js';

/** A finding as `svc validate --json` prints it. */
interface Finding {
  file: string;
  line?: number;
  column?: number;
  severity: string;
  message: string;
}

const maxShown = 20;

/**
 * Checks the present configuration with the program of a new release. Files that the present release refuses as well do
 * not count: the service runs without them already. Resolves with the number of files; undefined without any.
 * @param present the folder of the release in use
 * @param next the folder of the new release
 * @throws Problem release_configuration_refused, with the findings; release_broken, git_failed
 */
export async function checkConfiguration(
  served: Served,
  present: string,
  next: string,
): Promise<number | undefined> {
  const scratch = await mkdtemp(join(tmpdir(), 'svc-check-'));
  try {
    const folder = served.folder ?? (await exportBranch(served, scratch));
    if (folder === undefined) return undefined;
    const { errors, files } = await findings(next, folder);
    if (errors.length === 0) return files;
    const before = new Set((await findings(present, folder)).errors.map(({ file }) => file));
    const added = errors.filter(({ file }) => !before.has(file));
    if (added.length > 0) throw refusal(added);
    return files;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function findings(release: string, folder: string): Promise<{ errors: Finding[]; files: number }> {
  const { exitCode, stdout, stderr } = await runProgram(release, ['validate', '.', '--json'], folder);
  try {
    const { problems, counts } = JSON.parse(stdout) as { problems: Finding[]; counts: { files: number } };
    return { errors: problems.filter(({ severity }) => severity === 'error'), files: counts.files };
  } catch (cause) {
    const said = stderr.slice(0, 500).trim();
    const detail = `\`svc validate\` of the release ${release} ended with ${exitCode}: ${said}`;
    throw new Problem('release_broken', detail, { cause });
  }
}

function refusal(findings: readonly Finding[]): Problem {
  const files = new Set(findings.map(({ file }) => file)).size;
  const what = `${findings.length === 1 ? 'an error' : `${findings.length} errors`} in ${files === 1 ? 'a file' : `${files} files`}`;
  const errors = findings.slice(0, maxShown).map(
    ({ file, line, column, message }): ProblemDetail => ({
      file,
      message,
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column }),
    }),
  );
  const detail = `The new version finds ${what} that the present version accepts`;
  return new Problem('release_configuration_refused', detail, { errors });
}
