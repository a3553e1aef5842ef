import type { Finding, KindDefinition } from '../../controller/catalog/index.js';
import { type Command, isSet, type Options, text } from '../contract/command.js';
import { exitCodes, misuse } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { getMeasure } from '../output/terminal/measure.js';
import { paletteFor } from '../output/terminal/palette.js';
import type { CollectedFiles } from '../validate/collect-files.js';
import type { GivenFile } from '../validate/given-file.js';
import { type Format, formats, printReport, severities } from '../validate/report.js';
import type { SkippedFiles } from '../validate/skipped-files.js';

type Kinds = readonly KindDefinition[];

/**
 * Works without a server, and loads neither the database nor the HTTP routes.
 * @param kindsHere returns the kinds, with the connectors that are installed
 * @param checkedAll is called with the files of folders, patterns and paths after they were checked
 */
export const createValidate = (
  kindsHere: (io: Io) => Promise<Kinds>,
  checkedAll?: (io: Io, args: readonly string[], collected: CollectedFiles) => Promise<void>,
): Command => ({
  usage: 'validate [path...]',
  summary: 'check entity files',
  description:
    'Checks schemas, references, expressions and examples of entity files. Takes files, folders, patterns, standard ' +
    'input (`-`) or the files that are staged in Git.\nExits with 1 when there are errors. With the whole repository, also brings the schemas of the editor up to date\n(`.svc/schemas`).',
  options: [
    {
      flags: '--staged',
      description: 'check the Git index, which is what a commit takes; with paths, only the files in them',
    },
    {
      flags: '--kind <kind>',
      description: 'kind of the entity on standard input, when it has no `kind` field',
    },
    { flags: '--severity <severity>', description: 'lowest severity to show', choices: severities },
    { flags: '--passed-over', description: "list the files that are not svc's, with the reason" },
    { flags: '--strict', description: 'exit with 1 for warnings too' },
    { flags: '--format <format>', description: 'format of the findings', choices: formats },
    {
      flags: '--explain <rule>',
      description: 'print what a rule checks, why, and how to follow it',
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
    const { files, findings, skipped } = isSet(options, 'staged')
      ? await staged(io, args, options, await kindsHere(io))
      : await named(io, args, options, { kinds: await kindsHere(io), checkedAll });
    const minSeverity = severities.indexOf((text(options, 'severity') ?? 'hint') as Finding['severity']);
    const shown = findings.filter(({ severity }) => severities.indexOf(severity) <= minSeverity);
    const failing = isSet(options, 'strict') ? ['error', 'warning'] : ['error'];
    const valid = !findings.some(({ severity }) => failing.includes(severity));
    const format = isSet(options, 'json') ? 'json' : ((text(options, 'format') ?? 'text') as Format);
    const isListed = isSet(options, 'passedOver');
    printReport(io, { findings: shown, files, format, valid, skipped, isListed });
    return valid ? exitCodes.done : exitCodes.faulted;
  },
});

async function explain(io: Io, rule: string, isJson: boolean): Promise<number> {
  const { explanationJson, explanationText } = await import('../validate/explain.js');
  const { stdout, env } = io;
  stdout.write(
    isJson ? explanationJson(rule) : explanationText(rule, getMeasure(stdout), paletteFor(stdout, env)),
  );
  return exitCodes.done;
}

interface Checked {
  files: readonly GivenFile[];
  findings: readonly Finding[];
  skipped: SkippedFiles;
}

async function named(
  io: Io,
  args: readonly string[],
  options: Options,
  { kinds, checkedAll }: { kinds: Kinds; checkedAll: Parameters<typeof createValidate>[1] },
): Promise<Checked> {
  if (args.length === 0) {
    const hint = 'To check everything below this folder: svc validate .';
    throw misuse('Say what to check: files, folders, patterns, `-` or `--staged`', hint);
  }
  const kind = text(options, 'kind');
  if (kind !== undefined && !args.includes('-')) {
    throw misuse('`--kind` is only for standard input', 'Use it as in `svc validate - --kind store`.');
  }
  const { collectFiles } = await import('../validate/collect-files.js');
  const { checkFiles } = await import('../validate/check-files.js');
  const collected = await collectFiles(io, args, kind);
  const tools = new Map<string, string>();
  const findings = checkFiles(io, collected, { kinds, onSkipped: (file, tool) => tools.set(file, tool) });
  await checkedAll?.(io, args, collected);
  const files = collected.files.filter(({ shown, nonFile }) => !nonFile && !tools.has(shown));
  return { files, findings, skipped: { tools, excluded: collected.excluded } };
}

async function staged(io: Io, args: readonly string[], options: Options, kinds: Kinds): Promise<Checked> {
  if (text(options, 'kind') !== undefined) {
    const hint = 'Leave out `--kind`: a staged file states its kind itself.';
    throw misuse('`--kind` is only for standard input, not for `--staged`', hint);
  }
  const { stagedFiles } = await import('../validate/staged-files.js');
  const { checkStaged } = await import('../validate/check-files.js');
  const stagedTree = stagedFiles(io, args);
  const tools = new Map<string, string>();
  const findings = checkStaged(stagedTree, { kinds, onSkipped: (file, tool) => tools.set(file, tool) });
  const checked = new Set([...stagedTree.staged, ...findings.map(({ file }) => file)]);
  const isChecked = ({ shown, nonFile }: GivenFile) => !nonFile && checked.has(shown) && !tools.has(shown);
  const files = stagedTree.index.files.filter(isChecked);
  return { files, findings, skipped: { tools, excluded: new Map() } };
}
