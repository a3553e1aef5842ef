import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { validateFiles } from '../../../controller/catalog/index.js';
import { kinds } from '../../../controller/kinds/index.js';
import { loadSettings, type Settings } from '../../../controller/settings/index.js';
import { exitCodes, Failure, misuse } from '../../contract/failure.js';
import type { Io } from '../../contract/io.js';
import { rootFinder } from '../../validate/entity-root.js';
import { getErrorReason, readRegularFile } from '../../validate/read-file.js';
import { ApiClient, type Connection } from '../rest/api-client.js';
import { initialAdminKey } from './installation.js';
import { localTransport } from './local-transport.js';

/**
 * Starts svc in this process on a temporary data directory, so that a flow file can be run. The service reads the file
 * alone, or its whole repository when the flow refers to other entities or the caller names an environment.
 * @throws Failure for a file that holds no flow
 */
export async function openFlowFile(
  io: Io,
  file: string,
  environment: string | undefined,
): Promise<Connection & { flow: string }> {
  const path = resolve(io.cwd, file);
  const content = readFlowFile(path, file);
  const flow = flowNameIn(content, file);
  const root = rootFinder(io.env).root(path);
  const needsOthers = environment !== undefined || refersToOthers(basename(path), content);
  const scratch = mkdtempSync(join(tmpdir(), 'svc-run-'));
  const discard = () => rmSync(scratch, { recursive: true, force: true });
  try {
    const directory = needsOthers && root ? root : folderOfOne(scratch, basename(path), content);
    const transport = await localTransport(io, settingsFor(io, directory, scratch));
    const close = async () => {
      await transport.close();
      discard();
    };
    const api = new ApiClient({ ...transport, close }, initialAdminKey(join(scratch, 'data')));
    return { api, isLocal: true, flow, branch: async () => 'live' };
  } catch (error) {
    discard();
    throw error;
  }
}

function readFlowFile(path: string, shown: string): string {
  try {
    return readRegularFile(path).toString();
  } catch (error) {
    const hint = 'Name a YAML or JSON file that holds a flow.';
    throw misuse(`${shown} cannot be read: ${getErrorReason(error)}`, hint);
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
    `To see what is wrong with it: svc validate ${file}`,
  ]);
}

function refersToOthers(path: string, content: string): boolean {
  return validateFiles([{ path, content }], kinds).some((finding) => finding.rule.startsWith('reference-'));
}

function folderOfOne(scratch: string, name: string, content: string): string {
  const directory = join(scratch, 'entities');
  mkdirSync(directory);
  writeFileSync(join(directory, name), content);
  return directory;
}

/**
 * Takes the settings of the folder, except those that would reach outside this process: the run reads the files as they
 * are on disk, keeps its data in the temporary directory, and sends no events or support requests.
 */
function settingsFor(io: Io, directory: string, scratch: string): Settings {
  const settings = loadSettings({ dir: directory, env: io.env });
  const { Remote, ...git } = settings.Git;
  const { MasterKey, PreviousMasterKey, MasterKeyFile, ...secrets } = settings.Secrets;
  return {
    ...settings,
    DataDirectory: join(scratch, 'data'),
    Git: { ...git, Enabled: false, Directory: directory },
    Secrets: secrets,
    Events: { Webhooks: [] },
    Support: {},
  };
}
