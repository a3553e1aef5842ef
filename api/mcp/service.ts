import type { IncomingHttpHeaders } from 'node:http';
import {
  createMcpHandler,
  type Implementation,
  type McpHttpHandler,
  type McpRequestContext,
  SERVER_INFO_META_KEY,
  Server,
  type ServerContext,
  type ServerOptions,
} from '@modelcontextprotocol/server';
import type { Snapshot } from '../../controller/catalog/index.js';
import { wholeTurn } from '../../controller/concurrency/loop-turn.js';
import type { Controller } from '../../controller/start/contract.js';
import { toJsonText } from '../../schemas/json/json-text.js';
import type { JsonObject } from '../../schemas/json/types.js';
import { callTool } from './call-tool.js';
import { complete } from './completion.js';
import { asksByForm, canElicit, getConsent } from './elicitation.js';
import { instructions } from './instructions.js';
import { flowTools } from './listing/flow-tools.js';
import { toolsByName } from './listing/tools.js';
import { notices } from './notices.js';
import { offeredTools } from './offered-tools.js';
import { findPlainCall, getExchange, type PlainCall, plainExchange } from './plain-calls.js';
import { getPrompt, listPrompts } from './prompts.js';
import { listResources, readResource, resourceTemplates } from './resources.js';
import { type McpCall, McpScope } from './scope.js';

const serverOptions: ServerOptions = {
  capabilities: {
    tools: { listChanged: true },
    resources: { listChanged: true },
    prompts: { listChanged: true },
    completions: {},
  },
  instructions,
  cacheHints: {
    'resources/templates/list': { ttlMs: 3_600_000, cacheScope: 'private' },
    'tools/list': { ttlMs: 5000, cacheScope: 'private' },
  },
};

const ownAddress = 'http://svc/mcp';
const ownHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const currentRevision = '2026-07-28';

/** The messages that a service answers itself before its first caller: one of revision 2025-11-25, one of the current one. */
const firstMessages = [
  { headers: ownHeaders, body: { jsonrpc: '2.0', id: 1, method: 'ping' } },
  {
    headers: { ...ownHeaders, 'mcp-protocol-version': currentRevision, 'mcp-method': 'server/discover' },
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'server/discover',
      params: {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': currentRevision,
          'io.modelcontextprotocol/clientCapabilities': {},
          'io.modelcontextprotocol/clientInfo': { name: 'svc', version: '1.0.0' },
        },
      },
    },
  },
];

/** The Model Context Protocol over HTTP: revision 2026-07-28, and 2025-11-25 without state. */
export class McpService {
  readonly #handler: McpHttpHandler;
  readonly #info: Implementation;
  /** The digest of the tools that clients were last notified of. */
  #offered = '';

  constructor({ version, reconciler, branches }: Controller) {
    this.#info = { name: 'svc', title: 'svc workflow automation', version };
    this.#handler = createMcpHandler((request) => this.#serve(request));
    const current = reconciler.peek(branches.production);
    if (current) this.#offered = flowTools(current).digest;
    reconciler.onApplied((snapshot) => {
      if (snapshot.branch === branches.production) this.#notifyChanges(snapshot);
    });
  }

  /**
   * Answers one message of each revision, in turns of their own: the first use of Node's `Request` and of the library's
   * schemas takes tens of milliseconds each, which would add up in the turn of the first caller.
   */
  async prepare(): Promise<void> {
    new Request(ownAddress);
    await wholeTurn();
    for (const message of firstMessages) {
      const request = new Request(ownAddress, { method: 'POST', headers: message.headers });
      const answer = await this.#handler.fetch(request, { parsedBody: message.body });
      // The body is read to its end: one of the two is a stream of events.
      await answer.text();
      await wholeTurn();
    }
  }

  /** @param message the parsed body, when it is one message; else the body is read from `request` */
  answer(request: Request, message: JsonObject | undefined, call: McpCall): Promise<Response> {
    return this.#handler.fetch(request, {
      ...(message ? { parsedBody: message } : {}),
      authInfo: { token: '', clientId: call.principal.id, scopes: [], extra: { call } },
    });
  }

  /**
   * Answers a plain tool call without the SDK, as the SDK would (see Decisions in the README). Returns undefined for other
   * messages, and for tools that need a kept-alive answer.
   */
  plainAnswer(message: JsonObject, headers: IncomingHttpHeaders, call: McpCall): Promise<string> | undefined {
    const plain = findPlainCall(message, headers);
    const tool = plain && toolsByName.get(plain.name);
    if (!tool || tool.isSlow || (tool.confirms && canElicit(message))) return undefined;
    return this.#call(plain, call);
  }

  async #call({ id, name, args, era }: PlainCall, call: McpCall): Promise<string> {
    const scope = new McpScope(call, plainExchange(call));
    const result = await callTool(scope, { name, args, elicits: false });
    const of = { resultType: 'complete', _meta: { [SERVER_INFO_META_KEY]: this.#info } };
    const answer = era === 'modern' ? Object.assign({}, result, of) : result;
    return toJsonText({ result: answer, jsonrpc: '2.0', id });
  }

  /** Yields notifications for a client of 2025-11-25 as server-sent events, until `signal` aborts. */
  notices(signal: AbortSignal): AsyncIterable<string> {
    return notices((listener) => this.#handler.bus.subscribe(listener), signal);
  }

  close(): Promise<void> {
    return this.#handler.close();
  }

  /** Notifies clients when flow tools changed, and of new texts. */
  #notifyChanges(snapshot: Snapshot): void {
    const { digest } = flowTools(snapshot);
    if (digest !== this.#offered) this.#handler.notify.toolsChanged();
    this.#offered = digest;
    this.#handler.notify.resourcesChanged();
    this.#handler.notify.promptsChanged();
  }

  /** Builds the SDK's server for one request. */
  #serve({ era, authInfo }: McpRequestContext): Server {
    const call = authInfo?.extra?.['call'] as McpCall;
    const getScope = (context: ServerContext) => new McpScope(call, getExchange(context, call));
    const server = new Server(this.#info, serverOptions);
    server.setRequestHandler('tools/list', async (_request, context) => ({
      tools: await offeredTools(getScope(context)),
    }));
    server.setRequestHandler('tools/call', ({ params }, context) =>
      callTool(new McpScope(call, getExchange(context, call), getConsent(context)), {
        name: params.name,
        args: (params.arguments ?? {}) as JsonObject,
        elicits: era === 'modern' && asksByForm(context),
      }),
    );
    server.setRequestHandler('resources/list', ({ params }, context) =>
      listResources(getScope(context), params?.cursor),
    );
    server.setRequestHandler('resources/templates/list', () => ({
      resourceTemplates: [...resourceTemplates],
    }));
    server.setRequestHandler('resources/read', ({ params }, context) =>
      readResource(getScope(context), params.uri),
    );
    server.setRequestHandler('prompts/list', ({ params }, context) =>
      listPrompts(getScope(context), params?.cursor),
    );
    server.setRequestHandler('prompts/get', ({ params }, context) =>
      getPrompt(getScope(context), params.name),
    );
    server.setRequestHandler('completion/complete', ({ params }, context) =>
      complete(getScope(context), params),
    );
    return server;
  }
}
