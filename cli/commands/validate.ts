import type { Finding } from '../../controller/catalog/contract.js';
import { type Command, type Io, isSet, type Options, text } from '../command.js';
import { exitCodes, Failure } from '../failure.js';
import { paletteFor } from '../output/palette.js';
import type { GivenFile } from '../validate/given-file.js';
import { type Format, formats, printReport, severities } from '../validate/report.js';

/** Works without a server: loads neither the database nor the HTTP surface. */
export const validate: Command = {
  usage: 'validate [path...]',
  summary: 'check entity files',
  description:
    'Checks files, folders, patterns, standard input (`-`) or what is staged in Git: schemas, references, ' +
    'expressions, examples. Exits with 1 when there are errors.',
  options: [
    {
      flags: '--staged',
      description: 'check the Git index, which is what a commit takes; with paths, only what is in them',
    },
    { flags: '--kind <kind>', description: 'what standard input holds, when it leaves out `kind`' },
    { flags: '--severity <severity>', description: 'the lowest to show', choices: severities },
    { flags: '--strict', description: 'exit with 1 for warnings too' },
    { flags: '--format <format>', description: 'how to print what was found', choices: formats },
    {
      flags: '--explain <rule>',
      description: 'print what a rule is about and how to follow it',
      names: 'rule',
    },
  ],
  examples: [
    'svc validate .',
    "svc validate 'flows/**/*.yaml' --format json",
    'svc validate --staged',
    'svc validate --explain reference-dangling',
    'git show :stores/seen.yaml | svc validate - --kind store',
  ],
  async run(io, args, options) {
    const rule = text(options, 'explain');
    if (rule !== undefined) return explain(io, rule, isSet(options, 'json'));
    const { files, findings } = isSet(options, 'staged')
      ? await staged(io, args, options)
      : await named(io, args, options);
    const least = severities.indexOf((text(options, 'severity') ?? 'hint') as Finding['severity']);
    const shown = findings.filter(({ severity }) => severities.indexOf(severity) <= least);
    const failing = isSet(options, 'strict') ? ['error', 'warning'] : ['error'];
    const valid = !findings.some(({ severity }) => failing.includes(severity));
    const format = isSet(options, 'json') ? 'json' : ((text(options, 'format') ?? 'text') as Format);
    printReport(io, { findings: shown, files, format, valid });
    return valid ? exitCodes.done : exitCodes.faulted;
  },
};

async function explain(io: Io, rule: string, isJson: boolean): Promise<number> {
  const { explanationJson, explanationText } = await import('../validate/explain.js');
  io.stdout.write(isJson ? explanationJson(rule) : explanationText(rule, paletteFor(io.stdout, io.env)));
  return exitCodes.done;
}

interface Checked {
  files: readonly GivenFile[];
  findings: readonly Finding[];
}

async function named(io: Io, args: readonly string[], options: Options): Promise<Checked> {
  if (args.length === 0) {
    throw new Failure(exitCodes.usage, 'Say what to check: files, folders, patterns, `-` or `--staged`', [
      'All there is below this folder: svc validate .',
    ]);
  }
  const kind = text(options, 'kind');
  if (kind !== undefined && !args.includes('-')) {
    throw new Failure(exitCodes.usage, '`--kind` goes with standard input: svc validate - --kind store');
  }
  const { collectFiles } = await import('../validate/collect-files.js');
  const { checkFiles } = await import('../validate/check-files.js');
  const collected = await collectFiles(io, args, kind);
  return { files: collected.files, findings: checkFiles(io, collected) };
}

async function staged(io: Io, args: readonly string[], options: Options): Promise<Checked> {
  if (text(options, 'kind') !== undefined) {
    throw new Failure(exitCodes.usage, '`--kind` goes with standard input, not with `--staged`');
  }
  const { stagedFiles } = await import('../validate/staged-files.js');
  const { checkStaged } = await import('../validate/check-files.js');
  const found = await stagedFiles(io, args);
  const findings = await checkStaged(found);
  const told = new Set([...found.staged, ...findings.map(({ file }) => file)]);
  return { files: found.index.files.filter(({ shown }) => told.has(shown)), findings };
}
