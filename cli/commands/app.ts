import { resolve } from 'node:path';
import { toJsonText } from '../../schemas/json/json-text.js';
import { getAction } from '../client/noun-command.js';
import { type Command, isSet, type Options, text } from '../contract/command.js';
import { exitCodes, misuse } from '../contract/failure.js';
import type { Io } from '../contract/io.js';
import { printable } from '../output/terminal/printable.js';
import type { ReleaseContext, ReleaseRequest } from '../release/update/context.js';
import type { FindControl } from '../release/update/service-control.js';

const noun = {
  command: 'app',
  actions: { fetch: [], update: [], rollback: [] },
  list: 'fetch',
} as const;
type Action = keyof typeof noun.actions;

/** Milliseconds that a started service has to become ready: recovery after a long stop takes its time. */
const readyMs = 180_000;

const findControl: FindControl = async (dir, io) =>
  (await import('../service/control.js')).controlFor(dir, io);

export const app: Command = {
  usage: 'app <action>',
  summary: 'fetch releases of svc, update to a newer one, roll back',
  names: [{ choices: Object.keys(noun.actions) }],
  description:
    'Actions: fetch (brings a release to the folder of the installation; the first one becomes the one in use),\n' +
    'update (fetches, checks the configuration with the new version, copies the database, restarts the service),\n' +
    'rollback (returns to the version before the last update).\n' +
    'Releases are verified as The Update Framework asks. A service that does not become ready is returned to the\n' +
    'former version. The newest three releases stay in the folder.',
  options: [
    {
      flags: '--dir <folder>',
      description: 'folder of the installation (default: the one that this program runs from)',
    },
    { flags: '--version <version>', description: 'version to fetch or to update to (default: the newest)' },
    {
      flags: '--url <address>',
      description:
        'address of the releases, https: or file: (default: SVC_RELEASE_URL, then that of this build)',
    },
    {
      flags: '--restore-database',
      description:
        'roll back with the copy of the database from before the update; what happened since is lost',
    },
    {
      flags: '--accept-expired <date>',
      description: 'check the metadata of a file: address as of this date (RFC 3339); it is recorded',
    },
    {
      flags: '--config <file>',
      description: 'settings file of the service (default: svc.yaml in the folder of the installation)',
    },
    {
      flags: '--folder <folder>',
      description: 'folder that the service serves, in place of a settings file',
    },
    {
      flags: '--data-dir <folder>',
      description: 'data directory of the service (default: that of its settings)',
    },
  ],
  examples: [
    'svc app fetch --dir /opt/svc --version 1.2.3',
    'svc app fetch --dir /opt/svc --url file:///mnt/svc-releases',
    'svc app update --dir /opt/svc',
    'svc app rollback --dir /opt/svc',
  ],
  async run(io, args, options) {
    const action = getAction<Action>(noun, args);
    const context = await getContext(io, options);
    const answer = await actions[action](context, getWanted(action, options), options);
    if (isSet(options, 'json')) io.stdout.write(`${toJsonText(answer.result, 2)}\n`);
    else io.stdout.write(printable(`${answer.text}\n`));
    return exitCodes.done;
  },
};

interface Answer {
  result: object;
  text: string;
}

const actions: Readonly<
  Record<Action, (context: ReleaseContext, request: ReleaseRequest, options: Options) => Promise<Answer>>
> = {
  async fetch(context, request) {
    const { fetch } = await import('../release/update/fetch.js');
    const result = await fetch(context, request);
    const { version, folder, isNew, current, notes } = result;
    const next =
      current === version ? 'It is the version in use.' : `In use is ${current}: \`svc app update\`.`;
    const text = `${isNew ? 'Fetched' : 'Present already:'} svc ${version} in ${folder}. ${next}`;
    return { result, text: notes === '' ? text : `${text}\n\n${notes.trim()}` };
  },
  async update(context, request) {
    const { update } = await import('../release/update/update.js');
    const result = await update(context, request);
    const { version, from, isRunning } = result;
    if (version === from) return { result, text: `svc ${version} is the newest version, and in use.` };
    return { result, text: `Updated svc from ${from} to ${version}. ${getState(isRunning)}` };
  },
  async rollback(context, _wanted, options) {
    const { rollback } = await import('../release/update/rollback.js');
    const result = await rollback(context, isSet(options, 'restoreDatabase'));
    const { version, from, isRunning } = result;
    return { result, text: `Rolled svc back from ${from} to ${version}. ${getState(isRunning)}` };
  },
};

function getState(isRunning: boolean): string {
  return isRunning ? 'The service is ready.' : 'The service did not run; its next start uses this version.';
}

async function getContext(io: Io, options: Options): Promise<ReleaseContext> {
  const { ownInstallation } = await import('../client/local/own-installation.js');
  const { installationAt } = await import('../release/installation/layout.js');
  const { shippedRoot } = await import('../release/repository/address.js');
  const dirText = text(options, 'dir');
  const dir = dirText === undefined ? ownInstallation() : resolve(io.cwd, dirText);
  if (dir === undefined)
    throw misuse('This program runs from no installation', 'Name the folder of one with `--dir <folder>`.');
  const served = {
    config: text(options, 'config'),
    folder: text(options, 'folder'),
    dataDirectory: text(options, 'dataDir'),
  };
  return { io, installation: installationAt(dir), root: shippedRoot, findControl, served, readyMs };
}

function getWanted(action: Action, options: Options): ReleaseRequest {
  const [version, url, date] = ['version', 'url', 'acceptExpired'].map((name) => text(options, name));
  if (action === 'rollback') {
    const option = version !== undefined ? 'version' : url !== undefined ? 'url' : undefined;
    if (option !== undefined)
      throw misuse(
        `\`svc app rollback\` takes no \`--${option}\``,
        'It returns to the version before the last update.',
      );
  }
  if (date === undefined) return { version, url };
  const asOf = new Date(date);
  if (Number.isNaN(asOf.getTime()) || asOf > new Date())
    throw misuse(`\`--accept-expired\` takes a date in the past, not ${date}`, 'Write it as 2026-11-01.');
  if (!url?.startsWith('file:'))
    throw misuse(
      '`--accept-expired` is for a `file:` address only',
      'A server can hold back newer files; name a folder that you copied with `--url file:…`.',
    );
  return { version, url, asOf };
}
