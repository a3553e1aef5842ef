import { describe, expect, test } from 'vitest';
import { TransformError } from '../../../controller/kinds/compile/compilation.js';
import { compileTemplate } from '../../../controller/kinds/template/compile.js';
import type { Json, JsonObject } from '../../../schemas/index.js';

function start(body: string, parameters: Json = {}, schema?: JsonObject): string | Promise<string> {
  const { compiled, findings } = compileTemplate({ body, ...(schema ? { parameters: schema } : {}) });
  if (!compiled) throw new Error(JSON.stringify(findings));
  return compiled.render(parameters);
}

/** Renders on the event loop. */
function render(body: string, parameters: Json, schema?: JsonObject): string {
  const text = start(body, parameters, schema);
  if (text instanceof Promise) throw new Error('a thread renders it');
  return text;
}

test('fills in parameters, with tags and filters', () => {
  const body = '{% for item in items %}{{ forloop.index }}. {{ item.name | upcase }} {% endfor %}';
  expect(render(body, { items: [{ name: 'tea' }, { name: 'jam' }] })).toBe('1. TEA 2. JAM ');
});

describe('a name that is not there', () => {
  test('is an error, not an empty place', () => {
    expect(() => render('Dear {{ customer.nmae }}', { customer: {} })).toThrow(
      new TransformError('expression', 'undefined variable: customer.nmae'),
    );
  });

  test('may be asked about, and may have a default', () => {
    const body =
      '{% if customer.title %}{{ customer.title }} {% endif %}{{ customer.name | default: "you" }}';
    expect(render(body, { customer: {} })).toBe('you');
  });

  test('is nothing where it is a parameter that was left out, or its default', () => {
    const schema = { properties: { name: {}, greeting: { default: 'Hello' } } };
    expect(render('{{ greeting }} {{ name }}!', {}, schema)).toBe('Hello !');
  });

  test('may be left out where it is required and has a default', () => {
    const schema = { required: ['name'], properties: { name: { type: 'string', default: 'you' } } };
    expect(render('Hello {{ name }}', {}, schema)).toBe('Hello you');
  });

  test('is found where the parameters do not list it, at its place', () => {
    const body = 'Dear {{ name }},\n{% if late %}sorry, {{ nmae }}{% endif %}';
    const parameters = { properties: { name: {}, late: {} } };
    expect(compileTemplate({ body, parameters }).findings).toMatchObject([
      {
        rule: 'template-variable',
        severity: 'warning',
        pointer: '/body',
        offset: body.indexOf('nmae'),
        hint: 'Did you mean `name`?',
      },
    ]);
  });
});

test.each<[string, Json]>([
  ['a number', { name: 5 }],
  ['nothing', {}],
])('parameters that do not fit are refused: %s', (_, parameters) => {
  const schema = { required: ['name'], properties: { name: { type: 'string' } } };
  expect(() => render('{{ name }}', parameters, schema)).toThrow(
    expect.objectContaining({ failure: 'input', findings: [expect.objectContaining({ pointer: '/name' })] }),
  );
});

test.each<[string, string, number, string | undefined]>([
  [
    'a tag that is not closed',
    'a {% if b %} c',
    2,
    'Write the tag that ends it, such as `{% endif %}` or `{% endfor %}`.',
  ],
  ['a tag that does not exist', 'a\n{% fro x in y %}', 5, 'Did you mean `for`?'],
  ['a filter that does not exist', 'a {{ b | upcas }}', 9, 'Did you mean `upcase`?'],
  ['a filter that every object has', '{{ b | constructor }}', 7, undefined],
  ['other files', "{% render 'b' %}", 3, 'A template stands alone: it cannot include others.'],
])('%s is found at its place', (_, body, offset, hint) => {
  const [found, ...more] = compileTemplate({ body }).findings;
  expect(found).toMatchObject({ rule: 'template-syntax', severity: 'error', pointer: '/body', offset });
  expect(found?.hint).toBe(hint);
  expect(more).toEqual([]);
});

describe('a template that would take too much', () => {
  test.each<[string, string, Json]>([
    ['time', '{% for a in (1..9999) %}{% for b in (1..9999) %}x{% endfor %}{% endfor %}', {}],
    ['memory', '{% for a in (1..100000000) %}x{% endfor %}', {}],
    ['room', '{% for a in (1..9999) %}{{ text }}{% endfor %}', { text: 'x'.repeat(1000) }],
  ])('%s is stopped', async (_, body, parameters) => {
    const text = start(body, parameters);
    expect(text).toBeInstanceOf(Promise);
    await expect(text).rejects.toThrow(TransformError);
  });

  test.each([
    ['nested', '{% if a %}'.repeat(50_000)],
    ['in a row', '{{ a }}'.repeat(5_001)],
  ])('many tags and outputs, %s, are a finding', (_, body) => {
    const { findings } = compileTemplate({ body });
    expect(findings).toMatchObject([{ message: 'the template has more than 5000 tags and outputs' }]);
  });

  test('as many as are allowed are parsed', () => {
    expect(compileTemplate({ body: '{{ a }}'.repeat(5_000) }).findings).toEqual([]);
  });
});

test('sees nothing that its parameters do not have themselves', () => {
  for (const name of ['constructor', 'toString', '__proto__']) {
    expect(() => render(`{{ a.${name} }}`, { a: {} })).toThrow('undefined variable');
  }
});

test('may give another text tomorrow only where it deals with dates', () => {
  const deterministic = (body: string) => compileTemplate({ body }).compiled?.deterministic;
  expect(deterministic('{{ a }}')).toBe(true);
  expect(deterministic('{{ "now" | date: "%Y" }}')).toBe(false);
});

test('what takes long to render is rendered in a thread, with the same text', async () => {
  const items = Array.from({ length: 2_000 }, (_, index) => ({ name: `n${index}` }));
  const text = start('{% for item in items %}{{ item.name | upcase }},{% endfor %}', { items });
  expect(text).toBeInstanceOf(Promise);
  expect(await text).toBe(items.map(({ name }) => `${name.toUpperCase()},`).join(''));
});

test.each([
  [
    'filters that build text',
    '{{ text | append: text | append: text | upcase }}',
    { text: 'x'.repeat(4_000) },
  ],
  ['loops', '{% for a in (1..60) %}{% for b in (1..60) %}.{% endfor %}{% endfor %}', {}],
  ['values that are compared', '{% if list contains "a" %}{% endif %}', { list: Array(5_000).fill('b') }],
  ['many filters in one place', `{% for a in (1..99) %}{{ a${' | plus: 1'.repeat(200)} }}{% endfor %}`, {}],
])('a thread renders a template with %s', async (_name, body, parameters) => {
  const text = start(body, parameters);
  expect(text).toBeInstanceOf(Promise);
  await text;
});

test('a fault in a thread is the fault of the template', async () => {
  const text = start('{% for a in (1..5000) %}{{ a }}{% endfor %}{{ missing }}', {});
  await expect(text).rejects.toThrow(new TransformError('expression', 'undefined variable: missing'));
});
