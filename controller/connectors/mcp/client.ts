import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { SharedWork } from '../../concurrency/shared-work.js';
import { type ClientContext, ConnectorError } from '../contract/connector.js';
import type { McpConfig } from './config-schema.js';
import { getPlace, toFailure } from './failures.js';
import { fetchWithMarks, markProgram, NumberMarks } from './number-marks.js';

/** The most tools of a server, and the most pages of their list. */
const maxTools = 1_000;
const maxPages = 200;

/** A session with a server, shared by all callers. */
export class McpClient {
  /** False once the session has ended. */
  isOpen = true;
  #tools: Tool[] | undefined;
  /** How often the server said that its tools changed. */
  #changes = 0;
  readonly #asking = new SharedWork<Tool[]>();

  private constructor(
    private readonly client: Client,
    private readonly config: McpConfig,
    private readonly anyResult: typeof import('@modelcontextprotocol/sdk/types.js').ResultSchema,
    private readonly marks: NumberMarks,
  ) {}

  /** @param allowsProgram false where servers must have an address */
  static async open(
    { config, network, signal }: ClientContext<McpConfig>,
    allowsProgram: boolean,
  ): Promise<McpClient> {
    const [{ Client }, { ResultSchema, ToolListChangedNotificationSchema }] = await Promise.all([
      import('@modelcontextprotocol/sdk/client/index.js'),
      import('@modelcontextprotocol/sdk/types.js'),
    ]);
    const client = new Client({ name: 'svc', version: '1.0.0' }, { capabilities: {} });
    const marks = new NumberMarks();
    const opened = new McpClient(client, config, ResultSchema, marks);
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => opened.#forgetTools());
    client.onclose = () => opened.#ended();
    const close = (): unknown => client.close().catch(() => {});
    signal.addEventListener('abort', close, { once: true });
    try {
      const transport = await transportTo(config, { fetch: network.fetch, allowsProgram, marks });
      await client.connect(transport, { timeout: config.timeout * 1_000 });
      return opened;
    } catch (error) {
      await client.close().catch(() => {});
      throw signal.aborted ? signal.reason : toFailure(error, config);
    } finally {
      signal.removeEventListener('abort', close);
    }
  }

  /** Sends a request, and returns the result as the server has it. @throws ConnectorError */
  async request(method: string, parameters: JsonObject, signal: AbortSignal): Promise<JsonObject> {
    try {
      const options = { timeout: this.config.timeout * 1_000, signal };
      const params = this.marks.hide(parameters);
      const result = await this.client.request({ method, params }, this.anyResult, options);
      return this.marks.show(result as JsonObject);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      const failure = toFailure(error, this.config);
      // A server that was started again knows no session of before.
      if (failure.kind === 'communication') this.isOpen = false;
      throw failure;
    }
  }

  /** The tools of the server; asked for once, until the server says that they changed. @throws ConnectorError */
  async tools(signal: AbortSignal): Promise<Tool[]> {
    const cachedTools = this.#tools;
    if (cachedTools) return cachedTools;
    const changes = this.#changes;
    const tools = await this.#asking.run('tools', signal, (shared) => this.#listTools(shared));
    if (changes === this.#changes) this.#tools = tools;
    return tools;
  }

  async close(): Promise<void> {
    await this.client.close();
  }

  async #listTools(signal: AbortSignal): Promise<Tool[]> {
    const tools: Tool[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      if (++pages > maxPages) throw endless(this.config);
      const page = await this.request('tools/list', cursor === undefined ? {} : { cursor }, signal);
      tools.push(...((page['tools'] ?? []) as unknown as Tool[]));
      cursor = typeof page['nextCursor'] === 'string' ? page['nextCursor'] : undefined;
    } while (cursor !== undefined && tools.length < maxTools);
    return tools.slice(0, maxTools);
  }

  #forgetTools(): void {
    this.#tools = undefined;
    this.#changes += 1;
  }

  #ended(): void {
    this.isOpen = false;
  }
}

function endless(config: McpConfig): ConnectorError {
  const detail = `${getPlace(config)}: the list of tools goes on after ${maxPages} pages`;
  return new ConnectorError('communication', 502, 'Response not readable', detail);
}

async function transportTo(
  { url, headers = {}, token, command, arguments: args = [], environment }: McpConfig,
  {
    fetch,
    allowsProgram,
    marks,
  }: { fetch: typeof globalThis.fetch; allowsProgram: boolean; marks: NumberMarks },
): Promise<Transport> {
  if (url !== undefined) {
    const { StreamableHTTPClientTransport } = await import(
      '@modelcontextprotocol/sdk/client/streamableHttp.js'
    );
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const requestInit = { headers: { ...headers, ...authorization } };
    return new StreamableHTTPClientTransport(new URL(url), {
      fetch: fetchWithMarks(fetch, marks) as never,
      requestInit,
    }) as Transport;
  }
  if (!allowsProgram) {
    const detail =
      'The server is a program of this machine, and `Flows.AllowProcesses` does not allow programs';
    throw new ConnectorError('configuration', 400, 'Not allowed', detail);
  }
  const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js');
  const transport = new StdioClientTransport({
    command: command ?? '',
    args,
    stderr: 'ignore' as const,
    ...(environment === undefined ? {} : { env: environment }),
  });
  markProgram(transport, marks);
  return transport;
}
