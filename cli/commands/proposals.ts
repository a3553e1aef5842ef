import type { MergedProposal, Proposal, ProposalDetails } from '../../controller/proposals/contract.js';
import { connectionOptions } from '../client/connect.js';
import { allItems, getAction, printAnswer } from '../client/noun-command.js';
import type { Connection } from '../client/rest/api-client.js';
import { type Command, text } from '../contract/command.js';
import { exitCodes, misuse } from '../contract/failure.js';
import { needLines } from '../output/need-lines.js';
import { proposalText } from '../output/proposal-text.js';
import { getTable, type Table } from '../output/table.js';
import { distanceText } from '../output/time-text.js';

const noun = {
  command: 'proposals',
  actions: { list: [], show: ['id'], approve: ['id'], merge: ['id'], close: ['id'] },
  list: 'list',
} as const;
const base = '/api/v1/platform/proposals';

export const proposals: Command = {
  usage: 'proposals <action> [id]',
  summary: 'list, show, merge or close proposed changes',
  description:
    'Actions: list, show <id> (with findings and the diff), merge <id>, close <id>.\n' +
    'A proposal is a change on a branch of its own, which waits for a review.',
  names: [{ choices: Object.keys(noun.actions) }, 'proposal'],
  options: [
    {
      flags: '--state <state>',
      description: 'list the proposals in this state (default: open)',
      choices: ['open', 'merged', 'closed', 'all'],
    },
    ...connectionOptions,
  ],
  examples: ['svc proposals list', 'svc proposals show 4f1c9a27', 'svc proposals merge 4f1c9a27'],
  async run(io, args, options) {
    const action = getAction<keyof typeof noun.actions>(noun, args);
    const [, id = ''] = args;
    if (action === 'approve') refuseApproval(id);
    const state = text(options, 'state') ?? 'open';
    const ask = async ({ api }: Connection): Promise<Answer> => {
      if (action === 'list') return allItems(api, base, { state: state === 'all' ? undefined : state });
      const path = `${base}/${encodeURIComponent(id)}`;
      return action === 'show' ? api.call(path) : api.call(`${path}/${action}`, { method: 'POST' });
    };
    await printAnswer(io, options, ask, shown);
    return exitCodes.done;
  },
};

type Merged = MergedProposal & { notice?: string; notRunnable?: ProposalDetails['notRunnable'] };
type Answer = { items: Proposal[] } | ProposalDetails | Merged | Proposal;

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

function refuseApproval(id: string): never {
  throw misuse(
    'The server has no operation that approves a proposal yet',
    'Approve its pull request on the forge; `svc proposals show` prints the address.',
    `A caller who may write to the branch merges it with \`svc proposals merge ${id}\`.`,
  );
}
