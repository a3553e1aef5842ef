import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { commands } from '../../../cli/commands/index.js';
import type { Command } from '../../../cli/contract/command.js';
import { serveFolder } from '../serve-folder.js';
import { flowText, svc, temporaryFolder } from '../test-io.js';

/** Commands that change the machine, or reach other servers: their examples are read as a command line, and no more. */
const onlyRead: ReadonlySet<string> = new Set('app iis init login mcp migrate serve service'.split(' '));

const examples = commands.flatMap((command) => command.examples.map((example) => ({ example, command })));

/** Returns the words of the call of `svc` in a line for a shell. */
function readWords(line: string): string[] {
  const [, call = ''] = /\bsvc (.*?)(?: [<>] .*|\))?$/.exec(line) ?? [];
  return [...call.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

/** The commands as they are, but that nothing happens. Calls are counted. */
function withoutEffects(calls: string[][]): Command[] {
  return commands.map((command) => ({
    ...command,
    async run(_io, args, options) {
      calls.push([command.usage, ...args, ...Object.keys(options)]);
      return 0;
    },
  }));
}

test('the examples of all commands are command lines that their options and arguments allow', async () => {
  const folder = temporaryFolder();
  for (const { example } of examples) {
    const calls: string[][] = [];
    const { exitCode, stderr } = await svc(folder, readWords(example), { commands: withoutEffects(calls) });
    expect([example, exitCode, stderr, calls.length]).toEqual([example, 0, '', 1]);
  }
});

const files: Record<string, string> = {
  'flows/daily-report.yaml': flowText('daily-report', '  - report: { set: { day: "${ .day }" } }'),
  'flows/greet.yaml': flowText('greet', '  - greet: { set: { text: "${ .name }" } }'),
  'flows/refund.yaml': flowText('refund', '  - pay: { set: { paid: true } }'),
  'flows/refund-order.yaml': flowText('refund-order', '  - pay: { set: { paid: true } }'),
  'flows/approve-refund.yaml': flowText('approve-refund', '  - ask: { set: { asked: true } }'),
  'flows/report.yaml': flowText('report', '  - a: { set: { b: 1 } }', 'schedule: { cron: "0 6 * * *" }\n'),
  'environments/staging.yaml': 'kind: environment\nname: staging\nvariables: { site: staging }\n',
  'triggers/nightly-report.yaml':
    'kind: trigger\nname: nightly-report\nflow: daily-report\nschedule: { cron: "0 2 * * *" }\n',
  'connections/shop.yaml':
    'kind: connection\nname: shop\nconnector: http\nconfig: { baseUrl: "http://127.0.0.1:9" }\n',
  'tests/refund-needs-approval.yaml':
    'kind: flow-test\nname: refund-needs-approval\nflow: refund\nexpect: { output: { paid: true } }\n',
};

/** Examples that go on until they are interrupted. */
const endless = / --watch\b| -f\b/;

test('the examples are performed in a served folder: none is wrong usage, and each hint is a call without places to fill', async () => {
  const folder = temporaryFolder(files);
  const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { stdio: 'ignore' });
  git('init', '--initial-branch=main');
  git('add', '--all');
  git('-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit', '--message=Add the flows');
  await serveFolder(folder);
  const performed: string[] = [];
  const wrong: string[] = [];
  for (const { example, command } of examples) {
    const [name = ''] = command.usage.split(' ');
    if (onlyRead.has(name) || endless.test(example)) continue;
    const { exitCode, stderr } = await svc(folder, readWords(example), { stdin: 'key\n' });
    performed.push(example);
    if (exitCode === -1 || /--help`|unknown (?:option|command)|missing required|\{\w+\}/.test(stderr))
      wrong.push(`${example}: ${stderr}`);
  }
  expect(wrong).toEqual([]);
  expect(performed.length).toBeGreaterThan(examples.length / 2);
});
