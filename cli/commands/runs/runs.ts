import type { Run } from '../../../controller/runs/contract.js';
import { connectionOptions } from '../../client/connect.js';
import { allItems, getAction, printAnswer } from '../../client/noun-command.js';
import { apiPath, type Connection } from '../../client/rest/api-client.js';
import { runPath, runWords } from '../../client/run-of-word.js';
import { timeOption } from '../../client/time-option.js';
import { type Command, isSet, type Options, text } from '../../contract/command.js';
import { exitCodes, misuse } from '../../contract/failure.js';
import type { Io } from '../../contract/io.js';
import { getTable, type Table } from '../../output/table.js';
import { distanceText, durationText } from '../../output/time-text.js';
import { download } from './download.js';
import { replay } from './replay.js';
import { show } from './show.js';
import { showTask } from './show-task.js';

const noun = {
  command: 'runs',
  actions: {
    list: [],
    show: ['run'],
    cancel: ['run'],
    suspend: ['run'],
    resume: ['run'],
    retry: ['run'],
    rerun: ['run'],
    replay: ['run'],
    files: ['run'],
    file: ['run', 'file'],
  },
  list: 'list',
} as const;
type Action = keyof typeof noun.actions;

const statuses = ['pending', 'running', 'waiting', 'suspended', 'completed', 'faulted', 'cancelled'];
const causes = ['api', 'flow', 'schedule', 'event', 'webhook'];

export const runs: Command = {
  usage: 'runs <action> [run] [task-or-file]',
  summary: 'list, show, cancel, suspend, resume, retry, rerun or replay runs, and download their files',
  description:
    'Actions: list, show <run> (with its tasks), show <run> <task> (the input and output of each of its attempts and iterations), cancel <run>, suspend <run>, resume <run>, ' +
    'retry <run> (a new run from the task that did not complete), rerun <run> (a new run from the start), replay <run> (a rehearsal of the run through the version of `--branch` or `--files`, without any call; exits with 1 for a difference), files <run>, file <run> <file> (with --output).\n\n' +
    runWords,
  names: [{ choices: Object.keys(noun.actions) }, 'run'],
  options: [
    { flags: '--flow <name>', description: 'list the runs of this flow', names: 'flow' },
    { flags: '--status <status>', description: 'list the runs in this state', choices: statuses },
    {
      flags: '-e, --env <environment>',
      description: 'list the runs in this environment',
      names: 'environment',
    },
    { flags: '--trigger <cause>', description: 'list the runs with this cause', choices: causes },
    {
      flags: '--failed-task <task>',
      description: 'list the runs that faulted at this task, by its name or reference',
    },
    {
      flags: '--error <error>',
      description:
        'list the runs that faulted with this type or status: communication, 503, communication/503',
    },
    { flags: '--label <label>', description: 'list the runs of flows with this label, such as team=shop' },
    {
      flags: '--path <signature>',
      description: 'list the runs that took the same tasks as one with this `path`',
    },
    { flags: '--parent <run>', description: 'list the subflow runs of the run with this id' },
    {
      flags: '--query <text>',
      description: 'list the runs with this text in their input or output (setting.Flows.SearchRuns)',
    },
    { flags: '--count', description: 'print the number of runs in place of the list; exact up to 10,000' },
    {
      flags: '--since <time>',
      description:
        'list runs created at this time or later: yesterday, "3 days ago", 2026-11-27, or RFC 3339',
    },
    { flags: '--until <time>', description: 'list runs created before this time' },
    {
      flags: '--fields <names>',
      description: 'with --json: list the runs with these members of their data, such as input,output',
    },
    { flags: '--limit <count>', description: 'the most runs that are listed (default: 50)' },
    {
      flags: '--revision <which>',
      description: 'of a retry (default: same) or rerun (default: newest): the version of the flow',
      choices: ['same', 'newest'],
    },
    { flags: '--files <folder>', description: 'of a replay: the version is the files in this folder' },
    { flags: '-w, --watch', description: 'list again every two seconds, until Ctrl+C' },
    { flags: '-o, --output <path>', description: 'the file to write; it is replaced if it exists' },
    ...connectionOptions,
  ],
  examples: [
    'svc runs list --flow daily-report --status faulted',
    'svc runs list --since yesterday',
    'svc runs list --failed-task getPet --error 503',
    'svc runs list --status waiting --count',
    'svc runs list --watch',
    'svc runs show latest',
    'svc runs show latest getPet',
    'svc runs retry latest --revision newest',
    'svc runs rerun 0192f0c1',
    'svc runs replay latest -b new-limit',
    'svc runs replay refund-order --files .',
    'svc runs file daily-report 5f2b6c0e9d7a41c3b8e0f1a2c3d4e5f6 -o report.csv',
  ],
  async run(io, args, options) {
    const action = getAction<Action>(noun, args);
    if (options['watch'] === true && action !== 'list')
      throw misuse('`--watch` belongs to `svc runs list`', 'Follow one run with `svc logs <run> -f`.');
    const [, run = '', part = ''] = args;
    if (action === 'list') await list(io, options);
    else if (action === 'show' && part !== '') await showTask(io, run, part, options);
    else if (action === 'show') await show(io, run, options);
    else if (action === 'replay') return replay(io, run, options);
    else if (action === 'file') return download(io, run, part, options);
    else if (action === 'files') await listFiles(io, run, options);
    else await change(io, run, action, options);
    return exitCodes.done;
  },
};

async function list(io: Io, options: Options): Promise<void> {
  const max = getCount(text(options, 'limit'));
  const query = {
    flow: text(options, 'flow'),
    status: text(options, 'status'),
    environment: text(options, 'env'),
    trigger: text(options, 'trigger'),
    failedTask: text(options, 'failedTask'),
    error: text(options, 'error'),
    label: text(options, 'label'),
    path: text(options, 'path'),
    parent: text(options, 'parent'),
    q: text(options, 'query'),
    since: findTime(options, 'since'),
    until: findTime(options, 'until'),
    fields: text(options, 'fields'),
  };
  if (isSet(options, 'count')) return printCount(io, options, query);
  const ask = async ({ api, branch }: Connection) =>
    allItems<Run>(api, apiPath`/api/v1/${await branch()}/runs`, query, max);
  await printAnswer(io, options, ask, ({ items }) => runTable(items));
}

interface Counted {
  count: { runs: number; isExact: boolean };
}

async function printCount(
  io: Io,
  options: Options,
  query: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const ask = async ({ api, branch }: Connection) => {
    const path = apiPath`/api/v1/${await branch()}/runs`;
    const { count } = await api.call<Counted>(path, { query: { ...query, count: 'true', limit: '1' } });
    return count;
  };
  await printAnswer(io, options, ask, ({ runs, isExact }) => {
    const number = `${runs} ${runs === 1 ? 'run' : 'runs'}`;
    return isExact ? number : `${number} or more`;
  });
}

function findTime(options: Options, name: string): string | undefined {
  const value = text(options, name);
  return value === undefined ? undefined : timeOption(`--${name}`, value);
}

function getCount(limit = '50'): number {
  const count = Number(limit);
  if (Number.isInteger(count) && count > 0 && count <= 10_000) return count;
  throw misuse(`\`--limit ${limit}\` is not a number of runs`, 'Give a number from 1 to 10000.');
}

function runTable(items: readonly Run[]): Table {
  return getTable(
    items,
    [
      { title: 'run', value: ({ id }) => id, isWhole: true },
      { title: 'status', value: ({ status }) => status },
      { title: 'flow', value: ({ flow }) => flow },
      { title: 'created', value: ({ createdAt }) => createdAt, short: (time) => distanceText(time) },
      { title: 'took', value: ({ durationMs }) => (durationMs === null ? null : durationText(durationMs)) },
    ],
    'No runs.',
  );
}

interface Files {
  items: { file: string; name: string; type: string; size: number }[];
}

async function listFiles(io: Io, word: string, options: Options): Promise<void> {
  const ask = async (connection: Connection) =>
    connection.api.call<Files>(`${await runPath(connection, word)}/files`);
  await printAnswer(io, options, ask, ({ items }) =>
    getTable(
      items,
      [
        { title: 'file', value: ({ file }) => file, isWhole: true },
        { title: 'size', value: ({ size }) => `${size} bytes` },
        { title: 'type', value: ({ type }) => type },
        { title: 'name', value: ({ name }) => name },
      ],
      'No files.',
    ),
  );
}

async function change(
  io: Io,
  word: string,
  action: 'cancel' | 'suspend' | 'resume' | 'retry' | 'rerun',
  options: Options,
): Promise<void> {
  const revision = text(options, 'revision');
  const isNew = action === 'retry' || action === 'rerun';
  if (revision !== undefined && !isNew)
    throw misuse('`--revision` belongs to `svc runs retry` and `svc runs rerun`', 'Leave it out.');
  const body = revision === undefined ? {} : { body: { revision } };
  const ask = async (connection: Connection) =>
    connection.api.call<Run>(`${await runPath(connection, word)}/${action}`, { method: 'POST', ...body });
  await printAnswer(io, options, ask, (run) =>
    isNew
      ? `Run ${run.id} ${action === 'retry' ? 'retries' : 'repeats'} ${run.retryOf ?? word}. Follow it with: svc logs ${run.id} -f`
      : `${run.id}  ${run.status}`,
  );
}
