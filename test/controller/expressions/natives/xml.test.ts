import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compile } from '../../../../controller/expressions/index.js';

const run = (program: string, input: unknown) => compile(program).first(input as never);

const name = fc.constantFrom('a', 'b', 'c-1', 'soap:Body', 'ä', '_x', '__proto__', 'constructor');
const text = fc.string({
  unit: fc.constantFrom('x', ' ', '<', '>', '&', '"', "'", '\n', '\r', '\t', ']', 'ä', '🙂'),
});
const some = text.filter((each) => each !== '');
const attributes = fc.dictionary(name, text, { maxKeys: 3, noNullPrototype: true });

interface Ordered {
  name: string;
  attributes: Record<string, string>;
  children: (string | Ordered)[];
}
const { ordered } = fc.letrec<{ ordered: Ordered }>((tie) => ({
  ordered: fc.record({
    name,
    attributes,
    children: fc
      .array(fc.oneof({ depthSize: 'small' }, some, tie('ordered')), { maxLength: 4 })
      // Two texts beside each other are one.
      .map((all) => all.filter((child, at) => typeof child !== 'string' || typeof all[at - 1] !== 'string')),
  }),
}));

type Data = string | { [member: string]: Data | Data[] };
const { data } = fc.letrec<{ data: Data }>((tie) => ({
  data: fc.oneof(
    { depthSize: 'small' },
    text,
    fc
      .tuple(attributes, some)
      .map(([own, value]): Data => ({ ...prefixed(own), '#text': value }))
      .filter((value) => Object.keys(value).length > 1),
    fc
      .tuple(
        attributes,
        fc.dictionary(name, fc.oneof(tie('data'), fc.array(tie('data'), { minLength: 2, maxLength: 3 })), {
          minKeys: 1,
          maxKeys: 3,
          noNullPrototype: true,
        }),
      )
      .map(
        ([own, members]): Data =>
          Object.fromEntries([...Object.entries(prefixed(own)), ...Object.entries(members)]),
      ),
  ),
}));

function prefixed(own: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(own).map(([each, value]) => [`@${each}`, value]));
}

describe('XML', () => {
  test('is read as the data that it was written from', () => {
    fc.assert(
      fc.property(name, data, (root, value) => {
        const document = Object.fromEntries([[root, value]]);
        expect(run('to_xml | from_xml', document)).toEqual(document);
      }),
      { numRuns: 2_000 },
    );
  });

  test('is read in order as it was written in order', () => {
    fc.assert(
      fc.property(ordered, (element) => {
        expect(run('to_xml({ordered: true}) | from_xml({ordered: true})', element)).toEqual(element);
      }),
      { numRuns: 2_000 },
    );
  });

  test('has attributes, repeated elements and text by the documented names', () => {
    const order = `<?xml version="1.0"?>
      <!-- an order -->
      <order id="7" xmlns:x="urn:x">
        <x:customer>Ada &amp; <![CDATA[<Co>]]></x:customer>
        <item sku="a">1</item>
        <item sku="b"/>
        <note/>
      </order>`;
    expect(run('from_xml', order)).toEqual({
      order: {
        '@id': '7',
        '@xmlns:x': 'urn:x',
        'x:customer': 'Ada & <Co>',
        item: [{ '@sku': 'a', '#text': '1' }, { '@sku': 'b' }],
        note: '',
      },
    });
    const one = '<order><item>1</item></order>';
    expect(run('from_xml', one)).toEqual({ order: { item: '1' } });
    expect(run('from_xml({lists: ["item"]})', one)).toEqual({ order: { item: ['1'] } });
    expect(run('to_xml({declaration: true})', { order: { '@id': 7, item: [1, true, null] } })).toBe(
      '<?xml version="1.0" encoding="UTF-8"?>\n<order id="7"><item>1</item><item>true</item><item/></order>',
    );
    expect(run('from_xml({ordered: true})', '<p>Hello <b>Ada</b>!</p>')).toEqual({
      name: 'p',
      attributes: {},
      children: ['Hello ', { name: 'b', attributes: {}, children: ['Ada'] }, '!'],
    });
  });

  test('with names such as `__proto__` changes nothing but the result', () => {
    const value = run(
      'from_xml',
      '<__proto__ __proto__="1"><constructor>2</constructor></__proto__>',
    ) as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>)['@__proto__']).toBeUndefined();
    expect(JSON.stringify(value)).toBe('{"__proto__":{"@__proto__":"1","constructor":"2"}}');
  });

  test.each([
    ['from_xml', '', 'not XML'],
    ['from_xml', '<a>', 'unclosed tag'],
    ['from_xml', '<a></b>', '1:7'],
    ['from_xml', '<a/><b/>', 'only one root'],
    ['from_xml', '<a b="1" b="2"/>', 'duplicate attribute'],
    ['from_xml', '<a>&nbsp;</a>', 'undefined entity'],
    ['from_xml', '<a>&#0;</a>', 'malformed character'],
    ['from_xml', '<p>Hello <b>Ada</b></p>', 'from_xml({ordered: true})'],
    ['from_xml', 1, 'takes a text'],
    ['from_xml({list: ["a"]})', '<a/>', 'no option "list"'],
    ['from_xml({lists: "a"})', '<a/>', '"lists" has the names'],
    ['to_xml', { a: 1, b: 2 }, 'one member'],
    ['to_xml', { a: [1, 2] }, 'one outermost element'],
    ['to_xml', { a: { b: [[1]] } }, 'list inside a list'],
    ['to_xml', { 'a b': 1 }, 'is no name of XML'],
    ['to_xml', { 'a><script': 1 }, 'is no name of XML'],
    ['to_xml', { a: { '@b': { c: 1 } } }, 'a text, a number or a boolean'],
    ['to_xml', { a: '\u0000' }, 'cannot have'],
    ['to_xml', { a: '\ud800' }, 'cannot have'],
    ['to_xml({ordered: true})', { a: 1 }, '"name", "attributes" and "children"'],
  ])('%s of %j says what is wrong', (program, input, message) => {
    expect(() => run(program, input)).toThrow(message);
  });

  test('that is made to hurt is refused, or ends by the budget', () => {
    const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`);
    const laughs = `<!DOCTYPE a [<!ENTITY l0 "lol">${entities.join('')}]><a>&l9;</a>`;
    expect(() => run('from_xml', laughs)).toThrow('DOCTYPE');
    expect(() => run('from_xml', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>')).toThrow('DOCTYPE');
    const deep = `${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`;
    expect(() => run('from_xml', deep)).toThrow('at most 1000 elements inside each other');
    let nested: unknown = 'x';
    for (let depth = 0; depth < 5_000; depth += 1) nested = { a: nested };
    expect(() => run('to_xml', nested)).toThrow('at most 1000 elements inside each other');
    const attribute = 'x'.repeat(500_000);
    expect(run('from_xml.a["@b"] | length', `<a b="${attribute}"/>`)).toBe(500_000);
    const many = Array.from({ length: 20_000 }, (_, at) => `b${at}="1"`).join(' ');
    expect(run('from_xml.a | length', `<a ${many}/>`)).toBe(20_000);
    for (const hostile of ['<a>', '<!--', '<![CDATA[', '<a b="', '&amp;', '<?x '])
      expect(() => run('from_xml', `<a>${hostile.repeat(2_000_000)}`)).toThrow();
    // No `try` of an expression catches the end of its budget.
    expect(() => run('try from_xml catch "caught"', `<a>${'x'.repeat(4_000_000)}</a>`)).toThrow();
  });
});
