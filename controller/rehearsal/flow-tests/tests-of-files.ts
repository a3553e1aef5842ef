import { createHash } from 'node:crypto';
import type { Settings } from '../../../schemas/index.js';
import {
  createCatalog,
  type Finding,
  type KindDefinition,
  type LooseTexts,
  type Snapshot,
} from '../../catalog/index.js';
import { compileFlow } from '../../flows/index.js';
import { createVersionReader } from '../../runs/index.js';
import { createSandbox } from '../../sandbox/index.js';
import { FlowTester, type ListedTest } from './flow-tester.js';
import type { TestLimits } from './rehearsed-test.js';

interface FilesOptions {
  kinds: readonly KindDefinition[];
  limits: Settings['Limits'];
  /** `Flows.Environment`. */
  environment?: string | undefined;
}

/** Tests of files that are in no service. */
interface FileTests {
  readonly snapshot: Snapshot;
  readonly tester: FlowTester;
  /** The tests, valid or not, with the flows that they name. */
  list(): ListedTest[];
  /** The first error of each file that defines no entity because of it, the first 100. */
  listUnreadable(): Finding[];
  close(): Promise<void>;
}

const maxUnreadable = 100;

/** Returns the limits that tests keep, as runs do. */
export function getTestLimits(limits: Settings['Limits']): TestLimits {
  return {
    taskOutput: limits.TaskOutput,
    flowDurationMs: limits.FlowDuration * 1_000,
    tasks: limits.RunTasks,
    nesting: limits.RunNesting,
    children: limits.RunChildren,
  };
}

function listUnreadable(snapshot: Snapshot): Finding[] {
  const paths = new Set(snapshot.unreadyFiles(maxUnreadable));
  if (paths.size === 0) return [];
  return snapshot.findings.filter(({ file, severity }) => severity === 'error' && paths.delete(file));
}

/** Opens files as a branch, without a database, a network or secrets. @param texts further texts that entities name */
export async function openFileTests(
  files: readonly { path: string; content: Uint8Array }[],
  { kinds, limits, environment }: FilesOptions,
  texts?: LooseTexts,
): Promise<FileTests> {
  const catalog = createCatalog(kinds, { limits });
  const contents = new Map<string, Uint8Array>();
  const source = files.map(({ path, content }) => {
    const blobId = createHash('sha1').update(content).digest('hex');
    contents.set(blobId, content);
    return { path, blobId };
  });
  const textIds = new Map<string, string>();
  const paths = new Set(source.map(({ path }) => path));
  for (const path of texts?.paths() ?? []) {
    if (paths.has(path)) continue;
    paths.add(path);
    textIds.set(`text ${path}`, path);
    source.push({ path, blobId: `text ${path}` });
  }
  const read = async (ids: readonly string[]): Promise<Map<string, Uint8Array>> =>
    new Map(
      ids.flatMap((id) => {
        const path = textIds.get(id);
        const content = path === undefined ? contents.get(id) : texts?.read([path]).get(path);
        return content === undefined ? [] : [[id, content]];
      }),
    );
  const snapshot = await catalog.load({ branch: 'local', revision: 'files', files: source, read });
  const sandbox = createSandbox({ allowProcesses: false });
  const version = createVersionReader(
    sandbox,
    (definition, texts) => compileFlow(definition, false, texts).plan,
  );
  const tester = new FlowTester({ version, limits: getTestLimits(limits), environment });
  return {
    snapshot,
    tester,
    list: () => tester.list(snapshot),
    listUnreadable: () => listUnreadable(snapshot),
    async close() {
      await sandbox.close();
      await catalog.close();
    },
  };
}
