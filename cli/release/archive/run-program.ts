import { execa } from 'execa';
import { Problem } from '../../../controller/problems/index.js';
import { programIn } from '../installation/layout.js';

const startMs = 120_000;

/**
 * Runs the program of an unpacked release and resolves with its exit code and standard output.
 * @throws Problem release_broken when it cannot be started or takes more than two minutes
 */
export async function runProgram(
  folder: string,
  args: readonly string[],
  cwd = folder,
): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  const program = programIn(folder);
  // Options for the Node of the caller are not for that of the release.
  const { exitCode, stdout, stderr, shortMessage } = await execa(program, args, {
    cwd,
    env: { NODE_OPTIONS: undefined, SVC_WRITE_CODE_CACHE: undefined },
    reject: false,
    timeout: startMs,
    maxBuffer: 100_000_000,
    stdin: 'ignore',
  });
  if (exitCode !== undefined) return { exitCode, stdout, stderr };
  throw new Problem('release_broken', `${program} did not run: ${shortMessage ?? 'it was stopped'}`);
}

/** Checks that the program of a release starts and is of the version. @throws Problem release_broken */
export async function requireProgram(folder: string, version: string): Promise<void> {
  const { exitCode, stdout, stderr } = await runProgram(folder, ['--version']);
  if (exitCode === 0 && stdout.split(/\s+/).includes(version)) return;
  const said = (stdout || stderr || 'nothing').slice(0, 500).trim();
  const detail = `The program of release ${version} answered \`--version\` with ${exitCode}: ${said}`;
  throw new Problem('release_broken', detail);
}
