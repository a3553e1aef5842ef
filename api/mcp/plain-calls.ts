import {
  type McpRequestContext,
  type ServerContext,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/server';
import type { Json, JsonObject } from '../../schemas/json/types.js';
import { isObject } from '../../schemas/json/values.js';
import type { Exchange } from '../operations/shared/tool.js';
import type { McpCall } from './scope.js';

type Era = McpRequestContext['era'];

/** A closed connection ends a request in the current revision; older revisions end it by a notification. */
export function getExchange({ mcpReq }: ServerContext, { cancelled }: McpCall): Exchange {
  const { _meta } = mcpReq;
  const progressToken = _meta?.progressToken;
  const exchange = {
    signal: cancelled ? AbortSignal.any([mcpReq.signal, cancelled]) : mcpReq.signal,
  };
  if (progressToken === undefined) return exchange;
  return {
    ...exchange,
    progress: (progress, message) =>
      mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, message } }),
  };
}

/** Returns the exchange of a call that bypasses the SDK. */
export function plainExchange({ cancelled, connection }: McpCall): Exchange {
  return {
    get signal() {
      return cancelled ? AbortSignal.any([connection.signal, cancelled]) : connection.signal;
    },
  };
}

/** Messages of this revision name it in `_meta`; those of older revisions do not. */
const current = '2026-07-28';
const revisionKey = 'io.modelcontextprotocol/protocolVersion';
/** The members of `_meta` that ask for nothing beyond the answer. */
const plainMembers: ReadonlySet<string> = new Set([
  revisionKey,
  'io.modelcontextprotocol/clientCapabilities',
  'io.modelcontextprotocol/clientInfo',
]);

/** A tool call that needs nothing of the protocol but its answer. */
export interface PlainCall {
  id: string | number;
  name: string;
  args: JsonObject;
  era: Era;
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Returns the tool call of a message when message and headers are complete and agree, and no progress is requested.
 * Returns undefined for every other message, valid or not: the SDK answers it.
 */
export function findPlainCall(message: JsonObject, headers: Headers): PlainCall | undefined {
  const { jsonrpc, id, method, params, ...more } = message;
  if (jsonrpc !== '2.0' || method !== 'tools/call' || !isObject(params)) return undefined;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined;
  const { name, arguments: args = {}, _meta: meta, ...others } = params;
  if (typeof name !== 'string' || !isObject(args)) return undefined;
  if (Object.keys(more).length > 0 || Object.keys(others).length > 0) return undefined;
  if (!takesJson(headers)) return undefined;
  const era = findEra(meta, name, headers);
  return era && { id: id as string | number, name, args, era };
}

function takesJson(headers: Headers): boolean {
  const accept = String(headers['accept'] ?? '');
  const isAcceptable = accept.includes('application/json') && accept.includes('text/event-stream');
  return isAcceptable && /^application\/json\s*(;|$)/i.test(String(headers['content-type'] ?? ''));
}

function findEra(meta: Json | undefined, name: string, headers: Headers): Era | undefined {
  const revision = headers['mcp-protocol-version'];
  if (meta === undefined) return isOlderRevision(revision) ? 'legacy' : undefined;
  if (!isObject(meta) || Object.keys(meta).some((key) => !plainMembers.has(key))) return undefined;
  const agrees =
    revision === current &&
    meta[revisionKey] === current &&
    isObject(meta['io.modelcontextprotocol/clientCapabilities']) &&
    headers['mcp-method'] === 'tools/call' &&
    headers['mcp-name'] === name;
  return agrees ? 'modern' : undefined;
}

/** A client that names no revision uses an older one. */
function isOlderRevision(revision: string | string[] | undefined): boolean {
  return revision === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(revision));
}
