import { rules } from '../../controller/catalog/index.js';
import type { ChangePlan } from '../../controller/rehearsal/index.js';
import { toJsonText } from '../../schemas/json/json-text.js';
import { version } from '../../schemas/version.js';
import { connect, connectionOptions } from '../client/connect.js';
import { readFolderFiles, readShownNames } from '../client/folder-files.js';
import { apiPath } from '../client/rest/api-client.js';
import { type Command, isSet, type Options, text } from '../contract/command.js';
import { exitCodes } from '../contract/failure.js';
import { findingsSarif } from '../output/findings-sarif.js';
import { printable } from '../output/terminal/printable.js';

type Plan = ChangePlan & { summary: string; markdown: string };

const formats = ['text', 'json', 'markdown', 'sarif'];

export const plan: Command = {
  usage: 'plan [folder]',
  summary: 'say what a change would do',
  description:
    'Says what the files in a folder (default: this one), or a branch (`--branch`), would change in the base: entities, users, schedules,\n' +
    'rights, secrets, findings, and recorded runs that would have ended otherwise. Nothing is changed, and no call is made. Exits with 1 when a\n' +
    'run would have ended otherwise, a flow test fails, or the base would not be valid. Files that are missing in the folder are not removed.\n' +
    '`--format sarif` has the findings alone, and their places, for services that scan code.',
  options: [
    {
      flags: '--base <branch>',
      description: 'the branch that would change (default: production)',
      names: 'branch',
    },
    { flags: '--format <format>', description: 'format of the plan', choices: formats },
    ...connectionOptions,
  ],
  examples: ['svc plan', 'svc plan --branch new-limit', 'svc plan --base main --format markdown > plan.md'],
  async run(io, [folder = '.'], options) {
    const { branch, ...own } = options;
    const answer = await askPlan(io, folder, own, typeof branch === 'string' ? branch : undefined);
    const format = isSet(options, 'json') ? 'json' : (text(options, 'format') ?? 'text');
    io.stdout.write(
      format === 'sarif'
        ? await toSarif(io, answer, typeof branch === 'string' ? undefined : folder)
        : `${printable(toText(answer, format))}\n`,
    );
    const isSame = answer.replays.every(({ result }) => result !== 'different');
    const arePassed = answer.tests.every(({ result }) => result === 'passed');
    return isSame && arePassed && answer.valid ? exitCodes.done : exitCodes.faulted;
  },
};

async function askPlan(
  io: Parameters<Command['run']>[0],
  folder: string,
  options: Options,
  branch: string | undefined,
): Promise<Plan> {
  const connection = await connect(io, options);
  const { api } = connection;
  try {
    const base = text(options, 'base') ?? (await connection.branch());
    const body = branch === undefined ? { files: await readFolderFiles(io, folder) } : { branch };
    return await api.call<Plan>(apiPath`/api/v1/${base}/cicd/plan`, { method: 'POST', body });
  } finally {
    await api.close();
  }
}

/** The findings of a plan in SARIF. Files of a folder have the names that the user knows; those of a branch are as in it. */
async function toSarif(
  io: Parameters<Command['run']>[0],
  { findings }: Plan,
  folder: string | undefined,
): Promise<string> {
  const names = folder === undefined ? new Map<string, string>() : await readShownNames(io, folder);
  const placed = findings.map((finding) => ({ ...finding, file: names.get(finding.file) ?? finding.file }));
  return findingsSarif(placed, rules, version);
}

function toText(answer: Plan, format: string): string {
  if (format === 'json') return toJsonText(answer, 2);
  if (format === 'markdown') return answer.markdown.trimEnd();
  // On a terminal the marks of headings and code only disturb.
  return answer.markdown.trimEnd().replaceAll(/^#+ /gm, '').replaceAll('`', '');
}
