import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, it } from 'vitest';
import { svc, temporaryFolder } from '../test-io.js';

const main = fileURLToPath(new URL('../../../cli/main.ts', import.meta.url));
const mebibyte = 1024 * 1024;
/** The memory limit of every case. It includes the loader of TypeScript, which the built command does not need. */
const maxMemory = 300 * mebibyte;
const deadlineMs = 25_000;
/**
 * Prints the peak memory of the program on `stderr`. `process.resourceUsage()` would count that of the process that
 * started it too, as Linux keeps it across `execve`.
 */
const meter = `data:text/javascript,import{readFileSync}from'node:fs';process.on('exit',()=>process.stderr.write(readFileSync('/proc/self/status','utf8').match(/VmHWM.*/)[0]))`;

/** The built command if it exists: it starts ten times as fast. */
const launcher = main.replace('cli/main.ts', 'dist/cli/launch.cjs');
const program = existsSync(launcher)
  ? ['--import', meter, launcher]
  : ['--import', import.meta.resolve('tsx'), '--import', meter, main];

async function validate(name: string, content: string | Uint8Array) {
  const folder = temporaryFolder({ [name]: content as string });
  return execa(process.execPath, ['--max-old-space-size=256', ...program, 'validate', name], {
    cwd: folder,
    env: { NODE_DISABLE_COMPILE_CACHE: '1' },
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
  ['an alias inside what it repeats', 'a.yaml', 'a: &a [*a]\n', /\[yaml-anchor\]/],
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
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression exists to find them
    expect(stdout + stderr).not.toMatch(/\n {4}at |[\u0000-\u0008\u000b-\u001f]|inside svc/);
    expect(Number(/VmHWM:\s+(\d+) kB/.exec(stderr)?.[1]) * 1024).toBeLessThan(maxMemory);
  },
  60_000,
);

describe('a path that is not a plain file', () => {
  const stub = 'kind: store\nname: a\n';

  it.each<[string, (path: string) => void, RegExp]>([
    ['a pipe without a writer', (path) => execFileSync('mkfifo', [path]), /it is no regular file/],
    ['a link to an endless device', (path) => symlinkSync('/dev/zero', path), /it is no regular file/],
    [
      'a file of 3 GB',
      (path) => {
        writeFileSync(path, stub);
        truncateSync(path, 3e9);
      },
      /it has 3000000000 bytes/,
    ],
  ])('%s is a finding', async (_, make, reason) => {
    const folder = temporaryFolder();
    make(join(folder, 'a.yaml'));
    const { exitCode, stdout } = await svc(folder, ['validate', 'a.yaml']);
    expect([exitCode, stdout]).toEqual([1, expect.stringMatching(/^a\.yaml:1:1 {2}cannot be read: /)]);
    expect(stdout).toMatch(reason);
  });

  it('a link to itself is an error with a reason, and is skipped inside a folder', async () => {
    const folder = temporaryFolder({ 'stores/a.yaml': stub });
    symlinkSync('b.yaml', join(folder, 'b.yaml'));
    symlinkSync('.', join(folder, 'stores/loop'));
    const { exitCode, stderr } = await svc(folder, ['validate', 'b.yaml']);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('b.yaml cannot be read: its link')]);
    expect(await svc(folder, ['validate', 'stores'])).toMatchObject({
      exitCode: 0,
      stderr: '✓ 1 file valid\n',
    });
  });

  it.skipIf(process.getuid?.() === 0)(
    'a folder without permission is an error, not an empty folder',
    async () => {
      const folder = temporaryFolder({ 'stores/closed/a.yaml': stub });
      chmodSync(join(folder, 'stores/closed'), 0);
      const { exitCode, stderr } = await svc(folder, ['validate', 'stores']);
      chmodSync(join(folder, 'stores/closed'), 0o755);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining('cannot be read: permission denied')]);
    },
  );

  it.each(['text', 'json', 'github', 'sarif'])(
    'control characters in a file name are escaped, as %s',
    async (format) => {
      const folder = temporaryFolder({ 'a\n\u001b[31m.yaml': 'kind: stor\n' });
      const { exitCode, stdout } = await svc(folder, ['validate', '.', '--format', format]);
      expect([exitCode, stdout.includes('\u001b')]).toEqual([1, false]);
      expect(stdout.split('\n').filter((line) => line.startsWith('\\u001b'))).toEqual([]);
    },
  );

  it('control characters in an argument are escaped', async () => {
    const { stderr } = await svc(temporaryFolder(), ['validate', '--format', 'x\u001b[31m']);
    expect(stderr).toContain('x\\u001b[31m');
  });
});
