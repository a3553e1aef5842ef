import { describe, expect, it } from 'vitest';
import { flow, runTests, shop, test, updateTest } from './harness.js';

const price = flow(
  'f',
  "  - ask: { call: shop.get, with: { path: /price } }\n  - done: { set: { price: '${ .value }', unit: '${ .unit }', items: '${ .items }' } }\n",
);
const given = `given:
  - call: shop.get   # the shop
    answer: { value: 7, unit: eur, items: [{ id: a, weight: 1 }, { id: b, weight: 2 }] }
`;

/** Updates the test, and requires that it passes with the new file. */
async function update(body: string, flowText = price) {
  const files = { 'shop.yaml': shop, 'f.yaml': flowText, 't.yaml': test(body) };
  const updated = await updateTest(files);
  if (updated === undefined) throw new Error('The test does not run');
  const { results } = await runTests({ ...files, 't.yaml': updated.after });
  return { ...updated, result: results[0]?.result };
}

describe('updating the expectations of a test', () => {
  it('replaces the values that differ, and no other character', async () => {
    const body = `${given}expect:\n  # the shop's price\n  output: {price:   8,  unit: "eur"}   # as of today\n  calls:\n  - { call: shop.get,  with: {path: '/prices'} }\n`;
    const { before, after, changes, left, result } = await update(body);
    expect(result).toBe('passed');
    expect(after).toBe(before.replace('price:   8', 'price:   7').replace("'/prices'", "'/price'"));
    expect(changes.map(({ pointer, from, to }) => [pointer, from, to])).toEqual([
      ['/expect/output/price', 8, 7],
      ['/expect/calls/0/with/path', '/prices', '/price'],
    ]);
    expect(left).toEqual([]);
  });

  it('keeps the line ends of Windows, a byte order mark and the form of JSON', async () => {
    const windows = `\uFEFF${test(`${given}expect: { output: { price: 8 } } # why\n`)}`.replaceAll(
      '\n',
      '\r\n',
    );
    const files = { 'shop.yaml': shop, 'f.yaml': price };
    const updated = await updateTest({ ...files, 't.yaml': windows });
    expect(updated?.after).toBe(windows.replace('price: 8', 'price: 7'));
    const json =
      '{"kind": "flow-test",\n "name": "t", "flow": "f",\n "given": [{"call": "shop.get", "answer": {"value": 7}}],\n "expect": {"output": {"price": 8}}}';
    expect((await updateTest({ ...files, 't.json': json }))?.after).toBe(
      json.replace('"price": 8', '"price": 7'),
    );
  });

  it('lets parts stay parts: a list that grew has the members that its items had', async () => {
    const { after, result } = await update(`${given}expect:\n  output: { items: [{ id: a }] }\n`);
    expect(result).toBe('passed');
    expect(after).toContain('output: { items: [{ id: a }, { id: b }] }');
    expect(after).not.toContain('weight: 1 }]\n');
  });

  it('removes members that are gone, adds those of an exact output, and counts calls', async () => {
    const body = `${given}expect:\n  exactOutput: { price: 7, unit: eur, colour: red }\n  calls: [{ call: shop.get, times: 3 }, { call: shop.post }]\n`;
    const { after, changes, result } = await update(body);
    expect(result).toBe('passed');
    expect(changes.map(({ op, pointer }) => `${op} ${pointer}`)).toEqual([
      'add /expect/exactOutput/items',
      'remove /expect/exactOutput/colour',
      'replace /expect/calls/0/times',
      'add /expect/calls/1/times',
    ]);
    expect(after).toContain('times: 0');
  });

  it('lists other calls where none may be left out', async () => {
    const { after, result } = await update(`${given}expect:\n  noOtherCalls: true\n`);
    expect(result).toBe('passed');
    expect(after).toContain('call: shop.get\n');
    expect(after).toContain('times: 1');
  });

  it('expects the other end: a fault in place of an output, and an output in place of a fault', async () => {
    const fault =
      'given: [{ call: shop.get, fault: { status: 503 } }]\nexpect:\n  output: { price: 7 } # eur\n';
    const faulted = await update(fault);
    expect(faulted.result).toBe('passed');
    expect(faulted.after).toContain('type: communication');
    expect(faulted.after).not.toContain('output');
    const completed = await update(`${given}expect: { status: faulted, fault: { type: timeout } }\n`);
    expect(completed.result).toBe('passed');
    expect(completed.after).not.toContain('timeout');
    const other = await update(
      'given: [{ call: shop.get, fault: { status: 503 } }]\nexpect: { fault: { type: timeout, status: 408 } }\n',
    );
    expect(other.after).toContain('{ type: communication, status: 503 }');
  });

  it('leaves conditions, the order of calls, and calls without an answer, and says why', async () => {
    const condition = await update(`${given}expect:\n  output: { price: '\${ . > 10 }', unit: usd }\n`);
    expect(condition.after).toContain("price: '${ . > 10 }', unit: eur");
    expect(condition.left).toEqual([
      {
        pointer: '/expect/output/price',
        message: 'The output at `/price`: the condition is false',
        reason: expect.stringContaining('a condition is not overwritten'),
      },
    ]);
    const two = flow(
      'f',
      '  - a: { call: shop.get, with: { path: /a } }\n  - b: { call: shop.post, with: { path: /b } }\n',
    );
    const answers = 'given: [{ call: shop.get }, { call: shop.post }]\n';
    const order = await update(
      `${answers}expect: { inOrder: true, calls: [{ call: shop.post }, { call: shop.get }] }\n`,
      two,
    );
    expect([order.changes, order.left[0]?.reason]).toEqual([[], expect.stringContaining('move the entries')]);
    const unanswered = await update('expect: { output: { price: 7 } }\n');
    expect(unanswered.after).toBe(unanswered.before);
    expect(unanswered.left).toHaveLength(1);
  });

  it('does not write a text that would be read as a condition', async () => {
    const text = flow('f', '  - a: { set: { text: \'${ "$" + "{ true }" }\' } }\n');
    const { before, after, left } = await update('expect: { output: { text: other } }\n', text);
    expect(after).toBe(before);
    expect(left[0]?.reason).toContain('would be read as a condition');
  });

  it('updates more values than one round lists', async () => {
    const names = Array.from({ length: 70 }, (_, index) => `n${index}`);
    const setting = names.map((name) => `${name}: 1`).join(', ');
    const wrong = names.map((name) => `    ${name}: 2 # ${name}\n`).join('');
    const { before, after, result } = await update(
      `expect:\n  output:\n${wrong}`,
      flow('f', `  - a: { set: { ${setting} } }\n`),
    );
    expect(result).toBe('passed');
    expect(after).toBe(before.replaceAll(': 2 #', ': 1 #'));
  });

  it('has nothing for a test that passes, and none for one that is not valid', async () => {
    const passing = await update(`${given}expect: { output: { price: 7 } }\n`);
    expect([passing.changes, passing.left]).toEqual([[], []]);
    const files = { 'f.yaml': price, 't.yaml': test('expects: {}\n') };
    expect(await updateTest(files)).toBeUndefined();
  });
});
