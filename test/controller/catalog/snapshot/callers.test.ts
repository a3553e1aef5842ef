import { beforeEach, describe, expect, test } from 'vitest';
import { causedFindings, type Snapshot, validateFiles } from '../../../../controller/catalog/index.js';
import { kinds } from '../../../../controller/kinds/index.js';
import { Branch, type Tree, unready } from '../branch.js';

const ship = (schema: string, version = '1.0.0') =>
  `document: { dsl: 1.0.1, namespace: shop, name: ship, version: ${version} }
input: { schema: { document: ${schema} } }
do: [{ done: { set: { ok: true } } }]
`;
const caller = (name: string) =>
  `document: { dsl: 1.0.1, namespace: shop, name: ${name}, version: 1.0.0 }
do: [{ ship: { run: { workflow: { namespace: shop, name: ship, version: 1.0.0, input: { id: 7 } } } } }]
`;
const takesId = ship('{ required: [id] }');
const takesCarrier = ship('{ required: [id, carrier] }');

let branch: Branch;
beforeEach(() => {
  branch = new Branch(kinds);
});

function texts(findings: Snapshot['findings']): string[] {
  return findings.map(
    ({ severity, rule, file, line, message }) => `${severity} ${rule} ${file}:${line} ${message}`,
  );
}

describe('a flow that its callers do not fit any more', () => {
  const before: Tree = { 'ship.yaml': takesId, 'a.yaml': caller('a'), 'b.yaml': caller('b') };

  test('is a finding on the change, which names the calls, and an error of each caller', async () => {
    const old = await branch.load(before);
    const next = await branch.advance(old, { ...before, 'ship.yaml': takesCarrier });
    const { inFiles, elsewhere } = causedFindings(old, next);
    expect(texts(inFiles)).toEqual([
      'warning callers-broken ship.yaml:2 2 calls do not fit this flow: a.yaml:2, b.yaml:2',
    ]);
    expect(texts(elsewhere)).toEqual([
      'error argument-missing a.yaml:2 the flow `ship` needs the argument `carrier`',
      'error argument-missing b.yaml:2 the flow `ship` needs the argument `carrier`',
    ]);
    expect(unready(next)).toEqual([
      expect.stringContaining('a: Invalid a.yaml:2:'),
      expect.stringContaining('b: Invalid b.yaml:2:'),
    ]);
  });

  test('is found when the version changes, and mended by the change back', async () => {
    const old = await branch.load(before);
    const next = await branch.advance(old, { ...before, 'ship.yaml': ship('{ required: [id] }', '2.0.0') });
    expect(texts(next.findings)[0]).toBe(
      'error reference-unmet a.yaml:2 the version of the flow is `2.0.0`, not `1.0.0`',
    );
    const back = await branch.advance(next, before);
    expect([unready(back), back.findings]).toEqual([[], []]);
  });

  test('names few of many callers', async () => {
    const many = Array.from({ length: 17 }, (_, index) => `c${index}`);
    const files = Object.fromEntries(many.map((name) => [`${name}.yaml`, caller(name)]));
    const snapshot = await branch.load({ ...files, 'ship.yaml': takesCarrier });
    const [found] = snapshot.findings.filter(({ rule }) => rule === 'callers-broken');
    expect(found?.message).toBe(
      '17 calls do not fit this flow: c0.yaml:2, c1.yaml:2, c10.yaml:2, c11.yaml:2, c12.yaml:2 and 12 more',
    );
  });

  test('does not count tests of the flow as callers: their own findings say what does not fit', async () => {
    const shipTest = 'kind: flow-test\nname: ships\nflow: ship\ninput: { id: 7 }\n';
    const snapshot = await branch.load({ 'ship.yaml': takesCarrier, 'ships.yaml': shipTest });
    expect(texts(snapshot.findings)).toEqual([
      'error argument-missing ships.yaml:4 the flow `ship` needs the argument `carrier`',
    ]);
  });

  test('is the same finding in a branch that was loaded as it is', async () => {
    const old = await branch.load(before);
    const next = await branch.advance(old, { ...before, 'ship.yaml': takesCarrier });
    const loaded = await new Branch(kinds).load({ ...before, 'ship.yaml': takesCarrier });
    expect(loaded.findings).toEqual(next.findings);
  });
});

describe('a change of a connection', () => {
  const shop = (auth: string) => `kind: connection
name: shop
connector: http
config: { baseUrl: 'https://shop.example.com', auth: ${auth} }
`;
  const bearer = '{ type: bearer, token: { secret: shop, key: token } }';
  const basic = '{ type: basic, username: svc, password: { secret: shop, key: password } }';
  const staging = `kind: environment
name: staging
connections: { shop: { config: { auth: { token: { secret: staging, key: token } } } } }
`;
  const before: Tree = { 'shop.yaml': shop(bearer), 'staging.yaml': staging };

  test('that an environment does not fit any more is an error of the environment', async () => {
    const old = await branch.load(before);
    expect(unready(old)).toEqual([]);
    const next = await branch.advance(old, { ...before, 'shop.yaml': shop(basic) });
    expect(unready(next)).toEqual([
      expect.stringContaining('staging: Invalid staging.yaml:3:42: unknown field `token`'),
    ]);
    expect(causedFindings(old, next).elsewhere).toMatchObject([
      { rule: 'config-invalid', file: 'staging.yaml', pointer: '/connections/shop/config/auth/token' },
    ]);
  });
});

test("a call of another connector's action is checked again when the connection changes", async () => {
  const flow = `document: { dsl: 1.0.1, namespace: shop, name: list, version: 1.0.0 }
do: [{ list: { call: shop.get, with: { pathh: / } } }]
`;
  const shop = "kind: connection\nname: shop\nconnector: http\nconfig: { baseUrl: 'https://a.example' }\n";
  const old = await branch.load({ 'list.yaml': flow });
  const next = await branch.advance(old, { 'list.yaml': flow, 'shop.yaml': shop });
  expect(texts(next.findings)).toEqual([
    'error argument-unknown list.yaml:2 `shop.get` takes no argument `pathh`',
  ]);
});

/** A schema whose references double at each level. */
const costly = (levels: number) =>
  `{ $ref: '#/$defs/d0', $defs: { ${Array.from({ length: levels }, (_, level) => {
    const next = `{ $ref: '#/$defs/d${level + 1}' }`;
    return `d${level}: { allOf: [${next}, ${next}] }, `;
  }).join('')}d${levels}: { not: { type: number } } } }`;

test('many calls of a flow with a costly schema share the event loop, and each is checked', async () => {
  const count = 300;
  const call = (n: number) =>
    `  - t${n}: { run: { workflow: { namespace: shop, name: ship, version: 1.0.0, input: { id: ${n} } } } }\n`;
  const calls = Array.from({ length: count }, (_, n) => call(n)).join('');
  const tree = {
    'ship.yaml': ship(costly(20)),
    'calls.yaml': `document: { dsl: 1.0.1, namespace: shop, name: calls, version: 1.0.0 }\ndo:\n${calls}`,
  };
  let turns = 0;
  let isOver = false;
  const countTurn = () => {
    turns += 1;
    if (!isOver) setImmediate(countTurn);
  };
  setImmediate(countTurn);
  const next = await branch.load(tree);
  isOver = true;

  expect(turns).toBeGreaterThan(5);
  const refused = next.findings.filter(
    ({ file, rule }) => file === 'calls.yaml' && rule === 'argument-wrong',
  );
  expect(refused).toHaveLength(count);
  expect(refused[0]?.message).toContain('cannot be validated: the schema needs more than');
  const paths = Object.entries(tree).map(([path, content]) => ({ path, content }));
  expect(texts(next.findings)).toEqual(texts(validateFiles(paths, kinds, { whole: true })));
});
