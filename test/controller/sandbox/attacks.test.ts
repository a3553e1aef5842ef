import { describe, expect, test } from 'vitest';
import { runCode, sandboxForTests, toFault } from './run-code.js';

const sandbox = sandboxForTests({ timeMs: 300 });
const getCodeKind = async (code: string) => (await toFault(runCode(sandbox, code))).kind;
const returned = async (code: string) => (await runCode(sandbox, code)).output;

describe('a script that runs too long ends in a timeout', () => {
  test.each([
    'for (;;) {}',
    'try { for (;;) {} } catch {} finally { for (;;) {} }',
    'for (;;) await null;',
    '(async function loop() { await null; loop(); })(); await new Promise(() => {});',
    'return { get a() { for (;;) {} } };',
    'return new Proxy({}, { ownKeys() { for (;;) {} } });',
    'return { then() { for (;;) {} } };',
    'const e = new Error(); Object.defineProperty(e, "message", { get() { for (;;) {} } }); throw e;',
    '/(a+)+b/.test("a".repeat(40));',
    '}); for (;;) {} (async () => {',
    // A built-in that never checks the time limit: its thread is killed.
    'Array(4e9).join();',
  ])('%s', async (code) => {
    expect(await getCodeKind(code)).toBe('timeout');
  });
});

describe('a script that uses too much memory, stack or output ends in a fault', () => {
  test.each([
    ['limit', 'const all = []; for (;;) all.push("x".repeat(1e6) + all.length);'],
    ['limit', 'const all = []; for (;;) all.push({});'],
    ['limit', 'new ArrayBuffer(1e9);'],
    ['limit', 'for (;;) console.log("x".repeat(10_000));'],
    ['limit', 'try { for (;;) console.log("x".repeat(10_000)); } catch {} return 1;'],
    ['limit', 'return "x".repeat(2e6);'],
    ['limit', 'let deep = {}; for (let i = 0; i < 300; i++) deep = { deep }; return deep;'],
    ['thrown', '(function f() { f(); })();'],
    ['thrown', 'JSON.parse("[".repeat(1e5) + "]".repeat(1e5));'],
    ['thrown', 'eval("(".repeat(1e5));'],
    ['thrown', '"x".repeat(2 ** 30);'],
  ])('%s: %s', async (kind, code) => {
    const before = process.memoryUsage().rss;
    expect(['timeout', kind]).toContain(await getCodeKind(code));
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
  });
});

describe('a script cannot leave the sandbox', () => {
  test('the global object holds nothing of the host', async () => {
    const names = await returned(
      'return Object.getOwnPropertyNames(Function("return this")()).filter((name) => /^[a-z]/.test(name));',
    );
    const language = /^(parse|is|decode|encode|escape|unescape|undefined|eval|globalThis|queueMicrotask)/;
    expect((names as string[]).filter((name) => !language.test(name)).sort()).toEqual([
      'args',
      'atob',
      'btoa',
      'console',
      'crypto',
      'process',
      'require',
      'stdin',
      'structuredClone',
    ]);
  });

  test.each([
    '(() => {}).constructor("return process")()',
    'console.log.constructor("return process")()',
    '(async () => {}).constructor("return process")().then((p) => p)',
    'Reflect.getPrototypeOf(console.log).constructor("return process")()',
    'new Function("return process")()',
  ])('%s is the sandbox’s own process', async (expression) => {
    expect(await returned(`return Object.keys(await ${expression});`)).toEqual(['argv', 'env']);
  });

  test('the environment of the service is not visible', async () => {
    expect(await returned('return process.env;')).toEqual({});
  });

  test('a script that changes built-ins changes only its own', async () => {
    const tricks = `
      Object.prototype.toJSON = function () { return 'mine'; };
      JSON.stringify = () => 'x'; JSON.parse = null; Promise.prototype.then = null;
      Array.prototype.push = null; Array.prototype.map = null; String = null;
      globalThis.console = null; Object.defineProperty = null;
      return { a: 1 };`;
    expect(await returned(tricks)).toBe('mine');
    expect(await returned('return { a: [1].map((n) => n) };')).toEqual({ a: [1] });
    expect(({} as Record<string, unknown>)['toJSON']).toBeUndefined();
  });

  test('a returned `__proto__` pollutes nothing', async () => {
    expect(await returned('return JSON.parse(\'{"__proto__": {"polluted": 1}}\');')).toBeDefined();
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('nothing passes from one script to the next', async () => {
    await runCode(sandbox, 'globalThis.left = 1; Object.prototype.left = 1;');
    const found = await Promise.all(Array.from({ length: 4 }, () => returned('return typeof left;')));
    expect(found).toEqual(['undefined', 'undefined', 'undefined', 'undefined']);
  });

  test.each(['null', '5', '"text"', '{ message: {}, stack: [] }', '{ name: 1 }'])(
    'code that throws %s out of its wrapper ends in `thrown`',
    async (value) => {
      expect(await getCodeKind(`}); throw ${value}; (async () => {`)).toBe('thrown');
    },
  );

  test('an argument cannot have the name of a constant', async () => {
    const fault = await toFault(runCode(sandbox, '1', { arguments: { NaN: 1 } }));
    expect(fault.message).toContain('`NaN` cannot be the name of an argument');
  });

  test('code that closes its wrapper stays in the sandbox', async () => {
    expect(await returned('}), 1, (async () => { return Object.keys(process);')).toEqual(['argv', 'env']);
  });
});
