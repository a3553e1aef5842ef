import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { svc } from '../../../cli/test-io.js';
import { AgentSession } from '../../mcp/sessions.js';
import { graphQL, mcp, rest, type Surface } from '../../parity/surfaces.js';
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

/** A client of the current revision, whose user agrees to all. */
const currentMcp: ActionSurface = {
  name: 'MCP of 2026-07-28',
  async call({ url }, key, asked) {
    const agent = await AgentSession.start({ url, apiKey: key });
    return getCode(await agent.confirmed('invoke-connector-action', getInput(asked)));
  },
};

const stdio: ActionSurface = {
  name: 'svc mcp',
  async call({ folder, url }, key, asked) {
    const ask = async (args: JsonObject) => {
      const params = { name: 'invoke-connector-action', arguments: args };
      const stdin = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`;
      const env = { SVC_API_KEY: key };
      const { stdout } = await svc(folder, ['mcp', '--server', url], { stdin, env });
      return JSON.parse(stdout).result;
    };
    const first = await ask(getInput(asked));
    const { code, confirm } = first.structuredContent ?? {};
    return getCode(code === 'confirmation_required' ? await ask({ ...getInput(asked), confirm }) : first);
  },
};

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
  currentMcp,
  stdio,
  commandLine,
];

export function getCode({
  isError,
  structuredContent,
}: {
  isError?: boolean;
  structuredContent: JsonObject;
}): string {
  const code: Json | undefined = isError ? structuredContent['code'] : 'ok';
  return String(code);
}
