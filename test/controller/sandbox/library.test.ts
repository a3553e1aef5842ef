import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faultOf, runCode, sandboxForTests } from './run-code.js';

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
    const fault = await faultOf(runCode(sandbox, 'import "util";\n\nthrow new Error("bad");'));
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
    expect((await faultOf(runCode(sandbox, code))).message).toContain(expected);
  });
});

test('a script may have variables of the same names', async () => {
  expect(await inSandbox('return [URL, Buffer];', { URL: 'a', Buffer: 'b' })).toEqual(['a', 'b']);
  expect(await inSandbox('crypto = 1; const URL = 2; return [crypto, URL];')).toEqual([1, 2]);
});
