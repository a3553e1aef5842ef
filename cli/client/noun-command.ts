import { toJsonText } from '../../schemas/json/json-text.js';
import { isSet, type Options } from '../contract/command.js';
import { misuse } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import type { Table } from '../output/table.js';
import { paletteFor } from '../output/terminal/palette.js';
import { printable } from '../output/terminal/printable.js';
import { connect } from './connect.js';
import type { ApiClient, Connection } from './rest/api-client.js';
import { watch } from './watch.js';

/** The most items that a server puts on one page. */
const maxPageSize = 200;

/** The actions of a command such as `svc triggers`, with the arguments that each needs. */
export interface Noun<Action extends string> {
  command: string;
  actions: Readonly<Record<Action, readonly string[]>>;
  /** The action that prints what the others take as their first argument. */
  list: Action;
}

/** Returns the action of a command line. @throws Failure for an unknown action or a missing argument */
export function getAction<Action extends string>(
  { command, actions, list }: Noun<Action>,
  [action = '', ...args]: readonly string[],
): Action {
  const names = Object.keys(actions) as Action[];
  const actionName = names.find((name) => name === action);
  if (actionName === undefined) {
    const hint = `Use one of ${names.map((name) => `\`${name}\``).join(', ')}.`;
    throw misuse(`There is no action \`svc ${command} ${action}\``, hint);
  }
  if (args.length >= actions[actionName].length) return actionName;
  const line = [command, actionName, ...actions[actionName].map((argument) => `<${argument}>`)].join(' ');
  throw misuse(`An argument is missing: svc ${line}`, `\`svc ${command} ${list}\` prints the first.`);
}

/** Asks the service, and prints its answer: as JSON with `--json`, else as `show` makes it. With `--watch`, again and again. */
export async function printAnswer<Answer>(
  io: Io,
  options: Options,
  ask: (connection: Connection) => Promise<Answer>,
  show: (answer: Answer) => string | Table,
): Promise<Answer> {
  const connection = await connect(io, options);
  const render = (answer: Answer, isShort: boolean) => {
    if (isSet(options, 'json')) return printable(toJsonText(answer, isShort ? 0 : 2));
    const shown = show(answer);
    return typeof shown === 'string'
      ? printable(shown)
      : shown.render(io.stdout, paletteFor(io.stdout, io.env));
  };
  try {
    if (isSet(options, 'watch'))
      return await watch(
        io,
        () => ask(connection),
        (answer) => render(answer, true),
      );
    const answer = await ask(connection);
    io.stdout.write(`${render(answer, false)}\n`);
    return answer;
  } finally {
    await connection.api.close();
  }
}

/** Returns the items of all pages of a list, or the first `max` of them. */
export async function allItems<Item>(
  api: ApiClient,
  path: string,
  query: Record<string, string | undefined> = {},
  max = Number.POSITIVE_INFINITY,
): Promise<{ items: Item[] }> {
  const items: Item[] = [];
  for (let cursor: string | undefined; ; ) {
    const left = max - items.length;
    const limit = Number.isFinite(left) ? String(Math.min(left, maxPageSize)) : undefined;
    const page = await api.call<{ items: Item[]; nextCursor: string | null }>(path, {
      query: { ...query, limit, cursor },
    });
    items.push(...page.items);
    if (page.nextCursor === null || items.length >= max) return { items };
    cursor = page.nextCursor;
  }
}
