import { fileURLToPath } from 'node:url';

export type CommandLine = readonly [string, ...string[]];

/** The built program of svc. */
export const built: CommandLine = [process.execPath, getFilePath('dist/cli/main.js')];

/**
 * The program of svc for tests that start processes: in CI the build, which CI has just made, else the sources, whose start
 * takes several times as long.
 */
export const program: CommandLine = getProgram('cli/main');

/** As `program`, for another entry: its path in the sources, without the extension. */
export function getProgram(entry: string): CommandLine {
  if (process.env['CI'] !== undefined) return [process.execPath, getFilePath(`dist/${entry}.js`)];
  return [process.execPath, '--import', import.meta.resolve('tsx'), getFilePath(`${entry}.ts`)];
}

function getFilePath(file: string): string {
  return fileURLToPath(new URL(`../${file}`, import.meta.url));
}
