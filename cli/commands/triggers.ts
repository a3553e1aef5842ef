import type { OccurrenceView, TriggerView } from '../../controller/triggers/index.js';
import { connect, connectionOptions } from '../client/connect.js';
import { type ApiClient, apiPath } from '../client/rest/api-client.js';
import { type Command, isSet } from '../contract/command.js';
import { exitCodes, misuse } from '../contract/failure.js';

const actions = ['list', 'pause', 'resume', 'fire'] as const;

export const triggers: Command = {
  usage: 'triggers <action> [name]',
  summary: 'list, pause, resume or fire what starts flows by themselves',
  description:
    'Actions: list, pause <name>, resume <name>, fire <name> (start a run now).\n' +
    'The schedule that a flow has itself is named flow.<flow>.',
  names: [{ choices: actions }],
  options: [...connectionOptions],
  examples: ['svc triggers list', 'svc triggers pause nightly-report', 'svc triggers fire flow.report'],
  async run(io, [action = '', name], options) {
    if (!actions.some((known) => known === action)) {
      const hint = `Use one of ${actions.map((known) => `\`${known}\``).join(', ')}.`;
      throw misuse(`There is no action \`svc triggers ${action}\``, hint);
    }
    if (action !== 'list' && name === undefined) {
      const hint = '`svc triggers list` prints the names.';
      throw misuse(`An argument is missing: svc triggers ${action} <name>`, hint);
    }
    const { api, branch } = await connect(io, options);
    try {
      const base = apiPath`/api/v1/${await branch()}/triggers`;
      const path = `${base}/${encodeURIComponent(name ?? '')}/${action}`;
      const answer =
        action === 'list' ? await listAll(api, base) : await api.call<Answer>(path, { method: 'POST' });
      const text = isSet(options, 'json') ? JSON.stringify(answer, null, 2) : textOf(answer);
      io.stdout.write(`${text}\n`);
    } finally {
      await api.close();
    }
    return exitCodes.done;
  },
};

type Answer = { items: TriggerView[] } | TriggerView | OccurrenceView;

async function listAll(api: ApiClient, path: string): Promise<{ items: TriggerView[] }> {
  const items: TriggerView[] = [];
  for (let query: Record<string, string> = {}; ; ) {
    const page = await api.call<{ items: TriggerView[]; nextCursor: string | null }>(path, { query });
    items.push(...page.items);
    if (page.nextCursor === null) return { items };
    query = { cursor: page.nextCursor };
  }
}

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
