import { describe, expect, test } from 'vitest';
import { getPath } from '../../api/openapi/document.js';
import { routes } from '../../api/operations/registry.js';
import { commands } from '../../cli/commands/index.js';
import { restCalls } from '../../cli/rest-only.js';
import { svc, temporaryFolder } from './test-io.js';

describe('words that are not commands', () => {
  test.each(Object.keys(restCalls))('svc %s names a REST call that exists', async (verb) => {
    const { exitCode, stdout, stderr } = await svc(temporaryFolder(), [verb]);
    expect([exitCode, stdout]).toEqual([2, '']);
    const [, method, path] = /hint: Use (\w+) (\/\S+?)(?: with .*)?\.\n/.exec(stderr) ?? [];
    const matches = routes.filter((route) => route.method === method && getPath(route) === path);
    expect(matches.length, stderr).toBeGreaterThan(0);
    expect(stderr).toContain('/api/v1/docs');
  });

  test.each([
    ['run', '`svc run-flow <name>`'],
    ['log', '`svc logs latest`'],
    ['check', '`svc validate .`'],
  ])('svc %s names the command that is meant', async (word, command) => {
    const { exitCode, stderr } = await svc(temporaryFolder(), [word, 'x']);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`hint: ${command}`)]);
  });

  test.each(['open', 'docs', 'list', 'secret'])('svc %s names the page with all REST calls', async (verb) => {
    const { exitCode, stderr } = await svc(temporaryFolder(), [verb, 'x', '--y']);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining('<server>/api/v1/docs')]);
  });
});

test('an option after the name of a command belongs to that command', async () => {
  const line = ['app', 'fetch', '--dir', '.', '--version', '1'];
  const { exitCode, stdout, stderr } = await svc(temporaryFolder(), line);
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain('release_address_missing');
  expect((await svc(temporaryFolder(), ['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

describe('the message of wrong usage says what to do next', () => {
  test.each([
    [['rn-flow', 'x'], /unknown command 'rn-flow'\n\(Did you mean run-flow\?\)\n+hint: `svc --help`/],
    [['frobnicate'], /unknown command 'frobnicate'\n+hint: `svc --help` shows the commands/],
    [
      ['run-flow'],
      /missing required argument 'name'\n+hint: `svc run-flow --help` .*`svc run-flow daily-report/,
    ],
    [
      ['run-flow', 'a', '--serverr', 'x'],
      /unknown option '--serverr'\n\(Did you mean --server\?\)\n+hint: `svc run-flow --help`/,
    ],
    [
      ['serve', '--port', '99999'],
      /error: --port: must be at most 65535, found `99999`\nhint: `svc serve --help` says what `--port` takes/,
    ],
    [
      ['serve', '--dir', 'nowhere'],
      /no folder nowhere\nhint: Make it first, or name another one with `--dir`/,
    ],
    [['validate', 'nowhere'], /no file or folder nowhere\nhint: It was looked for from .*`svc validate \.`/],
    [['logs'], /missing required argument 'run'\n+hint: `svc logs --help`/],
    [['run-flow', 'a'], /no installation here\nhint: Start one with `svc serve --dir <folder>`/],
    [
      ['run-flow', 'a', '--server', 'ftp://x'],
      /not the address of a server\nhint: Give it as http:\/\/host:port/,
    ],
  ])('%j', async (argv, message) => {
    const { exitCode, stdout, stderr } = await svc(temporaryFolder(), argv);
    expect(stderr).toMatch(message);
    expect(stdout).toBe('');
    expect([2, 3]).toContain(exitCode);
  });

  test.each(commands.filter(({ hidden }) => !hidden).map(({ usage }) => usage.split(' ')[0] ?? ''))(
    'svc %s --help has an example',
    async (name) => {
      const { exitCode, stdout } = await svc(temporaryFolder(), [name, '--help']);
      expect([exitCode, stdout]).toEqual([
        0,
        expect.stringMatching(new RegExp(`Examples?:\n  .*svc ${name}`)),
      ]);
    },
  );
});

describe('the command line', () => {
  test.each([
    [['runflow', 'greet'], 'Did you mean run-flow?'],
    [['run-flow'], "missing required argument 'name'"],
    [['logs', 'x', '--folow'], 'Did you mean --follow?'],
    [['run-flow', 'greet', '-p', 'nothing'], '-p name=value'],
  ])('%j is wrong usage', async (argv, hint) => {
    const { exitCode, stderr } = await svc(temporaryFolder(), argv);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(hint)]);
  });

  test.each([
    ['secrets', 'POST /api/v1/platform/entities/platform/secret'],
    ['backup', 'POST /api/v1/platform/entities/platform/backup'],
    ['revert', 'POST /api/v1/{branch}/versions/{type}/{name}/revert'],
  ])('`svc %s` answers with the REST call to use', async (verb, call) => {
    const { exitCode, stderr } = await svc(temporaryFolder(), [verb, 'list']);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining(call)]);
  });

  test('every help text has an example and names --json', async () => {
    for (const command of ['serve', 'run-flow', 'logs', 'validate', 'config']) {
      const { exitCode, stdout } = await svc(temporaryFolder(), [command, '--help']);
      expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/Examples?:\n {2}svc /)]);
      expect(stdout).toContain('--json');
    }
  });
});
