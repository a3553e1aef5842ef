import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadSettings } from '../../../controller/settings/index.js';
import { parseJsonText } from '../../../schemas/json/json-text.js';
import type { Json } from '../../../schemas/json/types.js';
import { canonical, isObject, member } from '../../../schemas/json/values.js';
import { getAdminKey } from '../../api/identity/installation.js';
import { serveFolder } from '../serve-folder.js';
import { flowText, svc, temporaryFolder } from '../test-io.js';

const echo = "  - keep: { set: { all: '${ . }', types: '${ map_values(type) }' } }\n";
const schema = `input:
  schema:
    document:
      type: object
      properties:
        count: { type: integer }
        price: { type: number }
        sure: { type: boolean }
        name: { type: string }
        none: { type: [integer, 'null'] }
        level: { enum: [1, 2] }
        shared: { $ref: '#/$defs/size' }
        either: { anyOf: [{ $ref: '#/$defs/size' }, { type: boolean }] }
        sizes: { type: array, items: { $ref: '#/$defs/size' } }
        place: { type: object }
      $defs: { size: { type: integer } }
`;

/** Texts of `-p`, and the JSON that each means to a flow with the schema, or without one. */
const typed: readonly [string, string][] = [
  ['count=7615917337495251231', '7615917337495251231'],
  ['price=0.10000000000000001', '0.10000000000000001'],
  ['sure=true', 'true'],
  ['name=3', '"3"'],
  ['none=null', 'null'],
  ['level=2', '2'],
  ['shared=9007199254740993', '9007199254740993'],
  ['either=5', '5'],
  ['sizes=5', '[5]'],
  ['place={"x":12345678901234567890}', '{"x":12345678901234567890}'],
];
const untyped: readonly [string, string][] = typed.map(([given]) => [
  given,
  JSON.stringify(given.slice(given.indexOf('=') + 1)),
]);

const mcpHeaders = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' };

/** @param parameters JSON of the argument `parameters` */
const toTool = (flow: string, parameters: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run-flow","arguments":{"flow":"${flow}","parameters":${parameters}}}}`;

/** Finds the output of the flow in an answer, wherever a surface puts it. */
function findOutput(value: Json): Json | undefined {
  if (!isObject(value)) return undefined;
  if (member(value, 'all') !== undefined && member(value, 'types') !== undefined) return value;
  for (const each of Object.values(value)) {
    const found = findOutput(each);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the output in an answer with all digits of its numbers, or the answer where it has none. */
function readOutput(answer: string): string {
  const [text = ''] = /\{.*\}/s.exec(answer) ?? [];
  const output = findOutput(parseJsonText(text));
  return output === undefined ? answer : canonical(output);
}

it.each([
  ['typed', typed],
  ['untyped', untyped],
] as const)(
  'a parameter of the flow `%s` is the same value on every way in',
  { timeout: 120_000 },
  async (flow, table) => {
    const folder = temporaryFolder({
      'flows/typed.yaml': flowText('typed', echo, schema),
      'flows/untyped.yaml': flowText('untyped', echo),
      'triggers/hook.yaml': `kind: trigger\nname: hook\nflow: ${flow}\ninput: '\${ .body }'\nwebhook: { path: hook, signature: { scheme: none }, respond: output }\n`,
    });
    const url = await serveFolder(folder);
    const apiKey = getAdminKey(loadSettings({ dir: folder, env: {} }));
    const names = table.map(([given]) => given.slice(0, given.indexOf('=')));
    const body = `{${table.map(([, value], at) => `"${names[at]}":${value}`).join()}}`;
    writeFileSync(join(folder, 'given.json'), body);
    writeFileSync(
      join(folder, 'given.yaml'),
      table.map(([, value], at) => `${names[at]}: ${value}\n`).join(''),
    );
    const post = async (path: string, payload: string): Promise<string> => {
      const headers = { 'x-api-key': apiKey, 'content-type': 'application/json', ...mcpHeaders };
      return (await fetch(url + path, { method: 'POST', headers, body: payload })).text();
    };
    const run = async (...args: string[]) => {
      const { stdout, stderr, exitCode } = await svc(folder, ['run-flow', flow, ...args], { stdin: body });
      expect([exitCode, stderr]).toEqual([0, '']);
      return stdout;
    };
    const literal = body.replace(/"(\w+)":/g, '$1:');
    const ways: Readonly<Record<string, () => Promise<string>>> = {
      '-p': () => run(...table.flatMap(([given]) => ['-p', given])),
      '-p with JSON': () => run(...table.flatMap(([, value], at) => ['-p', `${names[at]}:=${value}`])),
      'a file of JSON': () => run('--params-file', 'given.json'),
      'a file of YAML': () => run('--params-file', 'given.yaml'),
      'standard input': () => run('--params-file', '-'),
      REST: () => post(`/api/v1/live/flows/${flow}/runs`, body),
      'a webhook': () => post('/api/v1/live/hooks/hook', body),
      'a variable of GraphQL': () =>
        post(
          '/graphql',
          `{"query":"mutation($p: JSON) { runFlow(flow: \\"${flow}\\", parameters: $p) { output } }","variables":{"p":${body}}}`,
        ),
      'a literal of GraphQL': () =>
        post(
          '/graphql',
          JSON.stringify({
            query: `mutation { runFlow(flow: "${flow}", parameters: ${literal}) { output } }`,
          }),
        ),
      MCP: () => post('/mcp', toTool(flow, body)),
      'MCP, as text': () => post('/mcp', toTool(flow, JSON.stringify(body))),
    };
    const got: Record<string, string> = {};
    for (const [name, send] of Object.entries(ways)) got[name] = readOutput(await send());
    const right = got['REST'];
    expect(right).toContain(`"all":${canonical(parseJsonText(body))}`);
    expect(got).toEqual(Object.fromEntries(Object.keys(ways).map((name) => [name, right])));
  },
);
