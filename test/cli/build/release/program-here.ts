import { execaSync } from 'execa';

/**
 * Returns whether a program is installed; its tests are skipped otherwise, with a line that says so.
 * @throws Error when `SVC_REQUIRE_SERVERS` demands every program that a test needs
 */
export function programHere(name: string): boolean {
  if (execaSync('sh', ['-c', `command -v ${name}`], { reject: false }).exitCode === 0) return true;
  const missing = `The program ${name} is not installed`;
  if (process.env['SVC_REQUIRE_SERVERS'] === '1') throw new Error(missing);
  process.stderr.write(`${missing}: its tests are skipped.\n`);
  return false;
}
