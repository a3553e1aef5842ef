import { Readable } from 'node:stream';
import { commands } from '../../../cli/commands/index.js';
import { runCommandLine } from '../../../cli/program.js';

/** Splits a line as a shell would, as far as texts for readers need it. */
function getWords(line: string): string[] {
  return [...line.matchAll(/'([^']*)'|"([^"]*)"|[^\s'"]+/g)].map(
    ([word, single, double]) => single ?? double ?? word,
  );
}

/** Passes a line that begins with `svc` through the program, with commands that do nothing; `known`, or what is wrong. */
export async function checkLine(line: string): Promise<string> {
  const words = getWords(line).slice(1);
  if (line === 'svc --version') return 'known';
  const command = commands.find(({ usage }) => usage.split(' ')[0] === words[0]);
  const printed = { text: '' };
  const write = (text: string) => (printed.text += text);
  const code = await runCommandLine(
    commands.map((each) => ({ ...each, run: async () => 0 })),
    words,
    {
      stdout: { write },
      stderr: { write },
      stdin: Readable.from([]),
      env: {},
      cwd: '/',
      onInterrupt: () => () => undefined,
    },
  );
  const [first] = command?.names ?? [];
  const isAction = typeof first !== 'object' || first.choices.includes(words[1] ?? '');
  return command && code === 0 && isAction ? 'known' : `unknown: ${printed.text}`;
}
