import { posix } from 'node:path';
import type { Catalog, Finding, Snapshot } from '../catalog/index.js';
import { blobId } from '../git/index.js';
import type { Source, TreeChange } from '../sources/source/source.js';
import type { PreviewFile, Reconciler } from './contract.js';

/** The snapshot that `head`, a snapshot of the source, would become with these files. */
export function preview(
  { catalog, source }: { catalog: Catalog; source: Source },
  head: Snapshot,
  files: readonly PreviewFile[],
): Promise<Snapshot> {
  const { isOverlay = false } = source;
  const contents = new Map<string, Uint8Array>();
  const changes = files.map(({ path, content }): TreeChange => {
    if (content === undefined) return { path, blobId: undefined };
    const id = blobId(content);
    contents.set(id, content);
    return { path, blobId: id, ...(isOverlay ? { overlay: { hides: undefined } } : {}) };
  });
  const read = async (ids: readonly string[]) => {
    const others = ids.filter((id) => !contents.has(id));
    const found = others.length > 0 ? await source.read(others) : undefined;
    return new Map([...contents, ...(found ?? [])]);
  };
  return catalog.advance(head, { revision: head.revision, changes, read });
}

/**
 * Finds the errors of files as part of a branch: all findings in them, and new findings in other files.
 * @throws Problem branch_not_found, git_failed
 */
export async function findingsWith(
  reconciler: Pick<Reconciler, 'head' | 'preview'>,
  branch: string,
  files: readonly { path: string; content: string }[],
): Promise<readonly Finding[]> {
  const before = new Set((await reconciler.head(branch)).findings.map(identityOf));
  const inBranch = files.map(({ path, content }) => {
    // `./a//b.yaml` → `a/b.yaml`.
    return { path: posix.normalize(`/${path}`).slice(1), content: Buffer.from(content) };
  });
  const given = new Set(inBranch.map(({ path }) => path));
  const { findings } = await reconciler.preview(branch, inBranch);
  return findings.filter((finding) => given.has(finding.file) || !before.has(identityOf(finding)));
}

function identityOf({ rule, file, pointer, message }: Finding): string {
  return JSON.stringify([rule, file, pointer, message]);
}
