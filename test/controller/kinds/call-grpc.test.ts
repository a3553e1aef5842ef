import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { type LooseFile, validateFiles } from '../../../controller/catalog/index.js';
import { compileFlow, type ProtocolCall } from '../../../controller/flows/index.js';
import { kinds } from '../../../controller/kinds/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { MemoryHost } from '../flows/memory-host.js';

const proto = `syntax = "proto3";
package shop.v1;
service Orders { rpc Get (Query) returns (Order); }
message Query { int64 id = 1; }
message Order { double total = 1; }
`;

function flow(given: string): LooseFile {
  const content = `document: { dsl: 1.0.3, namespace: shop, name: ask, version: 1.0.0 }
do: [{ ask: { call: grpc, with: { proto: { endpoint: 'file:/apis/shop.proto' }, ${given} } } }]
`;
  return { path: 'flows/ask.yaml', content };
}
const service = 'service: { name: shop.v1.Orders, host: shop.example.com, port: 5011 }';
const connection = (name: string): LooseFile => ({
  path: 'shop.yaml',
  content: `kind: connection\nname: shop\nconnector: grpc\nconfig: { host: shop.example.com, proto: ${name} }\n`,
});
const caller = (call: string, given: string): LooseFile => ({
  path: 'flows/call.yaml',
  content: `document: { dsl: 1.0.3, namespace: shop, name: call, version: 1.0.0 }
do: [{ ask: { call: ${call}, with: ${given} } }]
`,
});

function findings(...files: LooseFile[]): string[] {
  const all = [{ path: 'apis/shop.proto', content: proto }, ...files];
  return validateFiles(all, kinds)
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, line, message }) => `${rule}:${line} ${message}`);
}

test('a call of a method is checked against the description', () => {
  expect(findings(flow(`${service}, method: Get, arguments: { id: 17 }`))).toEqual([]);
  expect(findings(flow(`${service}, method: Gett`))).toEqual([
    expect.stringContaining('has no method `Gett` of a service `shop.v1.Orders`'),
  ]);
  expect(findings(flow(`${service}, method: Get, arguments: { idd: 17 }`))).toEqual([
    expect.stringContaining('`idd`'),
  ]);
  expect(findings(flow(`${service}, method: Get, arguments: { id: true }`))).toHaveLength(1);
});

test('a call of a connection is checked against its description', () => {
  const shop = connection('/apis/shop.proto');
  expect(findings(shop, caller('shop.Get', '{ id: 17 }'))).toEqual([]);
  expect(findings(shop, caller('shop.Gett', '{ id: 17 }'))).toEqual([
    expect.stringMatching(/reference-unmet:2 connection `shop` has no `Gett`/),
  ]);
  expect(findings(shop, caller('shop.Get', '{ idd: 17 }'))).toEqual([expect.stringContaining('`idd`')]);
  expect(findings(connection('/apis/none.proto'))).toEqual([expect.stringContaining('there is no file')]);
});

test('a call has the server, the description and the arguments', async () => {
  const calls: ProtocolCall[] = [];
  const definition = parse(
    String(flow(`${service}, method: Get, arguments: { id: '\${ .id }' }`).content),
  ) as JsonObject;
  const { plan } = compileFlow(definition, false, { 'proto@/apis/shop.proto': proto });
  const host = new MemoryHost({
    callProtocol: async (call) => {
      calls.push(call);
      return { total: 80 };
    },
  });
  expect(await plan?.execute({ id: 17 }, host)).toEqual({ total: 80 });
  expect(calls).toEqual([
    {
      connector: 'grpc',
      action: 'Get',
      input: { id: 17 },
      texts: { proto },
      config: { host: 'shop.example.com', port: 5011, ssl: 'disable', metadata: {} },
    },
  ]);
});
