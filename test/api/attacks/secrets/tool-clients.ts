import { tmpdir } from 'node:os';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { findDoor, type Surface } from '../../parity/surfaces.js';
import { toolCallers } from '../tool-callers.js';

/** Clients of MCP in its current revision, and over `svc mcp`. @param getUrl the address of the service */
export function toolClients(getUrl: () => string): Surface[] {
  return toolCallers(tmpdir()).map(({ name, call }) => ({
    name,
    async call(_app, key, operation, input) {
      // Members that are undefined are left out, as in JSON.
      const door = findDoor(operation, JSON.parse(JSON.stringify(input)));
      if (door?.method !== 'tools/call') return undefined;
      const { name: tool, arguments: args } = door.params as { name: string; arguments: JsonObject };
      const answer = await call({ url: getUrl(), apiKey: key }, tool, args);
      const { structuredContent: content } = answer;
      if (!answer.isError) return { data: door.read(content) };
      const { code, hints = [], detail, errors = [] } = content;
      return { problem: { code: String(code), hints, detail: String(detail), errors } };
    },
  }));
}
