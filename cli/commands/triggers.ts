import type { OccurrenceView, TriggerView } from '../../controller/triggers/index.js';
import { connectionOptions } from '../client/connect.js';
import { allItems, getAction, printAnswer } from '../client/noun-command.js';
import { apiPath, type Connection } from '../client/rest/api-client.js';
import type { Command } from '../contract/command.js';
import { exitCodes } from '../contract/failure.js';
import { type Column, getTable, type Table } from '../output/table.js';
import { distanceText } from '../output/time-text.js';

const noun = {
  command: 'triggers',
  actions: { list: [], pause: ['name'], resume: ['name'], fire: ['name'] },
  list: 'list',
} as const;

export const triggers: Command = {
  usage: 'triggers <action> [name]',
  summary: 'list, pause, resume or fire what starts flows by themselves',
  description:
    'Actions: list, pause <name>, resume <name>, fire <name> (start a run now).\n' +
    'The schedule that a flow has itself is named flow.<flow>.',
  names: [{ choices: Object.keys(noun.actions) }, 'trigger'],
  options: [...connectionOptions],
  examples: ['svc triggers list', 'svc triggers pause nightly-report', 'svc triggers fire flow.report'],
  async run(io, args, options) {
    const action = getAction(noun, args);
    const [, name = ''] = args;
    const ask = async ({ api, branch }: Connection): Promise<Answer> => {
      const base = apiPath`/api/v1/${await branch()}/triggers`;
      if (action === 'list') return allItems(api, base);
      return api.call(`${base}/${encodeURIComponent(name)}/${action}`, { method: 'POST' });
    };
    await printAnswer(io, options, ask, shown);
    return exitCodes.done;
  },
};

type Answer = { items: TriggerView[] } | TriggerView | OccurrenceView;

function shown(answer: Answer): string | Table {
  if ('items' in answer) return getTable(answer.items, columns, 'No triggers.');
  return 'state' in answer ? getTable([answer], columns, '') : `Started run ${answer.run}`;
}

const columns: readonly Column<TriggerView>[] = [
  { title: 'trigger', value: ({ name }) => name, isWhole: true },
  { title: 'kind', value: ({ kind }) => kind },
  { title: 'state', value: ({ state }) => state },
  { title: 'flow', value: ({ flow }) => flow },
  {
    title: 'next or address',
    value: ({ next, address }) => address ?? next[0],
    short: (text) => (text.startsWith('http') ? text : distanceText(text)),
    isWhole: true,
  },
  { title: 'last', value: ({ occurrences }) => occurrences[0]?.status },
  { title: 'at', value: ({ occurrences }) => occurrences[0]?.time, short: (time) => distanceText(time) },
];
