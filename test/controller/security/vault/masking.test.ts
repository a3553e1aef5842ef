import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Masking } from '../../../../controller/security/vault/masking.js';

const canary = 'Can4ry/plus+é"q?=end';

function masking(...values: string[]): Masking {
  const made = new Masking();
  for (const value of values) made.remember(value);
  return made;
}

test.each([
  ['as it is', canary],
  ['in JSON', JSON.stringify({ canary })],
  ['in JSON inside JSON text', JSON.stringify(JSON.stringify({ a: 'plain' }) + canary)],
  ['in a URL', `https://example.org/?q=${encodeURIComponent(canary)}`],
  ['in a form', new URLSearchParams({ q: canary }).toString().replaceAll('%20', '+')],
  ['in hexadecimal', Buffer.from(canary).toString('hex')],
  ['in base64', Buffer.from(canary).toString('base64')],
  ['in the credentials of Basic', Buffer.from(`ada:${canary}`).toString('base64')],
  [
    'in the credentials of a client of OAuth 2',
    Buffer.from(`ada:${new URLSearchParams({ '': canary }).toString().slice(1)}`).toString('base64'),
  ],
  ['in base64url', Buffer.from(`xy${canary}z`).toString('base64url')],
])('a value is masked %s', (_place, text) => {
  const masked = masking(canary).mask(text);
  expect(masked).toContain('***');
  expect(masked).not.toContain('Can4ry');
  expect(Buffer.from(masked, 'base64').toString()).not.toContain('Can4ry');
});

test.each([0, 1, 2, 3].flatMap((before) => [8, 9, 10].map((length) => [before, length] as const)))(
  'base64 after %i other bytes leaves nothing of the end of a value of %i bytes',
  (before, length) => {
    const value = 'Can4ry/plus+'.slice(0, length);
    for (const encoding of ['base64', 'base64url'] as const) {
      const text = Buffer.from('x'.repeat(before) + value).toString(encoding);
      expect(`<${masking(value).mask(text)}>`).toMatch(/^<[\w+/-]{0,5}\*{3}>$/);
      expect(masking(value).mask(`{"auth":"${text}"}`)).toMatch(/\*\*\*"}$/);
    }
  },
);

const odd = `p'ss (wörd)!\n  <a&b>/"x"`;

test.each([
  [
    'as jq writes it in a URL',
    odd.replaceAll(/[^\w.~-]/gu, (one) =>
      encodeURIComponent(one).replace(/^[!'()*]$/, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`),
    ),
  ],
  ['as .NET writes it in a URL', encodeURIComponent(odd).replaceAll(/%../g, (code) => code.toLowerCase())],
  ['as a form has it', new URLSearchParams({ '': odd }).toString().slice(1)],
  [
    'in HTML',
    odd
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll("'", '&#39;')
      .replaceAll('"', '&quot;'),
  ],
  ['in JSON that escapes slashes', JSON.stringify(odd).slice(1, -1).replaceAll('/', '\\/')],
  ['in JSON in JSON', JSON.stringify(JSON.stringify(odd).slice(1, -1)).slice(1, -1)],
  ['on one line', odd.replaceAll(/\s+/g, ' ')],
])('a value with characters that mean something is masked %s', (_place, text) => {
  expect(masking(odd).mask(`<${text}>`)).toBe('<***>');
});

test.each([
  'cannot be parsed as a number: string ("Can4ry/plus...")',
  'the server said: Can4ry/plus+é…',
  `${Buffer.from(canary).toString('base64').slice(0, 12)}…`,
])('the beginning of a value is masked where a message was cut: %s', (text) => {
  const masked = masking(canary).mask(text);
  expect(masked).toContain('***');
  expect(masked).not.toContain('Can4ry');
  expect(Buffer.from(masked, 'base64').toString()).not.toContain('Can4');
});

test('words that a value begins with stay where nothing was cut', () => {
  const made = masking('postgres://ada:hunter22@db.example.com/shop');
  const text = 'engine: postgres... at postgres://db.example.com, as postgres';
  expect(made.mask(text)).toBe(text);
  expect(made.mask('at postgres://ada:hunt...')).toBe('at ***...');
});

test.each(['a', 'true', 'null', '12345', 'password', 'Production', '  admin  '])(
  'the short or common value %j is no reason to take words out of texts',
  (value) => {
    const text = `{"a":true,"b":null,"password":"x","stage":"production","n":12345,"who":"admin"}`;
    expect(masking(value).mask(text)).toBe(text);
  },
);

test('JSON stays JSON, also where a number or a name is the secret', () => {
  const made = masking('8472910365', 'a","b":"c');
  const value = { n: 8472910365, '8472910365': true, a: 'b', list: ['a","b":"c'], text: '{"a","b":"c"}' };
  expect(made.maskJson(value)).toEqual({ n: '***', '***': true, a: 'b', list: ['***'], text: '{"***"}' });
  expect(JSON.parse(made.maskJsonText(JSON.stringify(value)))).toEqual(made.maskJson(value));
  expect(masking('8472910365', 'a","b":"c').maskJsonText('{"a":"a","b":"c"}')).toBe('{"a":"a","b":"c"}');
});

test('each long line of a key in PEM is secret on its own', () => {
  const line = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQ';
  expect(masking(`-----BEGIN KEY-----\n${line}\n-----END KEY-----\n`).mask(`got ${line}`)).toBe('got ***');
});

test('no value survives in any JSON it is part of', () => {
  const secret = fc.string({ minLength: 8, maxLength: 40 }).filter((text) => text.trim().length >= 8);
  fc.assert(
    fc.property(secret, fc.jsonValue(), (value, around) => {
      const made = masking(value);
      const masked = made.maskJson({ around, inside: `x${value}y`, list: [value] } as never) as {
        inside: string;
        list: string[];
      };
      expect(masked.inside.includes(value)).toBe(false);
      expect(masked.list[0]).not.toBe(value);
    }),
    { numRuns: 200 },
  );
});

test('links of human tasks are masked by their form, with and without secrets', () => {
  const link = `https://svc.test/link/svch_${'aB3-'.repeat(20)}.${'c_9'.repeat(14)}`;
  for (const known of [masking(), masking(canary)]) {
    expect(known.mask(`see ${link}, please`)).toBe('see https://svc.test/link/***, please');
    expect(known.maskJson({ text: link })).toEqual({ text: 'https://svc.test/link/***' });
    expect(known.maskJsonText(JSON.stringify([link]))).toBe('["https://svc.test/link/***"]');
    expect(known.found(link)).toHaveLength(1);
    expect(known.mask('svch_ is a prefix')).toBe('svch_ is a prefix');
  }
});
