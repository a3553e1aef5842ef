import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import type { Json, JsonObject } from '../../schemas/json.js';
import { isObject } from './messages.js';

/** Its messages say so in `_meta`; those of revisions before it do not. */
const current = '2026-07-28';
const revisionKey = 'io.modelcontextprotocol/protocolVersion';
/** What `_meta` of a message of the current revision has, where the client wants nothing out of the ordinary. */
const ordinary: ReadonlySet<string> = new Set([
  revisionKey,
  'io.modelcontextprotocol/clientCapabilities',
  'io.modelcontextprotocol/clientInfo',
]);

/** A call of a tool, as most of them are. */
export interface PlainCall {
  id: string | number;
  name: string;
  args: JsonObject;
  era: 'modern' | 'legacy';
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * The call of a tool that a message is, where message and headers leave nothing to be asked: all of it is there, it agrees,
 * and no notices are wanted on the way. Undefined for anything else, be it right or wrong.
 */
export function plainCallOf(message: JsonObject, headers: Headers): PlainCall | undefined {
  const { jsonrpc, id, method, params, ...more } = message;
  if (jsonrpc !== '2.0' || method !== 'tools/call' || !isObject(params)) return undefined;
  if (typeof id !== 'string' && !Number.isSafeInteger(id)) return undefined;
  const { name, arguments: args = {}, _meta: meta, ...others } = params;
  if (typeof name !== 'string' || !isObject(args)) return undefined;
  if (Object.keys(more).length > 0 || Object.keys(others).length > 0) return undefined;
  if (!takesJson(headers)) return undefined;
  const era = eraOf(meta, name, headers);
  return era && { id: id as string | number, name, args, era };
}

function takesJson(headers: Headers): boolean {
  const accept = String(headers['accept'] ?? '');
  const given = accept.includes('application/json') && accept.includes('text/event-stream');
  return given && /^application\/json\s*(;|$)/i.test(String(headers['content-type'] ?? ''));
}

function eraOf(meta: Json | undefined, name: string, headers: Headers): PlainCall['era'] | undefined {
  const revision = headers['mcp-protocol-version'];
  if (meta === undefined) return isOfBefore(revision) ? 'legacy' : undefined;
  if (!isObject(meta) || Object.keys(meta).some((key) => !ordinary.has(key))) return undefined;
  const agrees =
    revision === current &&
    meta[revisionKey] === current &&
    isObject(meta['io.modelcontextprotocol/clientCapabilities']) &&
    headers['mcp-method'] === 'tools/call' &&
    headers['mcp-name'] === name;
  return agrees ? 'modern' : undefined;
}

/** A client that names none is of one of them too. */
function isOfBefore(revision: string | string[] | undefined): boolean {
  return revision === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(String(revision));
}
