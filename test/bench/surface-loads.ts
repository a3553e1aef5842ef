import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BuiltService } from './built-service.js';
import type { Load } from './measure.js';

const connection = `kind: connection
name: crm
connector: http
config:
  baseUrl: https://crm.example.com/v1
  headers: { accept: application/json }
`;

const query =
  'query ($name: String!) { connection(name: $name) { op type name branch path revision etag definition references { type name pointer } status { conditions { type status reason message lastTransitionTime observedRevision } findings { rule } } } }';

export function writeConnection(config: string): void {
  writeFileSync(join(config, 'crm.yaml'), connection);
}

/** Reads of the one connection over each surface. */
export function getReads({ url, apiKey }: BuiltService) {
  const key = { 'x-api-key': apiKey };
  const json = { ...key, 'content-type': 'application/json' };
  return {
    REST: { url: `${url}/api/v1/live/connections/crm`, headers: key },
    GraphQL: {
      url: `${url}/graphql`,
      headers: json,
      body: JSON.stringify({ query, variables: { name: 'crm' } }),
    },
    MCP: { url: `${url}/mcp`, ...currentCall(json) },
    'MCP 2025-11-25': { url: `${url}/mcp`, ...earlierCall(json) },
  } satisfies Record<string, Load>;
}

const readConnection = {
  name: 'read-entity',
  arguments: { op: 'platform', type: 'connection', name: 'crm' },
};
const accept = 'application/json, text/event-stream';

/** A call of `read-entity` as the revision 2026-07-28 sends it. */
export function currentCall(headers: Record<string, string>): Omit<Load, 'url'> {
  const revision = '2026-07-28';
  const meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  };
  return {
    headers: {
      ...headers,
      accept,
      'mcp-protocol-version': revision,
      'mcp-method': 'tools/call',
      'mcp-name': 'read-entity',
    },
    body: getCall({ ...readConnection, _meta: meta }),
  };
}

export function earlierCall(headers: Record<string, string>): Omit<Load, 'url'> {
  return {
    headers: { ...headers, accept, 'mcp-protocol-version': '2025-11-25' },
    body: getCall(readConnection),
  };
}

function getCall(params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
}
