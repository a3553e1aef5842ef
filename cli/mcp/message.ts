import type { Json, JsonObject } from '../../schemas/json.js';

/** A JSON-RPC message as a client of the Model Context Protocol writes it. */
export interface Message {
  id?: string | number;
  method?: string;
  params?: JsonObject;
}

/** The message of a line; undefined for a line that is none. */
export function parseMessage(line: string): Message | undefined {
  try {
    const value = JSON.parse(line) as Json;
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The headers that the current revision wants to see a request's content in; none for a message of one before. */
export function currentHeaders({ method, params }: Message): Record<string, string> | undefined {
  const meta = params?.['_meta'] as JsonObject | undefined;
  const version = meta?.['io.modelcontextprotocol/protocolVersion'];
  if (typeof version !== 'string') return undefined;
  const headers: Record<string, string> = { 'mcp-protocol-version': version };
  if (method !== undefined) headers['mcp-method'] = method;
  const name = params?.['name'] ?? params?.['uri'];
  const isNamed = method === 'tools/call' || method === 'prompts/get' || method === 'resources/read';
  if (isNamed && typeof name === 'string') headers['mcp-name'] = headerText(name);
  return headers;
}

/** What is not plain printable ASCII, or looks as if encoded, goes in base64. */
function headerText(text: string): string {
  const isPlain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
