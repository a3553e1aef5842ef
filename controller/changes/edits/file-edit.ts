import { posix } from 'node:path';
import type { JsonObject } from '../../../schemas/json.js';
import type { Finding, KindDefinition, Snapshot } from '../../catalog/contract.js';
import { entityAt, type NewestFile, newestFile } from '../../catalog/index.js';
import type { YamlLimits } from '../../catalog/yaml-document.js';
import { nearest, Problem } from '../../problems/index.js';
import { blobId } from '../../repository/index.js';
import { isEqual } from '../compare/index.js';
import type { EntityChange } from '../intents.js';
import { applyJsonPatch, applyMergePatch } from '../patches/index.js';
import { newYaml, readYaml, rewriteYaml } from '../yaml/index.js';
import { completed, nameOfChange, statedName } from './entity-address.js';
import { pathForNew, pathFree } from './new-path.js';
import { type TextEdit, textEdits } from './text-edits.js';

/** One file as it is and as it is to be. */
export interface FileEdit {
  type: string;
  name: string;
  change: 'created' | 'updated' | 'deleted' | 'unchanged';
  path: string;
  /** Undefined for a file that is not there yet. */
  before: { blobId: string; text: string; etag: string; definition: JsonObject | undefined } | undefined;
  /** Undefined for a file that is to go. */
  after: { text: string; definition: JsonObject } | undefined;
  /** The caller said all of it: what is wrong in it is his, whether or not it was before. */
  isWhole: boolean;
  /** Texts beside it that change with it. */
  texts?: readonly TextEdit[];
}

export interface EditTools {
  kinds: ReadonlyMap<string, KindDefinition>;
  limits: YamlLimits;
}

/**
 * What a change means for the files of a branch. An entity is edited where it stands; a new one gets a file of its own.
 * @throws Problem entity_invalid, entity_not_found, entity_file_unreadable, name_taken, version_conflict,
 *   patch_invalid, patch_conflict
 */
export function editFor(snapshot: Snapshot, change: EntityChange, tools: EditTools): FileEdit {
  const kind = tools.kinds.get(change.type);
  if (!kind) throw new Problem('entity_type_unknown', `There is no entity type \`${change.type}\`.`);
  const name = nameOfChange(change);
  const file = newestFile(snapshot, kind.kind, name);
  if (file && file.duplicates.length > 0) throw ambiguous(kind.kind, name, file);
  if (change.ifMatch) requireMatch(change.ifMatch, file, `${kind.kind} \`${name}\``);
  if (change.restore) return restoration(snapshot, kind, name, file, change.restore, tools);
  if (change.op === 'create') return creation(snapshot, kind, name, file, change, tools);
  if (!file) throw missing(snapshot, kind.kind, name);
  const before = { blobId: file.blobId, text: file.text, etag: file.etag, definition: file.definition };
  const about = { type: kind.kind, name, path: file.path, before };
  if (change.op === 'delete') return { ...about, change: 'deleted', after: undefined, isWhole: false };
  const definition = completed(kind, name, intended(change, file, tools.limits));
  if (file.definition && isEqual(file.definition, definition)) {
    return { ...about, change: 'unchanged', after: { text: file.text, definition }, isWhole: false };
  }
  const { text } = rewriteYaml(file.text, definition, {
    limits: tools.limits,
    isJson: isJson(file.path),
  });
  const isWhole = change.definition !== undefined;
  return { ...about, change: 'updated', after: { text, definition }, isWhole };
}

function creation(
  snapshot: Snapshot,
  kind: KindDefinition,
  name: string,
  file: NewestFile | undefined,
  { definition: given = {} }: EntityChange,
  { limits }: EditTools,
): FileEdit {
  if (file) {
    throw new Problem('name_taken', `The ${kind.kind} \`${name}\` exists already, in \`${file.path}\`.`, {
      hints: ['Change it with `PUT` or `PATCH`, or choose another name.'],
    });
  }
  const definition = completed(kind, name, given);
  const first = kind.kind === 'flow' ? ['document'] : ['kind', 'name'];
  const text = newYaml(definition, { limits, first });
  const path = pathForNew(snapshot, kind.plural, name);
  const after = { text, definition };
  return { type: kind.kind, name, path, change: 'created', before: undefined, after, isWhole: true };
}

/** The file with other bytes as they are, where it stands; or back where it was. */
function restoration(
  snapshot: Snapshot,
  kind: KindDefinition,
  name: string,
  file: NewestFile | undefined,
  restore: NonNullable<EntityChange['restore']>,
  { limits }: EditTools,
): FileEdit {
  const content = Buffer.from(restore.content);
  const text = content.toString('utf8');
  if (!Buffer.from(text).equals(content)) throw notText(kind.kind, name, restore.path);
  const after = { text, definition: restoredDefinition(kind, name, text, restore.path, limits) };
  const path =
    file?.path ?? (pathFree(snapshot, restore.path) ? restore.path : pathForNew(snapshot, kind.plural, name));
  const texts = textEdits(snapshot, path, restore.texts ?? []);
  const about = { type: kind.kind, name, path, isWhole: true, ...(texts.length > 0 ? { texts } : {}) };
  if (!file) return { ...about, change: 'created', before: undefined, after };
  const before = { blobId: file.blobId, text: file.text, etag: file.etag, definition: file.definition };
  const change = blobId(content) === file.blobId && texts.length === 0 ? 'unchanged' : 'updated';
  return { ...about, change, before, after };
}

/** @throws Problem entity_invalid when the text is not of the entity */
function restoredDefinition(
  kind: KindDefinition,
  name: string,
  text: string,
  path: string,
  limits: YamlLimits,
): JsonObject {
  const definition = readYaml(text, { limits, isJson: isJson(path) });
  if (statedName(kind.kind, definition) !== undefined) return completed(kind, name, definition);
  throw new Problem(
    'entity_invalid',
    `\`${path}\` did not say then that it is the ${kind.kind} \`${name}\`.`,
  );
}

function notText(kind: string, name: string, file: string): Problem {
  const message = 'the file is not UTF-8';
  return new Problem('entity_invalid', `The ${kind} \`${name}\` cannot be as it was: ${message}.`, {
    errors: [{ file, message }],
  });
}

function intended(change: EntityChange, file: NewestFile, limits: YamlLimits): JsonObject {
  if (change.definition) return change.definition;
  const { definition } = file;
  if (!definition) {
    throw new Problem(
      'entity_file_unreadable',
      `\`${file.path}\` does not say any more which entity it defines.`,
    );
  }
  if (change.mergePatch) return applyMergePatch(definition, change.mergePatch, limits);
  return applyJsonPatch(definition, change.jsonPatch, limits);
}

function requireMatch(etags: readonly string[], file: NewestFile | undefined, what: string): void {
  if (file && (etags.includes('*') || etags.includes(file.etag))) return;
  const is = file ? `\`${file.etag}\`` : 'not there';
  const had = etags.map((etag) => `\`${etag}\``).join(', ');
  throw new Problem('version_conflict', `The ${what} is ${is}; the caller has ${had}.`);
}

function missing(snapshot: Snapshot, kind: string, name: string): Problem {
  const broken = unreadableAs(snapshot, name);
  if (broken.length > 0) {
    const [{ file } = { file: '' }] = broken;
    const detail = `There is no ${kind} \`${name}\` that can be read; \`${file}\` cannot be.`;
    return new Problem('entity_file_unreadable', detail, {
      errors: broken.map(({ file: path, line, column, message }) => ({ file: path, line, column, message })),
    });
  }
  const near = nearest(
    name,
    snapshot.list(kind).map((record) => record.name),
  );
  return new Problem(
    'entity_not_found',
    `There is no ${kind} \`${name}\` on branch \`${snapshot.branch}\`.`,
    near === undefined ? {} : { hints: [`Did you mean \`${near}\`?`] },
  );
}

function ambiguous(kind: string, name: string, { path, duplicates }: NewestFile): Problem {
  const files = [path, ...duplicates];
  return new Problem('entity_file_unreadable', `Several files define the ${kind} \`${name}\`.`, {
    errors: files.map((file) => ({ file, message: `defines ${kind} \`${name}\`` })),
    hints: ['Delete or rename all but one of them in Git first.'],
  });
}

/** What is wrong with files of this name that say of no entity that they define it. */
function unreadableAs(snapshot: Snapshot, name: string): Finding[] {
  return snapshot.findings.filter(({ file, severity }) => {
    const isNamed = posix.parse(file).name === name && severity === 'error';
    return isNamed && entityAt(snapshot, file) === undefined;
  });
}

export function isJson(path: string): boolean {
  return path.toLowerCase().endsWith('.json');
}
