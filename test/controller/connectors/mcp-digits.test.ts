import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { type Action, type Connector, configDefaults } from '../../../controller/connectors/index.js';
import { mcpConnector } from '../../../controller/connectors/mcp/connector.js';
import { parseJsonText, toJsonText } from '../../../schemas/json/json-text.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { temporaryFolder } from '../../cli/test-io.js';
import { openClients } from './networks.js';

/** The result of the tool: numbers that no double gives back, and texts that look like them. */
const content = String.raw`{"id":7615917337495251231,"list":[1e400,0.10000000000000001,1.5],"text":"no \"7615917337495251231\" \\","twin":"7615917337495251231"}`;
const input = String.raw`{"id":12345678901234567891,"d":[1e999],"text":"a \"12345678901234567891\""}`;

/** Answers a message of the client as a server of MCP; `undefined` for a notification. */
const program = String.raw`
const { appendFileSync } = require('node:fs');
const content = ${JSON.stringify(content)};
exports.answer = (file, text) => {
  const { id, method } = JSON.parse(text);
  if (method === 'tools/call') appendFileSync(file, text);
  if (id === undefined) return undefined;
  const results = {
    initialize: '{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"}}',
    'tools/list': '{"tools":[{"name":"get","inputSchema":{"type":"object"}}]}',
  };
  const result = results[method] ?? '{"content":[],"structuredContent":' + content + '}';
  return '{"jsonrpc":"2.0","id":' + JSON.stringify(id) + ',"result":' + result + '}';
};
if (require.main === module) {
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const answer = exports.answer(process.argv[2], line);
    if (answer) process.stdout.write(answer + '\n');
  });
}
`;

test.each(['json', 'events', 'program'] as const)(
  'numbers keep their digits in arguments and results of tools: %s',
  async (kind) => {
    const folder = temporaryFolder({ 'server.cjs': program });
    const [script, heard] = [join(folder, 'server.cjs'), join(folder, 'heard')];
    writeFileSync(heard, '');
    const connector = mcpConnector(true) as unknown as Connector;
    const config: JsonObject =
      kind === 'program'
        ? { command: process.execPath, arguments: [script, heard] }
        : { url: await serve(kind, (body) => createRequire(script)(script).answer(heard, body)) };
    const clients = openClients();
    onTestFinished(() => clients.close());
    const about = {
      connection: 'x',
      config: configDefaults(connector, config),
      signal: new AbortController().signal,
    };
    const output = await clients.use(connector, about, async (context) => {
      const actions = { ...(await connector.described?.discover?.(context)), ...connector.actions };
      const action = actions['get'] as Action;
      return action.run({ ...context, idempotencyKey: 'k', log: () => {} }, parseJsonText(input));
    });
    expect(toJsonText(output)).toBe(content);
    expect(readFileSync(heard, 'utf8')).toContain(`"arguments":${input}`);
  },
);

/** A server over HTTP. Events come in pieces that end within a number. */
async function serve(kind: 'json' | 'events', answer: (body: string) => string | undefined): Promise<string> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405).end();
    const message = answer(await text(request));
    if (message === undefined) return response.writeHead(202).end();
    if (kind === 'json') return response.writeHead(200, { 'content-type': 'application/json' }).end(message);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const half = message.indexOf('7615') + 6;
    response.write(`event: message\r\ndata: ${message.slice(0, half)}`);
    setTimeout(() => response.end(`${message.slice(half)}\r\n\r\n`), 20);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}
