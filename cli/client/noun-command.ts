import { isSet, type Options } from '../contract/command.js';
import { misuse } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { printable } from '../output/printable.js';
import { connect } from './connect.js';
import type { ApiClient, Connection } from './rest/api-client.js';

/** The actions of a command such as `svc triggers`, with the arguments that each needs. */
export interface Noun<Action extends string> {
  command: string;
  actions: Readonly<Record<Action, readonly string[]>>;
  /** The action that prints what the others take as their first argument. */
  list: Action;
}

/** Returns the action of a command line. @throws Failure for an unknown action or a missing argument */
export function actionOf<Action extends string>(
  { command, actions, list }: Noun<Action>,
  [action = '', ...given]: readonly string[],
): Action {
  const names = Object.keys(actions) as Action[];
  const known = names.find((name) => name === action);
  if (known === undefined) {
    const hint = `Use one of ${names.map((name) => `\`${name}\``).join(', ')}.`;
    throw misuse(`There is no action \`svc ${command} ${action}\``, hint);
  }
  if (given.length >= actions[known].length) return known;
  const line = [command, known, ...actions[known].map((argument) => `<${argument}>`)].join(' ');
  throw misuse(`An argument is missing: svc ${line}`, `\`svc ${command} ${list}\` prints the first.`);
}

/** Asks the service, and prints its answer: as JSON with `--json`, else as `textOf` writes it. */
export async function printAnswer<Answer>(
  io: Io,
  options: Options,
  ask: (connection: Connection) => Promise<Answer>,
  textOf: (answer: Answer) => string,
): Promise<Answer> {
  const connection = await connect(io, options);
  try {
    const answer = await ask(connection);
    const shown = isSet(options, 'json') ? JSON.stringify(answer, null, 2) : textOf(answer);
    io.stdout.write(`${printable(shown)}\n`);
    return answer;
  } finally {
    await connection.api.close();
  }
}

/** Returns the items of all pages of a list. */
export async function allItems<Item>(
  api: ApiClient,
  path: string,
  query: Record<string, string> = {},
): Promise<{ items: Item[] }> {
  const items: Item[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await api.call<{ items: Item[]; nextCursor: string | null }>(path, {
      query: { ...query, cursor },
    });
    items.push(...page.items);
    if (page.nextCursor === null) return { items };
    cursor = page.nextCursor;
  }
}
