import { describe, expect, test } from 'vitest';
import { checkCode } from '../../../controller/flows/index.js';
import { runCode, sandboxForTests, toFault } from '../sandbox/run-code.js';

const sandbox = sandboxForTests({ timeMs: 5_000 });
const check = (code: string) => checkCode(code, { language: 'js' });

/** Code that runs, with the value that it gives. */
const right: [string, unknown][] = [
  ["import { createHash as hash } from 'crypto';\nexport default typeof hash;", 'function'],
  ["import util, { inspect } from 'node:util';\nexport default util.inspect === inspect;", true],
  ["import * as u from 'util'; export default typeof u.format", 'function'],
  ['import{URL}from"url";export default new URL("http://a/b").pathname', '/b'],
  ["import 'util';\nconst x = await 5;\nfor await (const y of [1]) {}\nexport { x as default };", 5],
  ["export * from 'url';\nexport { inspect as default } from 'util';", undefined],
  ['export const a = 1;\nexport default function () {}\n', undefined],
  ['export default class Order {}\nexport { Order };', undefined],
  ['const text = `\nimport fs from "fs";\nexport default ${"`"}\n`;\nreturn text.length;', 39],
  ['// import fs from "fs";\n/* export default 1 */\nreturn 1;', 1],
  [
    'const from = "import x";\nreturn [from, /import "fs"/.test(from), { import: 1, export: 2 }.import];',
    ['import x', false, 1],
  ],
  ['if (true) /[`"]/.test("`");\nreturn 4 / 2 / 1;', 2],
  ['let a = 4;\na++ / 2;\nreturn `${a / 5}${`${{ a }.a}`}`;', '15'],
  ["const u = require('node:util');\nreturn (await import('util')).default === u;", true],
  ['const { exports } = { exports: { b: 1 } };\nconst fetch = (x) => x;\nreturn fetch(exports.b);', 1],
  ['class A { fetch(a) { return a; } }\nreturn new A().fetch(2);', 2],
  ['return typeof fetch === "undefined" ? 1 : fetch();', 1],
  ['return [1].map((module) => module + 1);', [2]],
  ['const require = (name) => name;\nreturn require("fs");', 'fs'],
  ["const text = 'a\\\r\nb';\r\nreturn [text, /'/.test(text)];", ['ab', false]],
  ['const o = { with: (n) => n };\nreturn [o.with(4) / 2, "/".length];', [2, 1]],
  ['try {\n  setTimeout(() => {}, 1);\n} catch {\n  return 7;\n}', 7],
];

/** Code that fails, with the text at the place of the finding and a part of its message. */
const wrong: [string, string, string][] = [
  ["import { format } from 'util';\nreturn format('a');", "return format('a');", 'no `return`'],
  [
    "import { createCipher } from 'crypto';",
    'createCipher',
    '`node:crypto` of scripts has no `createCipher`',
  ],
  ["export { readFile } from 'util';", 'readFile', 'no `readFile`'],
  ["import {\n  format,\n  inspekt,\n} from 'util';", 'inspekt', 'no `inspekt`'],
  ["import fs from 'fs'", "fs'", 'no module `fs`'],
  ["const fs = require('fs');\nreturn 1;", "fs');", 'no module `fs`'],
  ["const fs = await import('node:fs');", "node:fs');", 'no module `node:fs`'],
  ['module.exports = () => 1;', 'module', '`module` is not defined'],
  ['exports.handler = () => 1;', 'exports', '`exports` is not defined'],
  ["const response = await fetch('http://a');\nreturn response;", 'fetch', '`fetch` is not defined'],
  ['await new Promise((done) => setTimeout(done, 5));', 'setTimeout', '`setTimeout` is not defined'],
  ["import 'url';\nwith ({}) {}", 'with', 'Strict'],
  ["import url from 'url';\nconst = 5;", '= 5', 'Unexpected token'],
];

describe('code that is called valid runs', () => {
  test.each(right)('%s', async (code, value) => {
    expect(check(code)).toBeUndefined();
    expect((await runCode(sandbox, code)).output).toEqual(value);
  });
});

test('an argument may have the name of something that scripts do not have', () => {
  const code = 'return module + exports.length;';
  expect(checkCode(code, { language: 'js' }, ['module', 'exports'])).toBeUndefined();
  expect(checkCode(code, { language: 'js' }, ['module'])?.message).toContain('`exports` is not defined');
});

describe('code that fails whenever it runs has a finding at its fault', () => {
  test.each(wrong)('%s', async (code, place, message) => {
    const fault = check(code);
    expect(fault?.message).toContain(message);
    expect(code.slice(fault?.offset).startsWith(place)).toBe(true);
    await toFault(runCode(sandbox, code));
  });
});

describe('the check takes time that grows with the code: each of these would take minutes otherwise', () => {
  const repeated = (text: string) => text.repeat(Math.ceil(500_000 / text.length));
  test.each([
    ['imports', repeated('import a\n')],
    ['imports in one line', repeated('import ')],
    ['imports of a module', repeated("import 'util';\n")],
    ['exports', repeated('export {a,\n')],
    ['calls', repeated("require('util', ")],
    ['patterns', repeated('/[/')],
    ['patterns in lines', `a = ${repeated('/a\\')}`],
    ['quotes', repeated('"\\')],
    ['templates', repeated('`${')],
    ['comments', repeated('/* //\n')],
    ['blocks', repeated('import({fetch(){')],
    ['awaits', `import 'util';\n${repeated('await 1;')}`],
    ['empty lines', `type x\n${repeated('\n')}`],
    ['brackets in one line', `def a(${repeated(')')}`],
    ['blanks', `return ${repeated(' ')}\n${repeated('if ')}`],
    ['texts of Python', repeated('"""')],
    ['quotes of Python', `'${repeated('\\')}`],
  ])(
    'of %s',
    (_, code) => {
      expect(() => check(code)).not.toThrow();
      expect(() => checkCode(code, { language: 'python' })).not.toThrow();
    },
    20_000,
  );
});
