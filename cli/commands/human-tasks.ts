import type { HumanTask } from '../../controller/runs/contract.js';
import { toJsonText } from '../../schemas/json/json-text.js';
import { objectOr } from '../../schemas/json/values.js';
import { connectionOptions } from '../client/connect.js';
import { humanTaskPath, humanTasksPath, humanTaskWords } from '../client/human-task-of-word.js';
import { allItems, getAction, printAnswer } from '../client/noun-command.js';
import { buildParameters, parseParameter, readParametersFile } from '../client/parameters.js';
import type { ApiClient, Connection } from '../client/rest/api-client.js';
import { type Command, isSet, type Options, text, texts } from '../contract/command.js';
import { exitCodes, misuse } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { type Column, getTable, type Table } from '../output/table.js';
import { distanceText } from '../output/time-text.js';

const noun = {
  command: 'human-tasks',
  actions: { list: [], show: ['id'], complete: ['id'], claim: ['id'], release: ['id'] },
  list: 'list',
} as const;

const mePath = '/api/v1/platform/auth/me';

export const humanTasks: Command = {
  usage: 'human-tasks <action> [id]',
  summary: 'list, show, complete, claim or release the tasks that flows give to people',
  description:
    'Actions: list, show <id>, complete <id> (with -p), claim <id>, release <id>.\n' +
    `${humanTaskWords}\n` +
    'A task is completed by a person: with the key of a service, the server refuses it.',
  names: [{ choices: Object.keys(noun.actions) }],
  options: [
    ...connectionOptions,
    { flags: '--all', description: 'list the tasks of others too, as far as they may be seen' },
    {
      flags: '-p, --param <name=value>',
      description: 'a value of the form; `name:=json` for one that is no text',
      repeatable: true,
    },
    { flags: '--params-file <file>', description: 'YAML or JSON file with values, `-` for standard input' },
  ],
  examples: [
    'svc human-tasks list',
    'svc human-tasks show latest',
    'svc human-tasks complete 0192f0c1 -p approved=true',
  ],
  async run(io, args, options) {
    const action = getAction(noun, args);
    const [, id = ''] = args;
    const ask = async ({ api }: Connection): Promise<List | HumanTask> => {
      if (action !== 'list') return act(io, api, { action, id, options });
      const isMine = !isSet(options, 'all');
      const list = await allItems<HumanTask>(api, humanTasksPath, { mine: String(isMine) });
      if (isMine && list.items.length === 0) caller = (await api.call<{ id: string }>(mePath)).id;
      return list;
    };
    let caller: string | undefined;
    await printAnswer(io, options, ask, (answer) => shown(answer, caller));
    return exitCodes.done;
  },
};

function hasFields({ properties, required }: HumanTask['form']): boolean {
  return Object.keys(objectOr(properties)).length > 0 || (Array.isArray(required) && required.length > 0);
}

type List = { items: HumanTask[] };

async function act(
  io: Io,
  api: ApiClient,
  { action, id, options }: { action: string; id: string; options: Options },
): Promise<HumanTask> {
  const path = await humanTaskPath(api, id);
  if (action === 'show') return api.call(path);
  if (action !== 'complete') return api.call(`${path}/${action}`, { method: 'POST' });
  const file = text(options, 'paramsFile');
  const { form } = await api.call<HumanTask>(path);
  const parameters = texts(options, 'param').map(parseParameter);
  if (parameters.length === 0 && file === undefined && hasFields(form)) {
    throw misuse(
      'No values are given, so nothing was completed',
      'Name them with `-p name=value` or `--params-file`.',
    );
  }
  const values = buildParameters(
    parameters,
    form,
    file === undefined ? {} : await readParametersFile(io, file),
  );
  return api.call(`${path}/complete`, { method: 'POST', body: { values } });
}

/** @param caller the one for whom no task is open */
function shown(answer: List | HumanTask, caller: string | undefined): string | Table {
  if (!('items' in answer)) return showTask(answer);
  return getTable(answer.items, columns, caller === undefined ? 'No task is open.' : toNoTasks(caller));
}

function toNoTasks(caller: string): string {
  const [, key] = /^api-key:(.*)$/s.exec(caller) ?? [];
  const other = key === undefined ? '' : ` A task for \`${key}\` asks the user of this name, not the key.`;
  return `No open tasks for ${caller}.${other} With --all, those of others are listed.`;
}

const columns: readonly Column<HumanTask>[] = [
  { title: 'task', value: ({ id }) => id, isWhole: true },
  { title: 'title', value: ({ title }) => title },
  { title: 'flow', value: ({ flow, branch }) => `${flow}@${branch}` },
  { title: 'due', value: ({ dueAt }) => dueAt, short: (time) => distanceText(time) },
  { title: 'claimed by', value: ({ claimedBy }) => claimedBy },
];

function toLine({ id, title, flow, branch, dueAt, claimedBy }: HumanTask): string {
  const due = dueAt === null ? '' : `  due ${dueAt}`;
  const claimed = claimedBy === null ? '' : `  claimed by ${claimedBy}`;
  // A line break would let a title pass for another task.
  return `${id}  ${title.replace(/\s+/g, ' ')}  flow ${flow}@${branch}${due}${claimed}`;
}

function showTask(task: HumanTask): string {
  const { title, description, status, assignees, form, values, completedBy, unnotified } = task;
  return [
    `${title}  ${status}${completedBy === null ? '' : ` by ${completedBy}`}`,
    ...(description === null ? [] : [description]),
    toLine(task),
    `assignees: ${assignees.join(', ')}`,
    ...(unnotified.length > 0 ? [`not notified: ${unnotified.join(', ')}`] : []),
    values === null ? `form: ${toJsonText(form)}` : `values: ${toJsonText(values)}`,
  ].join('\n');
}
