import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runCode, sandboxForTests, toFault } from './run-code.js';

const sandbox = sandboxForTests({ timeMs: 5_000 });
const require = createRequire(import.meta.url);
const AsyncFunction = (async () => {}).constructor as new (
  ...texts: string[]
) => (...given: unknown[]) => Promise<unknown>;

const inSandbox = async (code: string, given: Record<string, string> = {}) =>
  (await runCode(sandbox, code, { arguments: given })).output;
const inNode = async (code: string, given: Record<string, string> = {}) =>
  JSON.parse(JSON.stringify(await new AsyncFunction('require', 'args', code)(require, given)));

/** Code whose value in Node.js is the expected one. */
const same = [
  'return require("node:crypto").createHash("sha256").update("ü").update(Buffer.from([1, 255])).digest("hex");',
  'return require("crypto").createHmac("sha512", "key").update("text").digest("base64url");',
  'return require("crypto").createHash("md5").update("68656c6c6f", "hex").digest().toString("base64");',
  'return require("crypto").timingSafeEqual(Buffer.from("a"), Buffer.from("b"));',
  'return [...new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode("a")))];',
  'return [btoa("ÿhallo"), atob(" /2hhbGxv")];',
  'return [...new TextEncoder().encode("a€😀\\ud800")];',
  'return new TextDecoder().decode(new Uint8Array([239, 187, 191, 226, 130, 172, 255, 65]));',
  'return Buffer.concat([Buffer.from("aGk", "base64"), Buffer.alloc(1)]).toString("latin1");',
  'return JSON.stringify(Buffer.from("hi"));',
  'const url = new URL("../b?x=1&x=2#h", "https://ada:secret@example.com:8443/a/c/d"); url.searchParams.append("ü", "a b&c"); url.hash = ""; return [url.href, url.origin, url.host, url.port, url.username, url.searchParams.getAll("x"), JSON.stringify(url)];',
  'const url = new URL("http://example.com/?a=1"); url.pathname = "/ä b"; url.search = "?q=2"; return [String(url), url.searchParams.get("q")];',
  'return [URL.canParse("nothing"), URL.canParse("/a", "http://b")];',
  'const query = new URLSearchParams({ b: "2", a: "1+1 =2" }); query.sort(); query.delete("b"); query.set("c", 3); return [query.toString(), [...query], query.size, query.has("a")];',
  'return new URLSearchParams("?a=%C3%BC+%zz&b&=c").toString();',
  'const value = { when: new Date(5), list: [1, { a: null }], set: new Set([1]) }; value.self = value; const copy = structuredClone(value); return [copy.self === copy, copy.list, copy.when.getTime(), copy.set.has(1), copy.list !== value.list];',
  'return require("util").format("%s is %d%% of %j", "a", 5, { b: 1 }, "end");',
  'return [require("util").isDeepStrictEqual({ a: [1] }, { a: [1] }), require("util").isDeepStrictEqual([1], ["1"])];',
  'return require("util").promisify((value, done) => done(null, value + 1))(1);',
];

describe('the globals and modules of scripts do as in Node.js', () => {
  test.each(same)('%s', async (code) => {
    expect(await inSandbox(code)).toEqual(await inNode(code));
  });

  test('with any text', async () => {
    const code = `
      const { text } = args;
      const query = new URLSearchParams([[text, text]]).toString();
      return [
        [...new TextEncoder().encode(text)], Buffer.from(text).toString('base64'), query,
        [...new URLSearchParams(query)], require('crypto').createHash('sha1').update(text).digest('hex'),
        Buffer.from(Buffer.from(text).toString('base64url'), 'base64').toString('hex'), new TextDecoder().decode(Buffer.from(text, 'latin1')),
      ];`;
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.string({ unit: 'grapheme' })), async (text) => {
        expect(await inSandbox(code, { text })).toEqual(await inNode(code, { text }));
      }),
      { numRuns: 30 },
    );
  });
});

/** Expressions over random arguments `a`, `b` (texts), `n`, `m` (numbers or null) and `e` (an encoding). */
const operations = [
  'Buffer.from(a, e).includes(b)',
  'Buffer.from(a).indexOf(b, n ?? undefined)',
  'Buffer.from(a).indexOf(b, n ?? undefined, e)',
  'Buffer.from(a).lastIndexOf(b, n ?? undefined)',
  'Buffer.from(a).indexOf(Buffer.from(b), n ?? undefined)',
  'Buffer.from(a).includes(m ?? 0)',
  'Buffer.alloc(9, b).toString("hex")',
  'Buffer.alloc(9).fill(b, n ?? undefined, m ?? undefined).toString("hex")',
  'Buffer.alloc(9).fill(n ?? 7).toString("hex")',
  'Buffer.from(a).toString(e, n ?? undefined, m ?? undefined)',
  'Buffer.from(a, e).toString("hex")',
  'Buffer.from(a).toString(e)',
  'Buffer.concat([Buffer.from(a), Buffer.from(b)], n ?? undefined).toString("hex")',
  'Buffer.from(new Uint8Array([1, 2, 300, 4]).buffer, n ?? undefined, m ?? undefined).toString("hex")',
  'Buffer.from(new Uint16Array([1, 257, 65535])).toString("hex")',
  'Buffer.from(JSON.parse(JSON.stringify(Buffer.from(a)))).toString("hex")',
  'Buffer.from({ length: 2, 0: 5, 1: -1 }).toString("hex")',
  'Buffer.compare(Buffer.from(a), Buffer.from(b))',
  'Buffer.from(a).equals(Buffer.from(b))',
  '(() => { const all = Buffer.from(a); const part = all.slice(n ?? 0, m ?? undefined); part.fill(1); return all.toString("hex"); })()',
  '(() => { const all = Buffer.alloc(6); return [all.write(a, Math.min(Math.abs(n ?? 0), 6)), all.toString("hex")]; })()',
  '(() => { const all = Buffer.alloc(6); return [Buffer.from(a).copy(all, Math.abs(n ?? 0), 1), all.toString("hex")]; })()',
  '(() => { const all = new TextDecoder(); const bytes = Buffer.from("\\ufeff" + a + b, "utf8"); return [...bytes].map((byte) => all.decode(Uint8Array.of(byte), { stream: true })).join("|") + all.decode(); })()',
  '(() => { const all = new TextDecoder(); const bytes = Buffer.from(a, "latin1"); return [...bytes].map((byte) => all.decode(Uint8Array.of(byte), { stream: true })).join("") + all.decode(); })()',
  '(() => { const all = new URLSearchParams([[a, b], ["x", a], ["x", "2"]]); all.delete("x", a); return [all.has("x", "2"), all.has("x", b), all.get(2), String(all)]; })()',
  'String(new URLSearchParams(a))',
  '(() => { const url = new URL("http://h/?q=1"); const query = url.searchParams; query.append(a, b); url.hash = "x"; query.set("q", a); const first = url.href; url.search = "?" + b; return [first, query === url.searchParams, [...query]]; })()',
  'isDeepStrictEqual(new Set([a, { b }]), new Set([{ b }, a]))',
  'isDeepStrictEqual(new Set([a, { b: 1 }]), new Set([{ b: 2 }, a]))',
  'isDeepStrictEqual(new Map([[a, [1]], [{ b }, n]]), new Map([[{ b }, n], [a, [1]]]))',
  'isDeepStrictEqual(new Map([[a, 1]]), new Map([[b, 1]]))',
  'isDeepStrictEqual(/a/g, /a/i)',
  'isDeepStrictEqual(new Error(a), new Error(b))',
  'isDeepStrictEqual(new Error(a, { cause: n }), new Error(a, { cause: m }))',
  'isDeepStrictEqual([1, , 2], [1, undefined, 2])',
  'isDeepStrictEqual({ [Symbol.iterator]: 1 }, {})',
  'isDeepStrictEqual(new Uint8Array([n, 1]), new Uint8Array([m, 1]))',
  '(() => { const x = { a }; x.x = x; const y = { a: b }; y.x = y; return isDeepStrictEqual(x, y); })()',
  'atob(btoa(a.replace(/[^\\0-\\xff]/g, "")))',
  'atob(b)',
];

/** Node.js 20 reads other letters beside escapes that are no UTF-8 as if they were escapes; the URL standard does not. */
function isMisread(operation: string, [a, b]: readonly unknown[]): boolean {
  const isMixed = (text: unknown) =>
    /%[89a-f][0-9a-f]/i.test(String(text)) && /[^\0-\x7f]/.test(String(text));
  return operation.includes('URL') && (isMixed(a) || isMixed(b));
}

test.each(operations)('%s gives what Node.js gives, or refuses its arguments', async (operation) => {
  const getCode = (list: unknown) => `
    const { isDeepStrictEqual } = require('util');
    return ${JSON.stringify(list)}.map(([a, b, n, m, e]) => {
      try { return JSON.stringify(${operation}) ?? 'nothing'; } catch { return 'failed'; }
    });`;
  const text = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.string({ unit: 'grapheme', maxLength: 4 }),
    fc.constantFrom(
      '',
      'a',
      'ab',
      'aba',
      'YWI=',
      'YQ',
      '6162',
      'ü',
      '\u{1F600}',
      '\xe2\x82\xac\xf0\x9f',
      '&a=1+%20&=%zz',
    ),
  );
  const number = fc.option(fc.integer({ min: -4, max: 12 }));
  const encoding = fc.constantFrom('utf8', 'hex', 'base64', 'base64url', 'latin1', 'ascii');
  const lists = fc.array(fc.tuple(text, text, number, number, encoding), { minLength: 50, maxLength: 50 });
  await fc.assert(
    fc.asyncProperty(lists, async (list) => {
      const [ours, theirs] = [await inSandbox(getCode(list)), await inNode(getCode(list))] as string[][];
      // Arguments that make no sense may be refused.
      const differing = list.filter(
        (each, at) => ours?.[at] !== theirs?.[at] && ours?.[at] !== 'failed' && !isMisread(operation, each),
      );
      const refused = ours?.filter((each, at) => each === 'failed' && theirs?.[at] !== 'failed');
      expect(refused?.length).toBeLessThan(list.length / 2);
      expect(
        differing
          .map((each) => ({ each, ours: ours?.[list.indexOf(each)], theirs: theirs?.[list.indexOf(each)] }))
          .slice(0, 3),
      ).toEqual([]);
    }),
    { numRuns: 4, endOnFailure: true },
  );
});

test.each([
  ['hex', 'Buffer.from(Buffer.alloc(400_000, "ab").toString("hex"), "hex").length', 400_000],
  ['base64', 'Buffer.from(Buffer.alloc(400_000, "ab").toString("base64"), "base64").length', 400_000],
  [
    'queries',
    '(() => { const url = new URL("http://h/"); for (let at = 0; at < 5_000; at++) url.searchParams.append("k" + at, "v"); return url.href.length; })()',
    38_899,
  ],
])('%s of a large value are quick', async (_, code, expected) => {
  expect(await inSandbox(`return ${code};`)).toBe(expected);
});

test('random values have their form and differ', async () => {
  const code =
    'const { randomInt } = require("crypto"); return [crypto.randomUUID(), crypto.randomUUID(), crypto.randomBytes(8).length, crypto.getRandomValues(new Uint8Array(4)).length, randomInt(5, 7), randomInt(1)];';
  const [first, second, ...rest] = (await inSandbox(code)) as string[];
  expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(second).not.toBe(first);
  expect(rest.slice(0, 2)).toEqual([8, 4]);
  expect([5, 6]).toContain(rest[2]);
  expect(rest[3]).toBe(0);
});

describe('code with `import`', () => {
  test('is a module, whose default export is the value', async () => {
    const code = `import { createHash } from 'node:crypto';
import { Buffer as Bytes } from 'buffer';
import url, { URL as Address } from 'node:url';
console.log(new Address('http://a/b').pathname, url.URL === Address, process.argv[2]);
export default createHash('md5').update(Bytes.from('a')).digest('hex');`;
    expect(await runCode(sandbox, code, { arguments: ['given'] })).toEqual({
      stdout: '/b true given\n',
      stderr: '',
      code: 0,
      output: '0cc175b9c0f1b6a831c399e269772661',
    });
  });

  test('without an export has no value, and its errors name the line', async () => {
    expect(await runCode(sandbox, 'import "node:util";\nconsole.log(await 1);')).toEqual({
      stdout: '1\n',
      stderr: '',
      code: 0,
    });
    const fault = await toFault(runCode(sandbox, 'import "util";\n\nthrow new Error("bad");'));
    expect(fault.message).toBe('bad (line 3)');
  });

  test.each([
    ['import fs from "node:fs";', 'Cannot import `node:fs`'],
    ['const fs = await import("fs");', 'Cannot import `fs`'],
    ['require("child_process");', 'Cannot import `child_process`'],
    ['import "util";\nreturn 1;', '`export default`'],
    ['crypto.createHash("sha9").digest();', 'The algorithm sha9 is not available: there are md5, sha1'],
    ['crypto.randomBytes(1e9);', 'from 0 to 65536'],
    ['new URL("nothing");', 'Invalid URL: nothing'],
  ])('%s is refused with an explanation', async (code, expected) => {
    expect((await toFault(runCode(sandbox, code))).message).toContain(expected);
  });
});

test('a script may have variables of the same names', async () => {
  expect(await inSandbox('return [URL, Buffer];', { URL: 'a', Buffer: 'b' })).toEqual(['a', 'b']);
  expect(await inSandbox('crypto = 1; const URL = 2; return [crypto, URL];')).toEqual([1, 2]);
});
