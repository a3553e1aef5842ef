import type { HintBody } from '../../controller/problems/index.js';
import type { Json, JsonObject } from '../../schemas/json/types.js';

/** The commands with actions, by the noun of operations: `cancel-run` is `svc runs cancel <run>`. */
const nouns: Readonly<Record<string, { command: string; named: string; actions: readonly string[] }>> = {
  run: {
    command: 'runs',
    named: 'run',
    actions: ['cancel', 'suspend', 'resume', 'retry', 'rerun'],
  },
  trigger: { command: 'triggers', named: 'trigger', actions: ['pause', 'resume', 'fire'] },
  'human-task': { command: 'human-tasks', named: 'id', actions: ['complete', 'claim', 'release'] },
  approval: { command: 'approvals', named: 'id', actions: ['grant', 'deny'] },
  proposal: { command: 'proposals', named: 'id', actions: ['approve', 'merge', 'close'] },
};

/** Commands of other operations, with arguments in braces. */
const commands: Readonly<Record<string, string>> = {
  'describe-flow': 'flows show {flow}',
  'run-flow': 'run-flow {flow}',
  'request-changes': 'proposals request-changes {id}',
  'inspect-task': 'runs show {run} {task}',
  'replay-run': 'runs replay {run} -b {branch}',
  'read-run-logs': 'logs {run}',
  'list-run-files': 'runs files {run}',
  'read-run-file': 'runs file {run} {file}',
  'list-trigger-states': 'triggers list',
  'test-connection': 'connections test {connection}',
  'list-connection-actions': 'connections actions {connection}',
  'invoke-connector-action': 'connections call {connection} {action}',
  'begin-consent': 'connections consent {connection}',
  'read-consent': 'connections consent-state {connection}',
  'revoke-consent': 'connections revoke-consent {connection}',
  'list-client-grants': 'grants list',
  'revoke-client-grant': 'grants revoke {id}',
  'list-errors': 'explain error',
  'read-error': 'explain error.{code}',
  'read-diagnostics': 'status',
  'read-sync-status': 'status',
};

/** Commands that list entities of a type. */
const lists: Readonly<Record<string, string>> = {
  flow: 'flows list',
  connection: 'connections list',
  trigger: 'triggers list',
};

/** Options of commands, by the input that they are. */
const options: Readonly<Record<string, string>> = { branch: '-b', env: '-e', revision: '--revision' };
/** Commands that are not about a branch. */
const ofInstallation = /^(human-tasks|approvals|proposals|explain) /;

/** Words of other surfaces. */
const terms: readonly [RegExp, string][] = [
  [/^Send `X-API-Key: <key>`\./, 'Store a key with `svc login <server>`, or set `SVC_API_KEY`.'],
  [
    /^The member `form` of the task is the JSON Schema of the values\./,
    '`svc human-tasks show <id>` prints the values that the task takes.',
  ],
  [
    /^All paths start with `\/api\/v1\/`\..*$/,
    'Check that this version of `svc` fits the server: `svc status`.',
  ],
];

/** Returns a hint with the command in place of its call; a call without a command stays as it is. */
export function toTerminalHint(hint: string | HintBody): HintBody {
  if (typeof hint === 'string') return { text: inWords(hint) };
  const { operation, arguments: args = {}, call } = hint;
  const command = operation === undefined ? undefined : findCommand(operation, args);
  if (command === undefined) return { ...hint, text: inWords(hint.text) };
  const shownCall = call === undefined ? `the operation \`${operation}\`` : `\`${call}\``;
  return { ...hint, text: inWords(hint.text.replace(shownCall, () => `\`${command}\``)), call: command };
}

/** Returns the text of a hint for a terminal. */
export function forTerminal(hint: string | HintBody): string {
  return toTerminalHint(hint).text;
}

/** Returns the hint of an answer, which has its call beside it. */
export function toHint({ hint, hintCall }: { hint: string; hintCall?: Omit<HintBody, 'text'> }): HintBody {
  return { text: hint, ...hintCall };
}

function inWords(text: string): string {
  return terms.reduce((words, [pattern, term]) => words.replace(pattern, term), text);
}

/** Returns the command that performs an operation; undefined where there is none. */
function findCommand(operation: string, args: JsonObject): string | undefined {
  const form = findForm(operation, args);
  if (form === undefined) return undefined;
  const command = form.replace(/\{(\w+)\}/g, (_, name: string) => named(name, args[name]));
  const taken = Object.entries(options).flatMap(([name, option]) => {
    const value = args[name];
    const isLeftOut = value === undefined || (name === 'branch' && ofInstallation.test(`${form} `));
    return isLeftOut ? [] : [`${option} ${quoted(String(value))}`];
  });
  return ['svc', command, ...taken].join(' ');
}

function findForm(operation: string, { type }: JsonObject): string | undefined {
  const own = commands[operation];
  if (own !== undefined) return own;
  if (operation === 'list-entities') return lists[String(type)];
  if (operation === 'read-entity' && type === 'flow') return 'flows show {name}';
  const [, action = '', noun = ''] = /^([a-z]+)-(.+)$/.exec(operation) ?? [];
  const list = Object.values(nouns).find(({ command }) => command === noun);
  if (action === 'list') return list && `${list.command} list`;
  const one = nouns[noun];
  if (!one) return undefined;
  if (action === 'read') return noun === 'trigger' ? undefined : `${one.command} show {${one.named}}`;
  return one.actions.includes(action) ? `${one.command} ${action} {${one.named}}` : undefined;
}

/** Returns a word as a shell takes it. */
function quoted(word: string): string {
  return /^[\w./@:=-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

function named(name: string, value: Json | undefined): string {
  return value === undefined ? `<${name}>` : quoted(String(value));
}
