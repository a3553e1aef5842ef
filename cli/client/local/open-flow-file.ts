import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { validateFiles } from '../../../controller/catalog/index.js';
import { kinds } from '../../../controller/kinds/index.js';
import { loadSettings, type Settings } from '../../../controller/settings/index.js';
import type { Trial } from '../../../controller/start/base.js';
import type { StartedController } from '../../../controller/start/controller.js';
import { exitCodes, Failure, misuse } from '../../contract/failure.js';
import type { Io } from '../../contract/io.js';
import { rootFinder } from '../../validate/entity-root.js';
import { getErrorReason, readRegularFile } from '../../validate/read-file.js';
import { ApiClient, type Connection } from '../rest/api-client.js';
import { initialAdminKey } from './installation.js';
import { localTransport } from './local-transport.js';

/** A flow of files as they are, in a service of this process that ends with it. */
export interface OpenedFlow extends Connection {
  flow: string;
  controller: StartedController;
}

/** Nothing is sent with secrets: there are none. */
const withoutSecrets: Trial = { hosts: () => [] };

/**
 * Starts svc in this process on a temporary data directory, so that a flow file can be run. The service reads the file
 * alone, or its whole repository when the flow refers to other entities or the caller names an environment. What flows may
 * do, the settings of the repository say in both cases.
 * @throws Failure for a file that holds no flow
 */
export async function openFlowFile(
  io: Io,
  file: string,
  environment: string | undefined,
  trial: Trial = withoutSecrets,
): Promise<OpenedFlow> {
  const path = resolve(io.cwd, file);
  const content = readFlowFile(path, file);
  const flow = flowNameIn(content, file);
  const root = rootFinder(io.env).root(path);
  const needsOthers = environment !== undefined || refersToOthers(basename(path), content);
  const getSettings = (scratch: string) =>
    needsOthers && root
      ? settingsFor(io, root, scratch)
      : settingsForOne(io, root, scratch, folderOfOne(scratch, basename(path), content));
  return openFiles(io, getSettings, flow, trial);
}

/** As `openFlowFile`, for a flow by its name in the repository or the served folder around a folder. */
export async function openFlowIn(io: Io, folder: string, flow: string, trial: Trial): Promise<OpenedFlow> {
  const root = rootFinder(io.env).root(join(folder, 'svc.yaml')) ?? folder;
  return openFiles(io, (scratch) => settingsFor(io, root, scratch), flow, trial);
}

async function openFiles(
  io: Io,
  getSettings: (scratch: string) => Settings,
  flow: string,
  trial: Trial,
): Promise<OpenedFlow> {
  const scratch = mkdtempSync(join(tmpdir(), 'svc-run-'));
  const discard = () => rmSync(scratch, { recursive: true, force: true });
  try {
    const transport = await localTransport(io, getSettings(scratch), trial);
    const close = async () => {
      await transport.close();
      discard();
    };
    const api = new ApiClient({ ...transport, close }, initialAdminKey(join(scratch, 'data')));
    const { controller } = transport;
    return { api, controller, isLocal: true, flow, branch: async () => 'live' };
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
 * Takes the settings of the folder that decide how its flows run. The others would reach outside this process: the run reads
 * the files as they are on disk, keeps its data in the temporary directory, and sends no events, messages or traces.
 */
function settingsFor(io: Io, directory: string, scratch: string): Settings {
  const { Flows, Limits, Connectors, Secrets, Git } = loadSettings({ dir: directory, env: io.env });
  const defaults = loadSettings({ dir: scratch, env: {} });
  const { Remote, ...git } = Git;
  return {
    ...defaults,
    DataDirectory: join(scratch, 'data'),
    Git: { ...git, Enabled: false, Directory: directory },
    Secrets: { ...defaults.Secrets, Providers: Secrets.Providers },
    Flows,
    Limits,
    Connectors,
  };
}

/** Takes what flows may do, and their limits, from the settings of the repository of a flow that needs nothing else of it. */
function settingsForOne(io: Io, root: string | undefined, scratch: string, directory: string): Settings {
  const own = settingsFor(io, directory, scratch);
  if (root === undefined) return own;
  const { Flows, Limits } = loadSettings({ dir: root, env: io.env });
  return { ...own, Flows, Limits };
}
