import { createHash } from 'node:crypto';
import type { Settings } from '../../../schemas/index.js';
import {
  analysisLimits,
  createCatalog,
  type Finding,
  isJsonFile,
  type KindDefinition,
  type LooseTexts,
  type Snapshot,
} from '../../catalog/index.js';
import { compileFlow } from '../../flows/index.js';
import { Problem } from '../../problems/index.js';
import { createVersionReader } from '../../runs/index.js';
import { createSandbox } from '../../sandbox/index.js';
import { changesBetween, type ValueChange } from '../../yaml-edit/compare/changes-between.js';
import { rewriteYaml } from '../../yaml-edit/rewrite/rewrite-yaml.js';
import { FlowTester, type ListedTest } from './flow-tester.js';
import type { TestLimits } from './rehearsed-test.js';
import type { LeftFailure } from './update-expectations.js';

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
  /**
   * Returns a failing test with what its run did in the place of what was expected, as the text of its file: only the changed values
   * differ, byte for byte. Undefined for a test that does not run.
   */
  update(name: string): Promise<UpdatedFile | undefined>;
  close(): Promise<void>;
}

/** The file of a test, before and after an update. */
export interface UpdatedFile {
  path: string;
  before: string;
  after: string;
  changes: ValueChange[];
  left: LeftFailure[];
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
    async update(name) {
      const update = await tester.update(snapshot, name);
      if (update === undefined) return undefined;
      const { path, definition, left } = update;
      const content = files.find((file) => file.path === path)?.content ?? new Uint8Array();
      const before = new TextDecoder('utf-8', { ignoreBOM: true }).decode(content);
      try {
        const isJson = isJsonFile(path);
        const { text: after } = rewriteYaml(before, definition, { limits: analysisLimits(limits), isJson });
        if (Buffer.byteLength(after) > limits.YamlFile)
          throw new Problem('entity_invalid', 'The file would be larger than `Limits.YamlFile`');
        return { path, before, after, changes: changesBetween(update.before, definition), left };
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        const refused = { pointer: '', message: error.message, reason: 'no file can have these values' };
        return { path, before, after: before, changes: [], left: [...left, refused] };
      }
    },
    async close() {
      await sandbox.close();
      await catalog.close();
    },
  };
}
