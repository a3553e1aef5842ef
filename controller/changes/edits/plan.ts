import type { Catalog, Finding, Snapshot } from '../../catalog/contract.js';
import { causedFindings, limitCrossed, referrersOf } from '../../catalog/index.js';
import { problemDetail } from '../../catalog/problem-detail.js';
import { Problem } from '../../problems/index.js';
import { blobId } from '../../repository/index.js';
import type { EntityChange } from '../intents.js';
import { type EditTools, editFor, type FileEdit } from './file-edit.js';

/** The most `errors[]` of one answer. */
const mostErrors = 100;

export interface PlanTools extends EditTools {
  catalog: Pick<Catalog, 'advance'>;
  read(blobIds: readonly string[]): Promise<Map<string, Uint8Array>>;
}

/** What a write comes to on one version of a branch. */
export interface Plan {
  edits: readonly FileEdit[];
  /** The branch as it would be. */
  next: Snapshot;
  /** About the files that change, and what breaks elsewhere. */
  findings: readonly Finding[];
  /** Why the write must not be made. */
  refusal: Problem | undefined;
}

/** Works out a write, all of its changes together. @throws Problem as `editFor` */
export async function planWrite(
  snapshot: Snapshot,
  changes: readonly EntityChange[],
  tools: PlanTools,
): Promise<Plan> {
  const edits = await withBefore(
    changes.map((change) => editFor(snapshot, change, tools)),
    tools,
  );
  requireApart(edits);
  const real = edits.filter(({ change }) => change !== 'unchanged');
  if (real.length === 0) return { edits, next: snapshot, findings: [], refusal: undefined };
  const next = await advance(snapshot, real, tools);
  const { inFiles, elsewhere } = causedFindings(snapshot, next);
  const refusal = inUse(next, real) ?? invalid(snapshot, { edits: real, inFiles, elsewhere });
  return { edits, next, findings: [...inFiles, ...elsewhere], refusal };
}

/** The texts that change, with what they are now. */
async function withBefore(edits: readonly FileEdit[], tools: PlanTools): Promise<readonly FileEdit[]> {
  const bases = edits.flatMap(({ texts = [] }) => texts.flatMap(({ base }) => base ?? []));
  if (bases.length === 0) return edits;
  const blobs = await tools.read(bases);
  return edits.map((edit) => {
    if (!edit.texts) return edit;
    return { ...edit, texts: edit.texts.map((text) => ({ ...text, before: blobs.get(text.base ?? '') })) };
  });
}

/** What the files of an edit are to hold, where they do not yet; each right before what it was worked out on. */
export function filesOf({ path, before, after, texts = [] }: FileEdit): FileContent[] {
  const base = before?.blobId ?? null;
  const content = after ? Buffer.from(after.text) : null;
  const isSame = content !== null && base === blobId(content);
  return [...(isSame ? [] : [{ path, base, content }]), ...texts.map(({ before: _, ...text }) => text)];
}

export interface FileContent {
  path: string;
  base: string | null;
  content: Uint8Array | null;
}

/** The branch after the edits; its revision stays. */
export function advance(snapshot: Snapshot, edits: readonly FileEdit[], tools: PlanTools): Promise<Snapshot> {
  const contents = new Map<string, Uint8Array>();
  const changes = edits.flatMap(filesOf).map(({ path, content }) => {
    if (!content) return { path, blobId: undefined };
    const id = blobId(content);
    contents.set(id, content);
    return { path, blobId: id };
  });
  const read = async (ids: readonly string[]) => {
    const others = ids.filter((id) => !contents.has(id));
    const found = others.length > 0 ? await tools.read(others) : [];
    return new Map([...contents, ...found]);
  };
  return tools.catalog.advance(snapshot, { revision: snapshot.revision, changes, read });
}

/** @throws Problem body_invalid when two changes are about one entity, or would share a file */
function requireApart(edits: readonly FileEdit[]): void {
  const seen = new Set<string>();
  for (const [index, { type, name, path }] of edits.entries()) {
    for (const key of [`${type}/${name}`, `file ${path}`]) {
      if (seen.has(key)) {
        throw new Problem('body_invalid', `The batch changes ${type} \`${name}\`, or its file, twice.`, {
          errors: [{ pointer: `/changes/${index}`, message: `${type} \`${name}\` is in the batch before` }],
          hints: ['Say what is to become of each entity once.'],
        });
      }
      seen.add(key);
    }
  }
}

function inUse(next: Snapshot, edits: readonly FileEdit[]): Problem | undefined {
  for (const { type, name, change } of edits) {
    const users = change === 'deleted' ? referrersOf(next, type, name) : [];
    if (users.length === 0) continue;
    const named = users.slice(0, 5).map((user) => `${user.kind} \`${user.name}\``);
    const list = `${named.join(', ')}${users.length > 5 ? ` and ${users.length - 5} more` : ''}`;
    return new Problem('entity_in_use', `The ${type} \`${name}\` is used by ${list}.`, {
      errors: users.slice(0, mostErrors).map(({ file, line, column, pointer, ...user }) => {
        return { file, line, column, pointer, message: `${user.kind} \`${user.name}\` refers to it` };
      }),
    });
  }
  return undefined;
}

interface Found {
  edits: readonly FileEdit[];
  inFiles: readonly Finding[];
  elsewhere: readonly Finding[];
}

/** What was wrong in a file before an edit of a part of it, and all that is wrong elsewhere already, does not count. */
function invalid(snapshot: Snapshot, { edits, inFiles, elsewhere }: Found): Problem | undefined {
  const known = new Set<string>();
  for (const { type, name, isWhole } of edits) {
    if (isWhole) continue;
    for (const finding of snapshot.status(type, name)?.findings ?? []) known.add(wordOf(finding));
  }
  const caused = inFiles.filter((found) => found.severity === 'error' && !known.has(wordOf(found)));
  const errors = [...caused, ...elsewhere];
  const [first] = errors;
  if (!first) return undefined;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  const broken = caused.length === 0 ? 'It would break what refers to it' : 'It would not be valid';
  const hints = [...new Set(errors.flatMap(({ hint }) => hint ?? []))].slice(0, 5);
  const code = limitCrossed(errors.map(({ rule }) => rule)) ?? 'entity_invalid';
  return new Problem(code, `${broken}: ${first.file}:${first.line}: ${first.message}${more}.`, {
    hints,
    errors: errors.slice(0, mostErrors).map(problemDetail),
  });
}

function wordOf({ rule, file, pointer, message }: Finding): string {
  return JSON.stringify([rule, file, pointer, message]);
}
