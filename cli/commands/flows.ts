import { connectionOptions } from '../client/connect.js';
import { allItems, getAction, printAnswer } from '../client/noun-command.js';
import { apiPath, type Connection } from '../client/rest/api-client.js';
import type { Command } from '../contract/command.js';
import { exitCodes } from '../contract/failure.js';
import { type FlowContext, flowText } from '../output/flow-text.js';
import { getTable, type Table } from '../output/table.js';

const noun = { command: 'flows', actions: { list: [], show: ['name'] }, list: 'list' } as const;

export const flows: Command = {
  usage: 'flows <action> [name]',
  summary: 'list flows, or show what a caller of one needs',
  description:
    'Actions: list, show <name> (parameters, an example call, environments, connections, secrets, last runs).\n' +
    'With --json, show also returns the JSON Schema of the parameters and a Mermaid graph.',
  names: [{ choices: Object.keys(noun.actions) }, 'flow'],
  options: [...connectionOptions],
  examples: ['svc flows list', 'svc flows show daily-report', 'svc flows show daily-report --json'],
  async run(io, args, options) {
    const action = getAction(noun, args);
    const [, name = ''] = args;
    const ask = async ({ api, branch }: Connection): Promise<List | FlowContext> => {
      const base = apiPath`/api/v1/${await branch()}/flows`;
      return action === 'list'
        ? allItems(api, base)
        : api.call(`${base}/${encodeURIComponent(name)}/context`);
    };
    await printAnswer(io, options, ask, (answer) =>
      'items' in answer ? listTable(answer.items) : flowText(answer),
    );
    return exitCodes.done;
  },
};

interface ListedFlow {
  name: string;
  definition: { document?: { version?: string; title?: string; summary?: string } } | null;
  status: { conditions: { type: string; status: string; reason: string }[] };
}

type List = { items: ListedFlow[] };

function listTable(items: readonly ListedFlow[]): Table {
  return getTable(
    items,
    [
      { title: 'flow', value: ({ name }) => name, isWhole: true },
      { title: 'version', value: ({ definition }) => definition?.document?.version },
      { title: 'ready', value: readiness },
      { title: 'runnable', value: runnability },
      {
        title: 'title',
        value: ({ definition }) => definition?.document?.title ?? definition?.document?.summary,
      },
    ],
    'No flows.',
  );
}

/** Returns `yes`, or the reason why the newest version is not in service. */
function readiness({ status }: ListedFlow): string | undefined {
  const ready = status.conditions.find(({ type }) => type === 'Ready');
  return ready?.status === 'True' ? 'yes' : ready?.reason;
}

/** Returns `yes`, or the reason why a run would fail for want of something. */
function runnability({ status }: ListedFlow): string | undefined {
  const runnable = status.conditions.find(({ type }) => type === 'Runnable');
  if (runnable?.reason === 'NotReady') return undefined;
  return runnable?.status === 'True' ? 'yes' : runnable?.reason;
}
