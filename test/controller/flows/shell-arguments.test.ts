import { expect, test, vi } from 'vitest';
import { endOfCommand } from '../../../controller/flows/data/shell.js';
import { sandboxForTests } from '../sandbox/run-code.js';
import { MemoryHost } from './memory-host.js';
import { findings, plan } from './support.js';

const sandbox = sandboxForTests();
const host = () =>
  new MemoryHost({
    script: ({ code = '', arguments: given }) => {
      const { signal } = new AbortController();
      return sandbox.run({ language: 'shell', code, arguments: given, environment: {}, stdin: '' }, signal);
    },
  });
const flow = (command: string) =>
  `do: [ { t: { run: { shell: { command: ${JSON.stringify(command)}, arguments: { a: x y, '-b': null } } } } } ]`;

test.each([
  ['echo', 'a=x y -b\n'],
  ['echo hi # there\n', 'hi a=x y -b\n'],
  ['# first\necho "#1" # it\'s last\n  # of all', '#1 a=x y -b\n'],
  ['echo it\\\'s \'# no\' "$(echo "a # b")" x#y $((1<<2))', "it's # no a # b x#y 4 a=x y -b\n"],
  ["echo '<<EOF' <<<x", undefined],
  ['if true; then echo; fi; printf "%s\\n"', '\na=x y\n-b\n'],
  ['echo done', 'done a=x y -b\n'],
  ['echo }', '} a=x y -b\n'],
  ['echo a\\;', 'a; a=x y -b\n'],
  ['echo "$(echo "in)")" `echo "b"`', 'in) b a=x y -b\n'],
  ['(echo a) >/dev/null; echo $(echo c)', 'c a=x y -b\n'],
  ['echo $(case a in a) echo 1;; esac)', '1 a=x y -b\n'],
  ['echo hi 2>&1', 'hi a=x y -b\n'],
])('the arguments of a map follow %j', async (command, output) => {
  expect(findings(flow(command))).toEqual([]);
  // `sh` has no `<<<`.
  if (output !== undefined) expect(await plan(flow(command)).execute({}, host())).toBe(output);
});

test.each([
  ['cat <<EOF\nhi\nEOF\n', 'cat '.length, 'a here-document'],
  ["echo 'a'; cat <<-'END'\nhi\nEND", "echo 'a'; cat ".length, 'a here-document'],
  ['sleep 1 &', 'sleep 1 &'.length, '`&`'],
  ['if true; then echo; fi # end', 'if true; then echo; fi'.length, '`fi`'],
  ['( echo a )', '( echo a )'.length, '`)`'],
  ['echo b; (echo a)\n', 'echo b; (echo a)'.length, '`)`'],
  ['{ echo a; }', '{ echo a; }'.length, '`}`'],
  ['while read x; do echo; done < /dev/null', 'while read x; do echo; done < /dev/null'.length, '`done`'],
  ['echo; (ls', 'echo; '.length, '`(` that is never closed'],
])('nothing can follow %j, which is a finding', async (command, offset, obstacle) => {
  expect(findings(flow(command))).toMatchObject([
    {
      rule: 'flow-structure',
      severity: 'error',
      pointer: '/do/0/t/run/shell/command',
      offset,
      message: expect.stringContaining(`nothing can follow ${obstacle}`),
    },
  ]);
  const evaluated = flow(command.replace('EOF', '${ "EOF" }').replace(/^(?!.*\$)/s, '${ "" }'));
  await expect(plan(evaluated).execute({}, host())).rejects.toMatchObject({ body: { status: 400 } });
});

test.each([
  ["echo it's", 'echo it'.length],
  ['echo "a $(echo "b") c', 'echo '.length],
  ['echo `date', 'echo '.length],
])('a quote that is never closed in %j is a finding, with any arguments', (command, offset) => {
  const found = { severity: 'error', offset, message: expect.stringContaining('never closed') };
  expect(findings(flow(command))).toMatchObject([found]);
  expect(
    findings(`do: [ { t: { run: { shell: { command: ${JSON.stringify(command)} } } } } ]`),
  ).toMatchObject([found]);
});

test.each(['echo "${x:-(}"', 'echo ${x#\\(}', 'echo ${x:-"}"}', 'echo "${x:-it\'s}"', 'echo $# ${#x}'])(
  'words can follow the expansions of %s',
  (command) => expect(endOfCommand(command)).toEqual({ offset: command.length }),
);

test('a long command is read part by part', () => {
  const parts = vi.spyOn(RegExp.prototype, 'exec');
  for (const long of [' '.repeat(2 ** 20), 'a'.repeat(2 ** 20), `'${' '.repeat(2 ** 20)}'`])
    endOfCommand(long);
  expect(parts.mock.calls.length).toBeLessThan(20);
  parts.mockRestore();
});
