/** The second yardstick of `surfaces`: the MCP library with a tool that returns the content of a file. */
import { readFileSync } from 'node:fs';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import Fastify from 'fastify';

const text = readFileSync(process.argv[2] ?? '', 'utf8');
const structuredContent = JSON.parse(text);
const handler = createMcpHandler(() => {
  const server = new Server({ name: 'bare', version: '1.0.0' }, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/call', () => ({ content: [{ type: 'text', text }], structuredContent }));
  return server;
});
const app = Fastify();
app.post('/mcp', async ({ headers, body }, reply) => {
  const given = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  const request = new Request('http://bare/mcp', { method: 'POST', headers: given });
  const answer = await handler.fetch(request, { parsedBody: body });
  return reply.type(answer.headers.get('content-type') ?? '').send(await answer.text());
});
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
