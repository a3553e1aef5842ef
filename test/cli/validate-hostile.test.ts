import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { temporaryFolder } from './test-io.js';

const main = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));
const mebibyte = 1024 * 1024;
/** Kept under by every case; the loader of TypeScript is part of it here, and not of the built command. */
const mostMemory = 300 * mebibyte;
const deadlineMs = 25_000;
/** Tells on `stderr` what the process has taken at most. */
const meter = `data:text/javascript,process.on('exit',()=>process.stderr.write('maxRSS='+process.resourceUsage().maxRSS))`;

async function validate(name: string, content: string | Uint8Array) {
  const folder = temporaryFolder({ [name]: content as string });
  const args = ['--max-old-space-size=256', '--import', import.meta.resolve('tsx'), '--import', meter];
  return execa(process.execPath, [...args, main, 'validate', name], {
    cwd: folder,
    reject: false,
    timeout: deadlineMs,
  });
}

function bomb(levels: number): string {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
  for (let level = 1; level < levels; level += 1) {
    lines.push(
      `a${level}: &a${level} [${Array(10)
        .fill(`*a${level - 1}`)
        .join(', ')}]`,
    );
  }
  return `${lines.join('\n')}\n`;
}

it.each<[string, string, string | Uint8Array, RegExp]>([
  [
    'a text of 1 MiB on one line',
    'a.yaml',
    `kind: ${'x'.repeat(mebibyte)}\n`,
    /\[(yaml-size|kind-unknown)\]/,
  ],
  ['250 KB of brackets on one line', 'a.yaml', `a: ${'['.repeat(250_000)}`, /\[yaml-depth\]/],
  [
    '10,000 levels of flow lists',
    'a.yaml',
    `a: ${'['.repeat(10_000)}${']'.repeat(10_000)}\n`,
    /\[yaml-depth\]/,
  ],
  ['10,000 levels of flow maps', 'a.yaml', `a: ${'{a: '.repeat(10_000)}\n`, /\[yaml-depth\]/],
  ['10,000 dashes on a line', 'a.yaml', `${'- '.repeat(10_000)}\n`, /\[yaml-depth\]/],
  ['10,000 levels of JSON', 'a.json', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, /\[yaml-depth\]/],
  ['an alias bomb', 'a.yaml', bomb(20), /\[yaml-aliases\]/],
  ['an alias inside what it repeats', 'a.yaml', 'a: &a [*a]\n', /\[yaml-aliases\]/],
  ['250 KB of colons', 'a.yaml', ': '.repeat(125_000), /\[yaml-/],
  ['250 KB of quotes', 'a.yaml', '"'.repeat(250_000), /\[yaml-/],
  ['250 KB of anchors', 'a.yaml', '&a '.repeat(80_000), /\[yaml-/],
  ['50,000 keys of one name', 'a.yaml', 'a: 1\n'.repeat(50_000), /\[yaml-duplicate-key\]/],
  [
    'binary data',
    'a.yaml',
    Uint8Array.from({ length: 100_000 }, (_, at) => (at * 7919) % 256),
    /\[yaml-encoding\]/,
  ],
  ['UTF-16', 'a.yaml', Buffer.from('\ufeffkind: flow\n', 'utf16le'), /\[yaml-encoding\]/],
  ['Latin-1', 'a.yaml', Buffer.from('name: caf\xe9\n', 'latin1'), /\[yaml-encoding\]/],
  ['escape sequences', 'a.yaml', 'kind: "\u001b]0;x\u0007"\n\u001b[2J: 1\n', /\[/],
])(
  '%s is a finding, in bounded memory and without a stack trace',
  async (_, name, content, rule) => {
    const { exitCode, stdout, stderr, timedOut } = await validate(name, content);
    expect([exitCode, timedOut]).toEqual([1, false]);
    expect(stdout).toMatch(rule);
    expect(stdout.length).toBeLessThan(20_000);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(stdout + stderr).not.toMatch(/\n {4}at |[\u0000-\u0008\u000b-\u001f]|inside svc/);
    expect(Number(/maxRSS=(\d+)/.exec(stderr)?.[1]) * 1024).toBeLessThan(mostMemory);
  },
  60_000,
);
