import { relative, resolve } from 'node:path';
import { type Command, isSet, texts } from '../contract/command.js';
import { exitCodes, misuse } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import type { RepositoryPlan } from '../init/write-repository.js';
import { printable } from '../output/terminal/printable.js';

export const init: Command = {
  usage: 'init [folder]',
  summary: 'write a first repository',
  description:
    'Writes a flow that runs, schemas for the editor, a pre-commit hook, a workflow that validates, .svcignore and a\n' +
    'README; makes the folder a Git repository unless it is in one. Files that exist stay as they are.\n' +
    "In a folder of a repository, also writes svc.yaml with Git.Path: the rest of the repository is not svc's.",
  options: [
    { flags: '--dry-run', description: 'print what would be written, and write nothing' },
    {
      flags: '--template <app>',
      description: 'also write the connection and a flow of an app, such as stripe; repeatable',
      repeatable: true,
    },
  ],
  examples: ['svc init automations', 'svc init --template stripe', 'svc init --dry-run'],
  async run(io, [folder = '.', ...others], options) {
    if (others.length > 0) throw misuse('`svc init` takes one folder', 'Run it once for each folder.');
    const { hasGitIdentity, planRepository, writeRepository } = await import('../init/write-repository.js');
    const apps = texts(options, 'template');
    const plan = planRepository(resolve(io.cwd, folder), apps);
    const isDry = isSet(options, 'dryRun');
    const hasGit = isDry || writeRepository(plan);
    const next = nextCommands(io, plan, { apps, hasIdentity: hasGitIdentity(plan) });
    if (isSet(options, 'json')) {
      const { top, isNew, created, kept } = plan;
      const paths = created.map(({ path }) => path);
      const repository = isNew ? (hasGit ? 'created' : 'missing') : 'present';
      io.stdout.write(
        `${JSON.stringify({ top, folder: plan.folder, dryRun: isDry, repository, created: paths, kept, next }, null, 2)}\n`,
      );
    } else {
      io.stdout.write(printable(text(plan, { isDry, hasGit, next })));
    }
    return exitCodes.done;
  },
};

interface Outcome {
  isDry: boolean;
  hasGit: boolean;
  next: readonly string[];
}

function text({ top, isNew, created, kept }: RepositoryPlan, { isDry, hasGit, next }: Outcome): string {
  const lines = [
    `${isDry ? 'Would write to' : 'Wrote to'} ${top}:`,
    ...shownPaths(created.map(({ path }) => path)),
    ...(created.length === 0 ? ['  nothing: all files exist'] : []),
    ...(kept.length > 0 ? ['Left alone, because they exist:', ...shownPaths(kept)] : []),
  ];
  if (isNew) lines.push(hasGit ? `${isDry ? 'Would make' : 'Made'} it a Git repository.` : noGit);
  const inOther = next.length - otherTerminal;
  return [
    ...lines,
    'Next:',
    ...next.slice(0, inOther).map((command) => `  ${command}`),
    'And in another terminal, in the same folder:',
    ...next.slice(inOther).map((command) => `  ${command}`),
    '',
  ].join('\n');
}

const noGit =
  'It is not a Git repository yet, because the program git did not run: install it, and run `git init`.';

/** The schemas are one line. */
function shownPaths(paths: readonly string[]): string[] {
  const isSchema = (path: string) => path.startsWith('.svc/schemas/');
  const schemas = paths.filter(isSchema).length;
  const others = paths.filter((path) => !isSchema(path)).map((path) => `  ${path}`);
  return schemas === 0 ? others : [...others, `  .svc/schemas/ (${schemas} schemas, which Git ignores)`];
}

/** How many of the next commands are for another terminal, as the service fills the first one: the last ones. */
const otherTerminal = 1;

function nextCommands(
  io: Io,
  { top, folder }: RepositoryPlan,
  { apps, hasIdentity }: { apps: readonly string[]; hasIdentity: boolean },
): string[] {
  const relativePath = relative(io.cwd, top);
  return [
    ...(relativePath === ''
      ? []
      : [`cd ${/^[\w./-]+$/.test(relativePath) ? relativePath : JSON.stringify(relativePath)}`]),
    `svc validate ${folder === '' ? '.' : folder}`,
    'svc test',
    ...apps.map((app) => `svc explain ${app}`),
    // Git refuses a commit without an author, as on a new machine.
    ...(hasIdentity ? [] : ['git config user.name "Your Name"', 'git config user.email you@example.com']),
    'git add --all && git commit -m "Add the first flow"',
    'svc serve --dir .',
    'svc run-flow greet -p name=Ada',
  ];
}
