import type { Approval } from '../../controller/security/approvals/contract.js';
import type { Json, JsonObject } from '../../schemas/json/types.js';
import { approvalPath, approvalsPath, approvalWords } from '../client/approval-of-word.js';
import { connectionOptions } from '../client/connect.js';
import { allItems, getAction, printAnswer } from '../client/noun-command.js';
import type { Connection } from '../client/rest/api-client.js';
import { type Command, text } from '../contract/command.js';
import { exitCodes } from '../contract/failure.js';
import { approvalText, type ShownApproval } from '../output/approval-text.js';
import { getTable, type Table } from '../output/table.js';
import { distanceText } from '../output/time-text.js';

const noun = {
  command: 'approvals',
  actions: { list: [], show: ['id'], grant: ['id'], deny: ['id'] },
  list: 'list',
} as const;

export const approvals: Command = {
  usage: 'approvals <action> [id]',
  summary: 'list, show, grant or deny what agents ask for',
  description:
    'Actions: list, show <id> (what would happen), grant <id>, deny <id>.\n' +
    'An effect that an agent asks for, such as a new key or a commit on production, waits a day for a person who has the right to it.\n' +
    'A grant makes it once, in the name of the agent; a new key is printed to the person who grants it.\n' +
    approvalWords,
  names: [{ choices: Object.keys(noun.actions) }, 'approval'],
  options: [
    {
      flags: '--status <status>',
      description: 'list the approvals in this state (default: pending)',
      choices: ['pending', 'granted', 'denied', 'expired', 'void', 'failed', 'all'],
    },
    ...connectionOptions,
  ],
  examples: [
    'svc approvals list',
    'svc approvals show 0192f0c1-7e6a-7b1e-9c5a-3f5a8e0d4c11',
    'svc approvals grant 0192f0c1-7e6a-7b1e-9c5a-3f5a8e0d4c11',
  ],
  async run(io, args, options) {
    const action = getAction<keyof typeof noun.actions>(noun, args);
    const [, id = ''] = args;
    const status = text(options, 'status') ?? 'pending';
    const ask = async ({ api }: Connection): Promise<Answer> => {
      if (action === 'list')
        return allItems(api, approvalsPath, { status: status === 'all' ? undefined : status });
      const path = await approvalPath(api, id);
      return action === 'show' ? api.call(path) : api.call(`${path}/${action}`, { method: 'POST' });
    };
    await printAnswer(io, options, ask, shown);
    return exitCodes.done;
  },
};

interface Granted {
  approval: Approval;
  result?: JsonObject;
}
type Answer = { items: Approval[] } | Granted | ShownApproval | Approval;

function shown(answer: Answer): string | Table {
  if ('items' in answer) return listTable(answer.items);
  if ('approval' in answer) {
    const { approval, result = {} } = answer;
    return [`Granted ${approval.id}: ${approval.effect}`, ...Object.entries(result).map(toLine)].join('\n');
  }
  return 'mayDecide' in answer ? approvalText(answer) : `${answer.id}  ${answer.status}`;
}

function toLine([name, value]: [string, Json]): string {
  return `  ${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}

function listTable(items: readonly Approval[]): Table {
  return getTable(
    items,
    [
      { title: 'approval', value: ({ id }) => id, isWhole: true },
      { title: 'status', value: ({ status }) => status },
      { title: 'effect', value: ({ effect }) => effect },
      { title: 'asked by', value: ({ requestedBy }) => requestedBy },
      { title: 'ends', value: ({ expiresAt }) => expiresAt, short: (time) => distanceText(time) },
    ],
    'No approvals.',
  );
}
