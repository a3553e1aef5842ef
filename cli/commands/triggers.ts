import type { OccurrenceView, TriggerView } from '../../controller/triggers/index.js';
import { connectionOptions } from '../client/connect.js';
import { actionOf, allItems, printAnswer } from '../client/noun-command.js';
import { apiPath, type Connection } from '../client/rest/api-client.js';
import type { Command } from '../contract/command.js';
import { exitCodes } from '../contract/failure.js';

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
  names: [{ choices: Object.keys(noun.actions) }],
  options: [...connectionOptions],
  examples: ['svc triggers list', 'svc triggers pause nightly-report', 'svc triggers fire flow.report'],
  async run(io, args, options) {
    const action = actionOf(noun, args);
    const [, name = ''] = args;
    const ask = async ({ api, branch }: Connection): Promise<Answer> => {
      const base = apiPath`/api/v1/${await branch()}/triggers`;
      if (action === 'list') return allItems(api, base);
      return api.call(`${base}/${encodeURIComponent(name)}/${action}`, { method: 'POST' });
    };
    await printAnswer(io, options, ask, textOf);
    return exitCodes.done;
  },
};

type Answer = { items: TriggerView[] } | TriggerView | OccurrenceView;

function textOf(answer: Answer): string {
  if ('items' in answer) {
    return answer.items.length === 0 ? 'No triggers.' : answer.items.map(lineOf).join('\n');
  }
  return 'state' in answer ? lineOf(answer) : `Started run ${answer.run}`;
}

function lineOf({ name, flow, kind, state, next, occurrences }: TriggerView): string {
  const [last] = occurrences;
  const happened = last ? `  last ${last.status} ${last.time}` : '';
  const [soon] = next;
  const coming = soon === undefined ? '' : `  next ${soon}`;
  return `${name}  ${kind}  ${state}  flow ${flow}${coming}${happened}`;
}
