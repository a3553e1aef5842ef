import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Finding } from '../../controller/catalog/contract.js';
import { type Command, type Io, isSet, text } from '../command.js';
import { exitCodes } from '../failure.js';
import { findingsForGitHub, findingsText } from '../output/findings-text.js';
import { paletteFor } from '../output/palette.js';

/** Works without a server: loads neither the database nor the HTTP surface. */
export const validate: Command = {
  usage: 'validate <path...>',
  summary: 'check entity files',
  description:
    'Checks files, folders, or standard input (`-`): schemas, references, expressions.\n' +
    'Exits with 1 when there are errors.',
  options: [
    {
      flags: '--format <format>',
      description: 'how to print what was found',
      choices: ['text', 'json', 'github'],
    },
  ],
  examples: [
    'svc validate .',
    'svc validate flows/daily-report.yaml --format json',
    'git show :flows/a.yaml | svc validate -',
  ],
  async run(io, args, options) {
    const { collectFiles } = await import('../validate/collect-files.js');
    const { checkFiles } = await import('../validate/check-files.js');
    const files = await collectFiles(io, args);
    const hasFolder = args.some((path) =>
      statSync(resolve(io.cwd, path), { throwIfNoEntry: false })?.isDirectory(),
    );
    const findings = checkFiles(files, hasFolder);
    const contents = new Map(files.map(({ shown, content }) => [shown, content]));
    const format = isSet(options, 'json') ? 'json' : (text(options, 'format') ?? 'text');
    const errors = findings.filter(({ severity }) => severity === 'error').length;
    if (format === 'json') {
      io.stdout.write(`${JSON.stringify({ valid: errors === 0, problems: findings }, null, 2)}\n`);
    } else if (format === 'github') {
      io.stdout.write(findingsForGitHub(findings));
    } else {
      const linesOf = (file: string) => contents.get(file)?.split(/\r?\n/) ?? [];
      io.stdout.write(findingsText(findings, linesOf, paletteFor(io.stdout, io.env)));
    }
    summarize(io, files.length, findings, errors);
    return errors > 0 ? exitCodes.faulted : exitCodes.done;
  },
};

function summarize(io: Io, files: number, findings: readonly Finding[], errors: number): void {
  const palette = paletteFor(io.stderr, io.env);
  const others = findings.length - errors;
  const warnings = others > 0 ? `, ${counted(others, 'warning')}` : '';
  const line =
    errors === 0
      ? `${palette.green('✓')} ${counted(files, 'file')} valid${warnings}`
      : `${palette.red('✗')} ${counted(errors, 'error')}${warnings} in ${counted(files, 'file')}`;
  io.stderr.write(`${line}\n`);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
