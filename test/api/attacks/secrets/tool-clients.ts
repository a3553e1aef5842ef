import { tmpdir } from 'node:os';
import { onTestFinished } from 'vitest';
import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import { svc } from '../../../cli/test-io.js';
import { AgentSession } from '../../mcp/sessions.js';
import { findDoor, type Outcome, type Surface } from '../../parity/surfaces.js';

type CallTool = (name: string, args: JsonObject) => Promise<ToolAnswer>;

interface ToolAnswer {
  isError?: boolean;
  structuredContent: JsonObject;
}

/** Calls the tool of an operation; nothing where there is none. */
async function callTool(
  operation: string,
  input: Record<string, Json>,
  ask: CallTool,
): Promise<Outcome | undefined> {
  const door = findDoor(operation, input);
  if (door?.method !== 'tools/call') return undefined;
  const { name, arguments: args } = door.params as { name: string; arguments: JsonObject };
  let answer = await ask(name, args);
  // The person at the client agrees.
  const { code, confirm } = answer.structuredContent;
  if (code === 'confirmation_required') answer = await ask(name, { ...args, confirm: confirm ?? null });
  const { structuredContent: content } = answer;
  if (!answer.isError) return { data: door.read(content) };
  const { code: problem, hints, detail, errors } = content;
  return {
    problem: {
      code: String(problem),
      hints: hints ?? [],
      detail: String(detail),
      errors: errors ?? [],
    },
  };
}

/** Clients of MCP in its current revision, and over `svc mcp`. @param getUrl the address of the service */
export function toolClients(getUrl: () => string): Surface[] {
  return [
    {
      name: 'MCP of 2026-07-28',
      async call(_app, key, operation, input) {
        const agent = await AgentSession.start({ url: getUrl(), apiKey: key });
        onTestFinished(() => agent.client.close());
        return callTool(operation, withoutAbsent(input), async (name, args) => agent.call(name, args));
      },
    },
    {
      name: 'svc mcp',
      call: (_app, key, operation, input) =>
        callTool(operation, withoutAbsent(input), async (name, args) => {
          const params = { name, arguments: args };
          const stdin = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`;
          const env = { SVC_API_KEY: key };
          const { stdout } = await svc(tmpdir(), ['mcp', '--server', getUrl()], { stdin, env });
          return JSON.parse(stdout).result;
        }),
    },
  ];
}

function withoutAbsent(input: Record<string, Json | undefined>): Record<string, Json> {
  return JSON.parse(JSON.stringify(input)) as Record<string, Json>;
}
