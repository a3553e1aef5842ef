import {
  configKeys,
  configPath,
  effectiveConfig,
  readConfig,
  requireConfigKey,
  writeConfig,
} from '../client/config-file.js';
import { type Command, isSet, type Options } from '../contract/command.js';
import { exitCodes, Failure, misuse } from '../contract/failure.js';
import type { Io } from '../contract/io.js';

const actions = { set: setKey, get: getKey, list: listKeys } as const;
const keys = Object.keys(configKeys);

export const config: Command = {
  usage: 'config <action> [key] [value]',
  summary: 'set, get or list the settings of this client',
  names: [{ choices: Object.keys(actions) }, { choices: keys }],
  description:
    `Actions: set <key> <value>, get <key>, list. Keys: ${keys.join(', ')}.\n` +
    'The settings are in a file that only you can read. SVC_SERVER, SVC_API_KEY and SVC_BRANCH override them.',
  options: [],
  examples: [
    'svc config set server https://svc.example.com',
    'svc config set api-key svc_live_…',
    'svc config list',
  ],
  async run(io, [action = '', key, value], options) {
    if (!Object.hasOwn(actions, action)) {
      const hint = 'Use `svc config set <key> <value>`, `svc config get <key>` or `svc config list`.';
      throw misuse(`There is no action \`svc config ${action}\``, hint);
    }
    return actions[action as keyof typeof actions](io, options, key, value);
  },
};

function setKey(io: Io, _options: Options, name: string | undefined, value: string | undefined): number {
  if (name === undefined || !value) throw incomplete('svc config set <key> <value>');
  const key = requireConfigKey(name);
  writeConfig(io.env, { ...readConfig(io.env), [key]: value });
  io.stderr.write(`Stored \`${key}\` in ${configPath(io.env)}\n`);
  return exitCodes.done;
}

function getKey(io: Io, options: Options, name: string | undefined): number {
  if (name === undefined) throw incomplete('svc config get <key>');
  const value = effectiveConfig(io.env)[requireConfigKey(name)];
  if (value === undefined) {
    throw new Failure(exitCodes.faulted, `\`${name}\` is not set`, [
      `Set it with \`svc config set ${name} <value>\`.`,
    ]);
  }
  io.stdout.write(`${isSet(options, 'json') ? JSON.stringify(value) : value}\n`);
  return exitCodes.done;
}

function listKeys(io: Io, options: Options): number {
  const known = effectiveConfig(io.env);
  const shown = known['api-key'] === undefined ? known : { ...known, 'api-key': masked(known['api-key']) };
  if (isSet(options, 'json')) io.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
  else for (const [key, value] of Object.entries(shown)) io.stdout.write(`${key} = ${value}\n`);
  return exitCodes.done;
}

function incomplete(usage: string): Failure {
  return misuse(`An argument is missing: ${usage}`, `The keys are ${keys.join(', ')}.`);
}

/** Shows enough of a key to tell it from another. */
function masked(key: string): string {
  return key.length > 16 ? `${key.slice(0, 12)}…` : '…';
}
