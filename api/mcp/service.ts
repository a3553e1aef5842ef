import {
  createMcpHandler,
  type McpHttpHandler,
  type McpRequestContext,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Snapshot } from '../../controller/catalog/contract.js';
import type { Controller } from '../../controller/contract.js';
import type { JsonObject } from '../../schemas/json.js';
import { callTool } from './call-tool.js';
import { complete } from './completion.js';
import { instructions } from './instructions.js';
import { notices } from './notices.js';
import { getPrompt, listPrompts } from './prompts.js';
import { listResources, readResource, resourceTemplates } from './resources.js';
import { type McpCall, McpScope } from './scope.js';
import { flowTools, offeredFlows } from './tools/flow-tools.js';
import { describeTool, tools } from './tools/index.js';

const listed = tools.map(describeTool);

/** Model Context Protocol over HTTP: revision 2026-07-28, and 2025-11-25 without a state of its own. */
export class McpService {
  readonly #handler: McpHttpHandler;
  #offered = '';

  constructor(
    private readonly version: string,
    { reconciler, branches }: Controller,
  ) {
    this.#handler = createMcpHandler((request) => this.#serve(request));
    const current = reconciler.peek(branches.production);
    if (current) this.#offered = flowTools(current).digest;
    reconciler.onApplied((snapshot) => {
      if (snapshot.branch === branches.production) this.#tellChanges(snapshot);
    });
  }

  /** @param body the text of the request, undefined where it has none */
  answer(request: Request, call: McpCall): Promise<Response> {
    return this.#handler.fetch(request, {
      authInfo: { token: '', clientId: call.principal.id, scopes: [], extra: { call } },
    });
  }

  /** Notices for a client of 2025-11-25, as server-sent events, until `signal` aborts. */
  notices(signal: AbortSignal): AsyncIterable<string> {
    return notices((listener) => this.#handler.bus.subscribe(listener), signal);
  }

  close(): Promise<void> {
    return this.#handler.close();
  }

  /** Who listens hears of flows that became tools or changed, and of new texts. */
  #tellChanges(snapshot: Snapshot): void {
    const { digest } = flowTools(snapshot);
    if (digest !== this.#offered) this.#handler.notify.toolsChanged();
    this.#offered = digest;
    this.#handler.notify.resourcesChanged();
    this.#handler.notify.promptsChanged();
  }

  /** A server for one request. */
  #serve({ era, authInfo }: McpRequestContext): Server {
    const call = authInfo?.extra?.['call'] as McpCall;
    const scopeOf = (context: ServerContext) => new McpScope(call, exchangeOf(context, era, call.takenBack));
    const server = new Server(
      { name: 'svc', title: 'svc workflow automation', version: this.version },
      {
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
      },
    );
    server.setRequestHandler('tools/list', async (_request, context) => {
      const flows = await offeredFlows(scopeOf(context));
      return { tools: [...listed, ...flows.map((flow) => flow.listed)] };
    });
    server.setRequestHandler('tools/call', ({ params }, context) =>
      callTool(scopeOf(context), params.name, (params.arguments ?? {}) as JsonObject),
    );
    server.setRequestHandler('resources/list', ({ params }, context) =>
      listResources(scopeOf(context), params?.cursor),
    );
    server.setRequestHandler('resources/templates/list', () => ({
      resourceTemplates: [...resourceTemplates],
    }));
    server.setRequestHandler('resources/read', ({ params }, context) =>
      readResource(scopeOf(context), params.uri),
    );
    server.setRequestHandler('prompts/list', ({ params }, context) =>
      listPrompts(scopeOf(context), params?.cursor),
    );
    server.setRequestHandler('prompts/get', ({ params }, context) =>
      getPrompt(scopeOf(context), params.name),
    );
    server.setRequestHandler('completion/complete', ({ params }, context) =>
      complete(scopeOf(context), params),
    );
    return server;
  }
}

/** In the current revision a client that is gone has taken its request back; before, it has to say so. */
function exchangeOf(
  { mcpReq }: ServerContext,
  era: McpRequestContext['era'],
  takenBack: AbortSignal | undefined,
): McpScope['exchange'] {
  const { _meta } = mcpReq;
  const progressToken = _meta?.progressToken;
  const exchange = {
    signal: takenBack ? AbortSignal.any([mcpReq.signal, takenBack]) : mcpReq.signal,
    isTakenBack: () => (era === 'modern' ? mcpReq.signal.aborted : takenBack?.aborted === true),
  };
  if (progressToken === undefined) return exchange;
  return {
    ...exchange,
    progress: (progress, message) =>
      mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, message } }),
  };
}
