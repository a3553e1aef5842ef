import {
  configKeys,
  configPath,
  effectiveConfig,
  readConfig,
  requireConfigKey,
  writeConfig,
} from '../client/config-file.js';
import { type Command, type Io, isSet, type Options } from '../command.js';
import { exitCodes, Failure } from '../failure.js';

const actions = { set: setKey, get: getKey, list: listKeys } as const;

export const config: Command = {
  usage: 'config <action> [key] [value]',
  summary: 'set, get or list what the client remembers',
  names: [{ choices: Object.keys(actions) }, { choices: Object.keys(configKeys) }],
  description:
    `Actions: set <key> <value>, get <key>, list. Keys: ${Object.keys(configKeys).join(', ')}.\n` +
    'Kept readable by you alone. SVC_SERVER, SVC_API_KEY and SVC_BRANCH come before it.',
  options: [],
  examples: [
    'svc config set server https://svc.example.com',
    'svc config set api-key svc_live_…',
    'svc config list',
  ],
  async run(io, [action = '', key, value], options) {
    if (!Object.hasOwn(actions, action)) {
      throw new Failure(exitCodes.usage, `\`svc config ${action}\` is not known`, [
        'Use `svc config set <key> <value>`, `svc config get <key>` or `svc config list`.',
      ]);
    }
    return actions[action as keyof typeof actions](io, options, key, value);
  },
};

function setKey(io: Io, _options: Options, name: string | undefined, value: string | undefined): number {
  if (name === undefined || !value) throw usage('svc config set <key> <value>');
  const key = requireConfigKey(name);
  writeConfig(io.env, { ...readConfig(io.env), [key]: value });
  io.stderr.write(`Stored \`${key}\` in ${configPath(io.env)}\n`);
  return exitCodes.done;
}

function getKey(io: Io, options: Options, name: string | undefined): number {
  if (name === undefined) throw usage('svc config get <key>');
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

function usage(line: string): Failure {
  return new Failure(exitCodes.usage, `It takes: ${line}`);
}

/** Enough of a key to tell it from another. */
function masked(key: string): string {
  return key.length > 16 ? `${key.slice(0, 12)}…` : '…';
}
