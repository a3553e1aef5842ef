import { expect, test } from 'vitest';
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
])('nothing can follow %j, which is a finding', async (command, offset, obstacle) => {
  expect(findings(flow(command))).toMatchObject([
    {
      ...{ rule: 'flow-structure', severity: 'error', pointer: '/do/0/t/run/shell/command', offset },
      message: expect.stringContaining(`nothing can follow ${obstacle}`),
    },
  ]);
  const evaluated = flow(command.replace('EOF', '${ "EOF" }').replace(/^(?!.*\$)/s, '${ "" }'));
  await expect(plan(evaluated).execute({}, host())).rejects.toMatchObject({ body: { status: 400 } });
});
