import { posix } from 'node:path';
import type { JsonObject } from '../../../schemas/json/types.js';
import { isEqual } from '../../../schemas/json/values.js';
import {
  causedFindings,
  entityAt,
  type Finding,
  getReferrers,
  isJsonFile,
  type NewestFile,
  newestFile,
  problemDetail,
  type Snapshot,
  type UnrunnableEntity,
  unknownEntity,
} from '../../catalog/index.js';
import { unifiedDiff } from '../../git/index.js';
import { Problem } from '../../problems/index.js';
import { applyJsonPatch, applyMergePatch } from '../../yaml-edit/patches/apply-patch.js';
import type { YamlLimits } from '../../yaml-edit/read/yaml-document.js';
import { limitCrossed } from '../../yaml-edit/read/yaml-value.js';
import type { EntityChange, WritePreview, WriteResult, WrittenEntity } from './contract.js';
import {
  changedFiles,
  type EditTarget,
  type EditTools,
  type FileEdit,
  nameOfChange,
  pathForNew,
  requireInScope,
  type SnapshotTools,
  withChanges,
} from './file-edit.js';
import { completed, identityLost } from './identity.js';
import { restoreEdit } from './restore-edit.js';
import { toSummary } from './summary.js';

/**
 * Returns the edit of a file that makes a change. An entity is edited in the file that defines it; a new one gets a file
 * of its own.
 * @throws Problem entity_invalid, entity_not_found, entity_file_unreadable, name_taken, version_conflict,
 *   patch_invalid, patch_conflict
 */
async function editEntity(snapshot: Snapshot, change: EntityChange, tools: PlanTools): Promise<FileEdit> {
  const { kinds, limits, catalog, folder } = tools;
  const kind = kinds.get(change.type);
  if (!kind) throw new Problem('entity_type_unknown', `There is no entity type \`${change.type}\`.`);
  const name = nameOfChange(change);
  const file = newestFile(snapshot, kind.kind, name);
  if (file && file.duplicates.length > 0) throw ambiguous(kind.kind, name, file);
  if (change.ifMatch) requireMatch(change.ifMatch, file, `${kind.kind} \`${name}\``);
  const target = { snapshot, kind, name, file, prefix: folder?.prefix ?? '' };
  if (change.restore) return restoreEdit(target, change.restore, limits);
  if (change.op === 'create') return createEdit(target, change.definition ?? {}, tools);
  if (!file) throw missing(snapshot, kind.kind, name);
  const before = { blobId: file.blobId, text: file.text, etag: file.etag, definition: file.definition };
  const edit = { type: kind.kind, name, path: file.path, before };
  if (change.op === 'delete') return { ...edit, change: 'deleted', after: undefined, isWhole: false };
  const definition = completed(kind, name, intended(change, file, limits));
  if (file.definition && isEqual(file.definition, definition)) {
    return { ...edit, change: 'unchanged', after: { text: file.text, definition }, isWhole: false };
  }
  const source = file.text;
  const planInput = { source, definition, limits, isJson: isJsonFile(file.path) };
  const text = await catalog.textWith(planInput).catch((error) => {
    throw error instanceof Problem ? inFile(file.path, error) : error;
  });
  const isWhole = change.definition !== undefined;
  return { ...edit, change: 'updated', after: { text, definition }, isWhole };
}

/** Returns the problem of a file's text with the path of the file. */
function inFile(path: string, { code, message, hints, errors = [], cause }: Problem): Problem {
  const placed = errors.map((error) => (error.line === undefined ? error : { file: path, ...error }));
  return new Problem(code, message, { hints, cause, ...(errors.length > 0 ? { errors: placed } : {}) });
}

async function createEdit(
  target: EditTarget,
  changed: JsonObject,
  { catalog, limits }: PlanTools,
): Promise<FileEdit> {
  const { kind, name, file } = target;
  if (file) {
    throw new Problem('name_taken', `The ${kind.kind} \`${name}\` exists already, in \`${file.path}\`.`, {
      hints: ['Change it with `PUT` or `PATCH`, or choose another name.'],
    });
  }
  const definition = completed(kind, name, changed);
  const first = kind.kind === 'flow' ? ['document'] : ['kind', 'name'];
  const text = await catalog.textWith({ definition, limits, first });
  const path = pathForNew(target);
  const after = { text, definition };
  return { type: kind.kind, name, path, change: 'created', before: undefined, after, isWhole: true };
}

/** Returns the definition that the caller wants, with patches applied to the definition of today. */
function intended(change: EntityChange, file: NewestFile, limits: YamlLimits): JsonObject {
  if (change.definition) return change.definition;
  const { definition } = file;
  if (!definition) {
    const detail = `\`${file.path}\` no longer states which entity it defines.`;
    throw new Problem('entity_file_unreadable', detail);
  }
  if (change.mergePatch) return applyMergePatch(definition, change.mergePatch, limits);
  return applyJsonPatch(definition, change.jsonPatch, limits);
}

function requireMatch(etags: readonly string[], file: NewestFile | undefined, what: string): void {
  if (file && (etags.includes('*') || etags.includes(file.etag))) return;
  const expected = etags.map((etag) => `\`${etag}\``).join(', ');
  const actual = file ? `is at version \`${file.etag}\`` : 'does not exist';
  throw new Problem('version_conflict', `The ${what} ${actual}; the request names ${expected}.`);
}

function missing(snapshot: Snapshot, kind: string, name: string): Problem {
  const [first, ...others] = unreadableAs(snapshot, name);
  if (first) {
    const detail = `No readable file defines the ${kind} \`${name}\`, and \`${first.file}\` cannot be read.`;
    return new Problem('entity_file_unreadable', detail, {
      errors: [first, ...others].map(({ file, line, column, message }) => ({ file, line, column, message })),
    });
  }
  return unknownEntity(snapshot, kind, name);
}

function ambiguous(kind: string, name: string, { path, duplicates }: NewestFile): Problem {
  return new Problem('entity_file_unreadable', `Several files define the ${kind} \`${name}\`.`, {
    errors: [path, ...duplicates].map((file) => ({ file, message: `defines ${kind} \`${name}\`` })),
    hints: ['Delete or rename all but one of them in Git first.'],
  });
}

/** Returns the errors in files that are named like the entity and define no entity. */
function unreadableAs(snapshot: Snapshot, name: string): Finding[] {
  return snapshot.findings.filter(({ file, severity }) => {
    const isNamed = posix.parse(file).name === name && severity === 'error';
    return isNamed && entityAt(snapshot, file) === undefined;
  });
}

/** The most `errors[]` of one answer. */
const maxErrors = 100;

export interface PlanTools extends EditTools, SnapshotTools {
  /** Returns those of the entities of a snapshot that could not run; left out where that is of no interest. */
  findUnrunnable?: (
    snapshot: Snapshot,
    entities: readonly { type: string; name: string }[],
  ) => readonly UnrunnableEntity[];
}

/** The edits and findings of a write on one version of a branch. */
export interface Plan {
  edits: readonly FileEdit[];
  /** The branch with the edits. */
  next: Snapshot;
  /** Findings in the files that change, and in entities elsewhere that the write breaks. */
  findings: readonly Finding[];
  /** The written entities that could not run. */
  notRunnable: readonly UnrunnableEntity[];
  /** The reason why the write must not be made. */
  refusal: Problem | undefined;
}

/** Plans a write, all of its changes together. @throws Problem as `editEntity` */
export async function planWrite(
  snapshot: Snapshot,
  changes: readonly EntityChange[],
  tools: PlanTools,
): Promise<Plan> {
  const edited: FileEdit[] = [];
  for (const change of changes) edited.push(await editEntity(snapshot, change, tools));
  const edits = await withTextsBefore(edited, tools);
  requireApart(edits);
  await requireInScope(snapshot, edits, tools);
  const real = edits.filter(({ change }) => change !== 'unchanged');
  const { findUnrunnable = () => [] } = tools;
  if (real.length === 0) {
    const notRunnable = findUnrunnable(snapshot, edits);
    return { edits, next: snapshot, findings: [], notRunnable, refusal: undefined };
  }
  const next = await withChanges(snapshot, real.flatMap(changedFiles), tools);
  const caused = causedFindings(snapshot, next);
  const lost = identityLost(next, real, caused.inFiles);
  const refusal = inUse(next, real) ?? lost ?? invalid(snapshot, real, caused);
  const findings = [...caused.inFiles, ...caused.elsewhere];
  return { edits, next, findings, notRunnable: findUnrunnable(next, real), refusal };
}

/** Returns what the answer to a write says about its entities. */
export function describeWritten(plan: Plan): Pick<WriteResult, 'entities' | 'findings' | 'notRunnable'> {
  const { findings, notRunnable } = plan;
  return { entities: writtenBy(plan), findings, notRunnable };
}

function writtenBy({ edits, next }: Plan): WrittenEntity[] {
  return edits.map(({ type, name, change, path }) => {
    return { type, name, change, path, etag: newestFile(next, type, name)?.etag ?? null };
  });
}

export function getPreview(plan: Plan): WritePreview {
  const { refusal, edits, next } = plan;
  const diff = edits.map(getDiff).join('');
  const deleted = edits.filter(({ change }) => change === 'deleted');
  const referrers = deleted
    .flatMap(({ type, name }) => getReferrers(next, type, name))
    .slice(0, maxErrors)
    .map(({ kind, name, file, line }) => ({ type: kind, name, file, line }));
  const summary = toSummary(edits, refusal);
  return { ...describeWritten(plan), diff, summary, referrers, valid: refusal === undefined };
}

function getDiff({ path, before, after, texts = [] }: FileEdit): string {
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
    const users = change === 'deleted' ? getReferrers(next, type, name) : [];
    if (users.length === 0) continue;
    const named = users.slice(0, 5).map((user) => `${user.kind} \`${user.name}\``);
    const list = `${named.join(', ')}${users.length > 5 ? ` and ${users.length - 5} more` : ''}`;
    return new Problem('entity_in_use', `The ${type} \`${name}\` is used by ${list}.`, {
      errors: users.slice(0, maxErrors).map(({ file, line, column, pointer, ...user }) => {
        return { file, line, column, pointer, message: `${user.kind} \`${user.name}\` refers to it` };
      }),
    });
  }
  return undefined;
}

/** Returns the refusal of a write that causes errors. Errors that a file had before a partial edit of it do not count. */
function invalid(
  snapshot: Snapshot,
  edits: readonly FileEdit[],
  { inFiles, elsewhere }: ReturnType<typeof causedFindings>,
): Problem | undefined {
  const names = new Set<string>();
  for (const { type, name, isWhole } of edits) {
    if (isWhole) continue;
    for (const finding of snapshot.status(type, name)?.findings ?? []) names.add(getKey(finding));
  }
  const caused = inFiles.filter((edit) => edit.severity === 'error' && !names.has(getKey(edit)));
  const errors = [...caused, ...elsewhere];
  const [first] = errors;
  if (!first) return undefined;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  const broken = caused.length === 0 ? 'It would break what refers to it' : 'It would not be valid';
  const hints = [...new Set(errors.flatMap(({ hint }) => hint ?? []))].slice(0, 5);
  const code = limitCrossed(errors.map(({ rule }) => rule)) ?? 'entity_invalid';
  return new Problem(code, `${broken}: ${first.file}:${first.line}: ${first.message}${more}.`, {
    hints,
    errors: errors.slice(0, maxErrors).map(problemDetail),
  });
}

function getKey({ rule, file, pointer, message }: Finding): string {
  return JSON.stringify([rule, file, pointer, message]);
}
