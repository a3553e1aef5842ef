import type { IncomingHttpHeaders } from 'node:http';
import { type Abortable, JoinedSignal } from '../../controller/concurrency/signals.js';
import { Problem } from '../../controller/problems/index.js';
import type { Settings } from '../../controller/settings/index.js';
import type { Controller } from '../../controller/start/contract.js';
import { isExactNumber } from '../../schemas/json/exact-number.js';
import { parseJsonText, toJsonText } from '../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../schemas/json/types.js';
import { isObject } from '../../schemas/json/values.js';
import { prepareGiven } from '../operations/given-input.js';
import { perform } from '../operations/shared/authorization.js';
import type { Operation, OperationContext, Origin, Result } from '../operations/shared/operation.js';
import type { Exchange, Manual, ToolScope } from '../operations/shared/tool.js';
import { toolCallWriter } from './call-text.js';
import { type Consent, requireToken } from './confirmations.js';
import { applyWriteOptions, type WriteOptions } from './write-options.js';

/** Of JSON-RPC 2.0, section 5.1. */
const invalidRequest = -32_600;
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Refuses requests that a page in a browser may send through DNS rebinding: requests from pages of other origins; and, where
 * the service listens on loopback only, requests for a host other than this machine or `Server.BaseUrl`.
 * @throws Problem forbidden
 */
export function requireOwnOrigin({ Server }: Settings, { host, origin }: IncomingHttpHeaders): void {
  const own = new Set(loopback);
  if (Server.BaseUrl !== undefined) own.add(new URL(Server.BaseUrl).hostname);
  const hostname = findHostname(`http://${host ?? ''}`);
  const isLocal = loopback.has(Server.Host) || Server.Host === '::1';
  if (isLocal && !own.has(hostname ?? '')) throw refusal('`Host`', host, 'host');
  if (!isLocal && hostname !== undefined) own.add(hostname);
  if (origin !== undefined && !own.has(findHostname(origin) ?? ''))
    throw refusal('`Origin`', origin, 'origin');
}

function findHostname(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).hostname : undefined;
}

function refusal(header: string, value: string | undefined, what: string): Problem {
  return new Problem('forbidden', `The ${header} \`${value ?? ''}\` is not that of this service`, {
    hints: [`Set \`Server.BaseUrl\` to the address that callers use, if this ${what} is right.`],
  });
}

/** Returns the JSON-RPC message of a request; undefined for a batch and for anything else. */
export function findMessage(body: unknown): JsonObject | undefined {
  if (typeof body !== 'string') return undefined;
  try {
    const value = parseJsonText(body) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the answer that refuses a number which names a request or its progress, and which a double does not give back;
 * undefined for a message without one. The library would call it no JSON-RPC, and answer without the id.
 */
export function findRefusedId(message: JsonObject): string | undefined {
  const { id, params } = message;
  const meta = isObject(params) && isObject(params['_meta']) ? params['_meta'] : {};
  const names = { id, 'params._meta.progressToken': meta['progressToken'] };
  for (const [name, value] of Object.entries(names)) {
    if (!isExactNumber(value)) continue;
    const detail = `\`${name}\` ${value()} has more digits than a double keeps: send a text, or a smaller integer`;
    const error = { code: invalidRequest, message: detail };
    return toJsonText({ jsonrpc: '2.0', id: id ?? null, error });
  }
  return undefined;
}

/** The header of the session of clients of 2025-11-25. */
export const sessionHeader = 'mcp-session-id';

/**
 * Lets clients of 2025-11-25 cancel a request by another request. Only the requests being answered are stored, so that
 * sessions survive a restart and never expire.
 */
export class Sessions {
  readonly #answering = new Map<string, AbortController>();

  /** Until `end` is called, `signal` aborts when the client cancels the request. */
  begin(client: string, session: string, request: Json): { signal: AbortSignal; end(): void } {
    const key = getClientKey(client, session, request);
    const taking = new AbortController();
    this.#answering.set(key, taking);
    return {
      signal: taking.signal,
      end: () => {
        if (this.#answering.get(key) === taking) this.#answering.delete(key);
      },
    };
  }

  cancel(client: string, session: string, request: Json): void {
    this.#answering.get(getClientKey(client, session, request))?.abort();
  }
}

/** The client is part of the key: a caller can cancel only its own requests. */
function getClientKey(client: string, session: string, request: Json): string {
  return toJsonText([client, session, request]);
}

/** The parts of one client request. */
export interface McpCall {
  controller: Controller;
  caller: OperationContext['caller'];
  principal: OperationContext['principal'];
  origin: Origin;
  /** Aborts when the service stops. */
  closing: Abortable;
  /** Logs an unexpected error and returns the problem for the caller. */
  explain(error: unknown): Problem;
  /** Aborts when a client of 2025-11-25 cancels the request. */
  cancelled: AbortSignal | undefined;
  /** Its signal aborts when the connection is closed. */
  connection: { readonly signal: AbortSignal };
  /** For links in answers, without a trailing slash. */
  baseUrl: string;
  /** Opens the manual. @throws Problem manual_missing */
  manual(): Promise<Manual>;
  writeOptions: WriteOptions;
  /** The result of the tool, once it is there, if it has exact numbers. */
  exactResult?: Json;
}

/** Calls operations as the caller of one request. */
export class McpScope implements ToolScope {
  constructor(
    readonly call: McpCall,
    readonly exchange: Exchange,
    private readonly consent: Consent = { token: undefined, isDeclined: false },
    private readonly tool?: string,
  ) {}

  /** The same scope with the token of a confirmation. */
  confirmedBy(token: string): McpScope {
    return new McpScope(this.call, this.exchange, { ...this.consent, token }, this.tool);
  }

  /** The same scope for the calls of a tool. */
  calledBy(tool: string): McpScope {
    return new McpScope(this.call, this.exchange, this.consent, tool);
  }

  /** The default branch. */
  get production(): string {
    return this.call.controller.branches.production;
  }

  get closing(): Abortable {
    return this.call.closing;
  }

  manual(): Promise<Manual> {
    return this.call.manual();
  }

  /** Calls an operation as the caller; `undefined` members of the input are removed. */
  async perform(operation: Operation, input: Readonly<Record<string, unknown>>): Promise<Json | undefined> {
    return (await this.#performed(operation, input)).value as Json | undefined;
  }

  async findFile(
    operation: Operation,
    input: Readonly<Record<string, unknown>>,
  ): Promise<string | undefined> {
    return (await this.#performed(operation, input)).file;
  }

  async #performed(operation: Operation, input: Readonly<Record<string, unknown>>): Promise<Result> {
    const entries = Object.entries(input).filter(([, value]) => value !== undefined);
    const { controller, writeOptions } = this.call;
    const prepared = prepareGiven(operation, Object.fromEntries(entries) as JsonObject);
    const finalInput = applyWriteOptions(writeOptions, operation, prepared, controller.branches.gitEnabled);
    let joined: JoinedSignal | undefined;
    const ending = (): JoinedSignal => {
      joined ??= new JoinedSignal(this.call.closing, this.exchange.signal);
      return joined;
    };
    try {
      return await perform(operation, this.#context(ending, operation, finalInput), finalInput);
    } finally {
      joined?.release();
    }
  }

  #context(ending: () => JoinedSignal, operation: Operation, input: JsonObject): OperationContext {
    const { controller, caller, principal, origin, writeOptions } = this.call;
    const call = { principal: principal.id, operation: operation.name, input };
    return {
      writeCall: toolCallWriter(controller.branches.production),
      assistant: writeOptions.assistant,
      confirm: (effect) => requireToken(controller.vault, call, this.consent, effect),
      controller,
      caller,
      principal,
      origin,
      autoPropose: true,
      tool: this.tool,
      get ending() {
        return ending();
      },
      get signal() {
        return ending().signal;
      },
      // A tool gives one answer and does not stream.
      get listening() {
        return ending().signal;
      },
    };
  }
}
