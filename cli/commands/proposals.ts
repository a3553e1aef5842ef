import type { MergedProposal, Proposal } from '../../controller/proposals/contract.js';
import { connectionOptions } from '../client/connect.js';
import { allItems, getAction, printAnswer } from '../client/noun-command.js';
import type { Connection } from '../client/rest/api-client.js';
import { type Command, text } from '../contract/command.js';
import { exitCodes, misuse } from '../contract/failure.js';
import { needLines } from '../output/need-lines.js';
import { proposalText, reviewLines, type ShownProposal } from '../output/proposal-text.js';
import { getTable, type Table } from '../output/table.js';
import { distanceText } from '../output/time-text.js';

const noun = {
  command: 'proposals',
  actions: {
    list: [],
    show: ['id'],
    approve: ['id'],
    'request-changes': ['id'],
    merge: ['id'],
    close: ['id'],
  },
  list: 'list',
} as const;
const base = '/api/v1/platform/proposals';

export const proposals: Command = {
  usage: 'proposals <action> [id]',
  summary: 'list, show, review, merge or close proposed changes',
  description:
    'Actions: list, show <id> (with findings, reviews and the diff), approve <id>, request-changes <id>, merge <id>, close <id>.\n' +
    'A proposal is a change on a branch of its own, which waits for a review. An approval counts from a person who made no part of it,\n' +
    'until the next commit.',
  names: [{ choices: Object.keys(noun.actions) }, 'proposal'],
  options: [
    {
      flags: '--state <state>',
      description: 'list the proposals in this state (default: open)',
      choices: ['open', 'merged', 'closed', 'all'],
    },
    { flags: '-m, --comment <text>', description: 'the reasons of a review, for the author' },
    ...connectionOptions,
  ],
  examples: [
    'svc proposals list',
    'svc proposals show 4f1c9a27',
    "svc proposals request-changes 4f1c9a27 -m 'Use the limit of the contract'",
    'svc proposals approve 4f1c9a27',
    'svc proposals merge 4f1c9a27',
  ],
  async run(io, args, options) {
    const action = getAction<keyof typeof noun.actions>(noun, args);
    const [, id = ''] = args;
    const comment = text(options, 'comment');
    const state = text(options, 'state') ?? 'open';
    const ask = async ({ api }: Connection): Promise<Answer> => {
      if (action === 'list') return allItems(api, base, { state: state === 'all' ? undefined : state });
      const path = `${base}/${encodeURIComponent(id)}`;
      if (action === 'show') return api.call(path);
      const isReview = action === 'approve' || action === 'request-changes';
      if (comment !== undefined && !isReview)
        throw misuse('`--comment` belongs to a review', 'Use it with `approve` or `request-changes`.');
      const body = comment === undefined ? {} : { body: { comment } };
      const answer = await api.call<Answer>(`${path}/${action}`, { method: 'POST', ...body });
      return isReview ? { reviewed: answer as ShownProposal } : answer;
    };
    await printAnswer(io, options, ask, shown);
    return exitCodes.done;
  },
};

type Merged = MergedProposal & { notice?: string; notRunnable?: ShownProposal['notRunnable'] };
type Answer = { items: Proposal[] } | ShownProposal | { reviewed: ShownProposal } | Merged | Proposal;

function shown(answer: Answer): string | Table {
  if ('items' in answer) return listTable(answer.items);
  if ('commit' in answer) {
    const { proposal, commit, notice, notRunnable = [] } = answer;
    return [
      `Merged ${proposal.id} into ${proposal.base} as ${commit.slice(0, 8)}`,
      ...needLines(notRunnable),
      ...(notice === undefined ? [] : [notice, `See: svc status --branch ${proposal.base}`]),
    ].join('\n');
  }
  if ('reviewed' in answer)
    return [`Reviewed ${answer.reviewed.id}`, ...reviewLines(answer.reviewed)].join('\n');
  return 'diff' in answer ? proposalText(answer) : `${answer.id}  ${answer.state}`;
}

function listTable(items: readonly Proposal[]): Table {
  return getTable(
    items,
    [
      { title: 'proposal', value: ({ id }) => id, isWhole: true },
      { title: 'state', value: ({ state }) => state },
      { title: 'into', value: ({ base: into }) => into },
      { title: 'title', value: ({ title }) => title },
      { title: 'author', value: ({ author }) => author },
      { title: 'created', value: ({ createdAt }) => createdAt, short: (time) => distanceText(time) },
    ],
    'No proposals.',
  );
}
