import { parseJsonText } from '../../../schemas/json/json-text.js';
import type { Json, JsonObject } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';

/** A JSON-RPC message of the Model Context Protocol. */
export interface Message {
  id?: string | number;
  method?: string;
  params?: JsonObject;
}

/** Parses a line; returns undefined when it is not a JSON object. */
export function parseMessage(line: string): Message | undefined {
  try {
    const value = parseJsonText(line) as Json;
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the headers that repeat a message's content in the current revision; undefined for an earlier revision. */
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

/** Encodes text in base64 if it is not printable ASCII, or looks like encoded text. */
function headerText(text: string): string {
  const isPlain = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !/^=\?.*\?=$/.test(text);
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
