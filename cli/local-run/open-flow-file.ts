import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { validateFiles } from '../../controller/catalog/index.js';
import { kinds } from '../../controller/kinds/index.js';
import { loadSettings, type Settings } from '../../controller/settings/index.js';
import { ApiClient } from '../client/api-client.js';
import type { Connection } from '../client/connect.js';
import { initialAdminKey } from '../client/installation.js';
import { localTransport } from '../client/local-transport.js';
import type { Io } from '../command.js';
import { exitCodes, Failure } from '../failure.js';
import { surroundingsOf } from './surroundings.js';

export interface FlowFileConnection extends Connection {
  flow: string;
}

/**
 * Starts svc in this process, over a data directory that is gone afterwards, so that a flow file can be run. The file
 * is taken alone; when it refers to other entities or an environment is asked for, with the folder it belongs to.
 * @throws Failure for a file that holds no flow
 */
export async function openFlowFile(
  io: Io,
  file: string,
  environment: string | undefined,
): Promise<FlowFileConnection> {
  const path = resolve(io.cwd, file);
  const content = readFileSync(path, 'utf8');
  const flow = flowNameIn(content, file);
  const surroundings = surroundingsOf(path);
  const needsOthers = environment !== undefined || refersToOthers(basename(path), content);
  const scratch = mkdtempSync(join(tmpdir(), 'svc-run-'));
  const discard = () => rmSync(scratch, { recursive: true, force: true });
  try {
    const directory = needsOthers && surroundings ? surroundings : alone(scratch, basename(path), content);
    const transport = await localTransport(io, settingsFor(io, directory, scratch));
    const close = async () => {
      await transport.close();
      discard();
    };
    const api = new ApiClient({ ...transport, close }, initialAdminKey(join(scratch, 'data')));
    return { api, flow, branch: async () => 'live' };
  } catch (error) {
    discard();
    throw error;
  }
}

function flowNameIn(content: string, file: string): string {
  let name: unknown;
  try {
    name = (parse(content) as { document?: { dsl?: unknown; name?: unknown } } | null)?.document?.name;
  } catch {
    name = undefined;
  }
  if (typeof name === 'string') return name;
  throw new Failure(exitCodes.faulted, `${file} does not hold a flow`, [
    `See what is wrong with it: svc validate ${file}`,
  ]);
}

function refersToOthers(path: string, content: string): boolean {
  return validateFiles([{ path, content }], kinds).some((finding) => finding.rule.startsWith('reference-'));
}

function alone(scratch: string, name: string, content: string): string {
  const directory = join(scratch, 'entities');
  mkdirSync(directory);
  writeFileSync(join(directory, name), content);
  return directory;
}

/** The folder's own settings, but for what this process alone decides: files as they are on disk, scratch data. */
function settingsFor(io: Io, directory: string, scratch: string): Settings {
  const settings = loadSettings({ dir: directory, env: io.env });
  const { Remote: _ignored, ...git } = settings.Git;
  const {
    MasterKey: _theirs,
    PreviousMasterKey: _before,
    MasterKeyFile: _theirFile,
    ...secrets
  } = settings.Secrets;
  return {
    ...settings,
    DataDirectory: join(scratch, 'data'),
    Git: { ...git, Enabled: false, Directory: directory },
    Secrets: secrets,
    Events: { Webhooks: [] },
    Support: {},
  };
}
