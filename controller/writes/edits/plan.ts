import {
  causedFindings,
  type Finding,
  newestFile,
  problemDetail,
  referrersOf,
  type Snapshot,
} from '../../catalog/index.js';
import { unifiedDiff } from '../../git/index.js';
import { Problem } from '../../problems/index.js';
import { limitCrossed } from '../../yaml-edit/read/read-yaml.js';
import type { EntityChange, WritePreview, WrittenEntity } from './contract.js';
import { editEntity } from './edit-entity.js';
import { changedFiles, type EditTools, type FileEdit, type SnapshotTools, withChanges } from './file-edit.js';

/** The most `errors[]` of one answer. */
const mostErrors = 100;

export interface PlanTools extends EditTools, SnapshotTools {}

/** The edits and findings of a write on one version of a branch. */
export interface Plan {
  edits: readonly FileEdit[];
  /** The branch with the edits. */
  next: Snapshot;
  /** Findings in the files that change, and in entities elsewhere that the write breaks. */
  findings: readonly Finding[];
  /** The reason why the write must not be made. */
  refusal: Problem | undefined;
}

/** Plans a write, all of its changes together. @throws Problem as `editEntity` */
export async function planWrite(
  snapshot: Snapshot,
  changes: readonly EntityChange[],
  tools: PlanTools,
): Promise<Plan> {
  const edits = await withTextsBefore(
    changes.map((change) => editEntity(snapshot, change, tools)),
    tools,
  );
  requireApart(edits);
  const real = edits.filter(({ change }) => change !== 'unchanged');
  if (real.length === 0) return { edits, next: snapshot, findings: [], refusal: undefined };
  const next = await withChanges(snapshot, real.flatMap(changedFiles), tools);
  const { inFiles, elsewhere } = causedFindings(snapshot, next);
  const refusal = inUse(next, real) ?? invalid(snapshot, { edits: real, inFiles, elsewhere });
  return { edits, next, findings: [...inFiles, ...elsewhere], refusal };
}

export function writtenBy({ edits, next }: Plan): WrittenEntity[] {
  return edits.map(({ type, name, change, path }) => {
    return { type, name, change, path, etag: newestFile(next, type, name)?.etag ?? null };
  });
}

export function previewOf(plan: Plan): WritePreview {
  const { findings, refusal, edits } = plan;
  const diff = edits.map(diffOf).join('');
  return { entities: writtenBy(plan), diff, findings, valid: refusal === undefined };
}

function diffOf({ path, before, after, texts = [] }: FileEdit): string {
  const side = (version: { text: string } | undefined) => {
    return { path, content: version ? Buffer.from(version.text) : null };
  };
  const beside = texts.map((text) => unifiedDiff({ path: text.path, content: text.before ?? null }, text));
  return [unifiedDiff(side(before), side(after)), ...beside].join('');
}

/** Returns the edits with the present bytes of the text files that change. */
async function withTextsBefore(
  edits: readonly FileEdit[],
  { read }: SnapshotTools,
): Promise<readonly FileEdit[]> {
  const bases = edits.flatMap(({ texts = [] }) => texts.flatMap(({ base }) => base ?? []));
  if (bases.length === 0) return edits;
  const blobs = await read(bases);
  return edits.map((edit) => {
    if (!edit.texts) return edit;
    return { ...edit, texts: edit.texts.map((text) => ({ ...text, before: blobs.get(text.base ?? '') })) };
  });
}

/** @throws Problem body_invalid if two changes are about one entity, or would share a file */
function requireApart(edits: readonly FileEdit[]): void {
  const seen = new Set<string>();
  for (const [index, { type, name, path }] of edits.entries()) {
    for (const key of [`${type}/${name}`, `file ${path}`]) {
      if (seen.has(key)) {
        throw new Problem('body_invalid', `The batch changes ${type} \`${name}\`, or its file, twice.`, {
          errors: [
            { pointer: `/changes/${index}`, message: `an earlier change is about ${type} \`${name}\`` },
          ],
          hints: ['Give one change for each entity.'],
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

/** Returns the refusal of a write that causes errors. Errors that a file had before a partial edit of it do not count. */
function invalid(snapshot: Snapshot, { edits, inFiles, elsewhere }: Found): Problem | undefined {
  const known = new Set<string>();
  for (const { type, name, isWhole } of edits) {
    if (isWhole) continue;
    for (const finding of snapshot.status(type, name)?.findings ?? []) known.add(keyOf(finding));
  }
  const caused = inFiles.filter((found) => found.severity === 'error' && !known.has(keyOf(found)));
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

function keyOf({ rule, file, pointer, message }: Finding): string {
  return JSON.stringify([rule, file, pointer, message]);
}
