import { objectOr } from '../../../../schemas/json/values.js';
import { svc } from '../../../cli/test-io.js';
import type { Surface } from '../../parity/surfaces.js';

type Input = Parameters<Surface['call']>[3];

/** The command of an operation, without the options that all have. */
function getCommand(operation: string, { connection, action, flow, input, parameters }: Input): string[] {
  const given = Object.entries(objectOr(input ?? parameters)).flatMap(([name, value]) => [
    '-p',
    `${name}=${value}`,
  ]);
  if (operation === 'run-flow') return ['run-flow', String(flow), ...given];
  if (operation === 'test-connection') return ['connections', 'test', String(connection)];
  return ['connections', 'call', String(connection), String(action), ...given];
}

/** The command line, which asks a server over HTTP. @param folder without an installation */
export function commandLine(folder: string, getUrl: () => string): Surface {
  return {
    name: 'CLI',
    async call(_app, key, operation, { branch, env, ...input }) {
      const options = ['-b', String(branch), '--env', String(env), '--json'];
      const { stdout, stderr, exitCode } = await svc(folder, [...getCommand(operation, input), ...options], {
        env: { SVC_SERVER: getUrl(), SVC_API_KEY: key },
      });
      const text = stdout + stderr;
      return exitCode === 0
        ? { data: text }
        : { problem: { code: text, hints: [], detail: '', errors: null } };
    },
  };
}
