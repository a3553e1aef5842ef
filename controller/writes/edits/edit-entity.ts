import { posix } from 'node:path';
import { isEqual } from '../../../schemas/json/equal.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import {
  entityAt,
  type Finding,
  isJsonFile,
  type NewestFile,
  newestFile,
  type Snapshot,
} from '../../catalog/index.js';
import { nearest, Problem } from '../../problems/index.js';
import { applyJsonPatch, applyMergePatch } from '../../yaml-edit/patches/apply-patch.js';
import type { YamlLimits } from '../../yaml-edit/read/yaml-document.js';
import { rewriteYaml } from '../../yaml-edit/rewrite/rewrite-yaml.js';
import { newYaml } from '../../yaml-edit/write/new-yaml.js';
import type { EntityChange } from './contract.js';
import { completed, nameOfChange } from './entity-name.js';
import { type EditTarget, type EditTools, type FileEdit, pathForNew } from './file-edit.js';
import { restoreEdit } from './restore-edit.js';

/**
 * Returns the edit of a file that makes a change. An entity is edited in the file that defines it; a new one gets a file
 * of its own.
 * @throws Problem entity_invalid, entity_not_found, entity_file_unreadable, name_taken, version_conflict,
 *   patch_invalid, patch_conflict
 */
export function editEntity(snapshot: Snapshot, change: EntityChange, { kinds, limits }: EditTools): FileEdit {
  const kind = kinds.get(change.type);
  if (!kind) throw new Problem('entity_type_unknown', `There is no entity type \`${change.type}\`.`);
  const name = nameOfChange(change);
  const file = newestFile(snapshot, kind.kind, name);
  if (file && file.duplicates.length > 0) throw ambiguous(kind.kind, name, file);
  if (change.ifMatch) requireMatch(change.ifMatch, file, `${kind.kind} \`${name}\``);
  const target = { snapshot, kind, name, file };
  if (change.restore) return restoreEdit(target, change.restore, limits);
  if (change.op === 'create') return createEdit(target, change.definition ?? {}, limits);
  if (!file) throw missing(snapshot, kind.kind, name);
  const before = { blobId: file.blobId, text: file.text, etag: file.etag, definition: file.definition };
  const edit = { type: kind.kind, name, path: file.path, before };
  if (change.op === 'delete') return { ...edit, change: 'deleted', after: undefined, isWhole: false };
  const definition = completed(kind, name, intended(change, file, limits));
  if (file.definition && isEqual(file.definition, definition)) {
    return { ...edit, change: 'unchanged', after: { text: file.text, definition }, isWhole: false };
  }
  const { text } = rewriteYaml(file.text, definition, { limits, isJson: isJsonFile(file.path) });
  const isWhole = change.definition !== undefined;
  return { ...edit, change: 'updated', after: { text, definition }, isWhole };
}

function createEdit(
  { snapshot, kind, name, file }: EditTarget,
  given: JsonObject,
  limits: YamlLimits,
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
  const wanted = etags.map((etag) => `\`${etag}\``).join(', ');
  const found = file ? `is at version \`${file.etag}\`` : 'does not exist';
  throw new Problem('version_conflict', `The ${what} ${found}; the request names ${wanted}.`);
}

function missing(snapshot: Snapshot, kind: string, name: string): Problem {
  const [first, ...others] = unreadableAs(snapshot, name);
  if (first) {
    const detail = `No readable file defines the ${kind} \`${name}\`, and \`${first.file}\` cannot be read.`;
    return new Problem('entity_file_unreadable', detail, {
      errors: [first, ...others].map(({ file, line, column, message }) => ({ file, line, column, message })),
    });
  }
  const names = snapshot.list(kind).map((record) => record.name);
  const near = nearest(name, names);
  const detail = `There is no ${kind} \`${name}\` on branch \`${snapshot.branch}\`.`;
  return new Problem(
    'entity_not_found',
    detail,
    near === undefined ? {} : { hints: [`Did you mean \`${near}\`?`] },
  );
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
