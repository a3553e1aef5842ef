import { tmpdir } from 'node:os';
import { svc } from '../../../cli/test-io.js';
import { graphQL, mcp, rest, type Surface } from '../../parity/surfaces.js';
import { type ToolAnswer, type ToolCaller, toolCallers } from '../tool-callers.js';
import type { Installation } from './installation.js';

/** One call of an action of a connection. */
export interface ActionCall {
  branch: string;
  connection: string;
  action: string;
}

/** A surface over which a caller calls an action; the answer is the code of the problem, or `ok`. */
export interface ActionSurface {
  name: string;
  call(installation: Installation, key: string, call: ActionCall): Promise<string>;
}

const getInput = ({ branch, connection, action }: ActionCall) => ({
  branch,
  connection,
  action,
  input: { path: `/${branch}` },
});

const ofOperations = ({ name, call }: Surface): ActionSurface => ({
  name,
  async call({ service }, key, asked) {
    const answer = await call(service.app, key, 'invoke-connector-action', getInput(asked));
    return answer?.problem?.code ?? 'ok';
  },
});

const ofTools = ({ name, call }: ToolCaller): ActionSurface => ({
  name,
  async call({ url }, key, asked) {
    const answer = await call({ url, apiKey: key }, 'invoke-connector-action', getInput(asked));
    return getCode(answer);
  },
});

const commandLine: ActionSurface = {
  name: 'svc connections call',
  async call({ folder, url }, key, { branch, connection, action }) {
    const given = ['-p', `path=/${branch}`, '-b', branch, '--server', url];
    const env = { SVC_API_KEY: key };
    const argv = ['connections', 'call', connection, action, ...given];
    const { exitCode, stderr } = await svc(folder, argv, { env });
    return exitCode === 0 ? 'ok' : (/^(\w+):/.exec(stderr)?.[1] ?? stderr);
  },
};

export const actionSurfaces: readonly ActionSurface[] = [
  ...[rest, graphQL, mcp].map(ofOperations),
  ...toolCallers(tmpdir()).map(ofTools),
  commandLine,
];

function getCode({ isError, structuredContent }: ToolAnswer): string {
  return String(isError ? structuredContent['code'] : 'ok');
}
