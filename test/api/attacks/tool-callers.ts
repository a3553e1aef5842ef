import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { svc } from '../../cli/test-io.js';
import { AgentSession } from '../mcp/sessions.js';

export interface ToolAnswer {
  isError?: boolean;
  structuredContent: JsonObject;
}

interface Reached {
  url: string;
  apiKey: string;
}

/** Calls a tool as a client of MCP does, whose user agrees to all. */
export interface ToolCaller {
  name: string;
  call(reached: Reached, tool: string, args: JsonObject): Promise<ToolAnswer>;
}

/** A client of the current revision. */
const current: ToolCaller = {
  name: 'MCP of 2026-07-28',
  async call(reached, tool, args) {
    const agent = await AgentSession.start(reached);
    try {
      return await agent.confirmed(tool, args);
    } finally {
      await agent.client.close();
    }
  },
};

/** @param folder the working directory of the command */
const stdio = (folder: string): ToolCaller => ({
  name: 'svc mcp',
  async call({ url, apiKey }, tool, args) {
    const ask = async (own: JsonObject): Promise<ToolAnswer> => {
      const params = { name: tool, arguments: own };
      const stdin = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`;
      const env = { SVC_API_KEY: apiKey };
      const { stdout } = await svc(folder, ['mcp', '--server', url], { stdin, env });
      return JSON.parse(stdout).result;
    };
    const first = await ask(args);
    const { code, confirm } = (first.structuredContent ?? {}) as { code?: Json; confirm?: Json };
    return code === 'confirmation_required' ? ask({ ...args, confirm: confirm ?? null }) : first;
  },
});

export const toolCallers = (folder: string): readonly ToolCaller[] => [current, stdio(folder)];
