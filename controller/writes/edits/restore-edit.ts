import {
  blobAt,
  entityAt,
  getUsersOfFile,
  isAttachable,
  resolvePath,
  type Snapshot,
} from '../../catalog/index.js';
import { blobId } from '../../git/index.js';
import { Problem } from '../../problems/index.js';
import type { YamlLimits } from '../../yaml-edit/read/yaml-document.js';
import { readYaml } from '../../yaml-edit/read/yaml-value.js';
import type { EntityChange } from './contract.js';
import { type EditTarget, type FileEdit, isPathFree, pathForNew, type TextEdit } from './file-edit.js';
import { completed, statedName } from './identity.js';

type Restore = NonNullable<EntityChange['restore']>;

/**
 * Returns the edit that gives the entity's file the bytes of an earlier version, at the path of today or, for a deleted
 * entity, at its old path.
 * @throws Problem entity_invalid, entity_in_use
 */
export function restoreEdit(target: EditTarget, restore: Restore, limits: YamlLimits): FileEdit {
  const { snapshot, kind, name, file } = target;
  const content = Buffer.from(restore.content);
  const text = content.toString('utf8');
  if (!Buffer.from(text).equals(content)) {
    const message = 'the file is not UTF-8';
    throw new Problem('entity_invalid', `The ${kind.kind} \`${name}\` cannot be restored: ${message}.`, {
      errors: [{ file: restore.path, message }],
    });
  }
  const definition = readYaml(text, { limits });
  if (statedName(kind.kind, definition) === undefined) {
    const detail = `\`${restore.path}\` did not define the ${kind.kind} \`${name}\` in that version.`;
    throw new Problem('entity_invalid', detail);
  }
  const after = { text, definition: completed(kind, name, definition) };
  const isFree = file === undefined && isPathFree(snapshot, restore.path);
  const path = file?.path ?? (isFree ? restore.path : pathForNew(target));
  const texts = textEdits(target, path, restore.texts ?? []);
  const edit = { type: kind.kind, name, path, isWhole: true, ...(texts.length > 0 ? { texts } : {}) };
  if (!file) return { ...edit, change: 'created', before: undefined, after };
  const before = { blobId: file.blobId, text: file.text, etag: file.etag, definition: file.definition };
  const change = blobId(content) === file.blobId && texts.length === 0 ? 'unchanged' : 'updated';
  return { ...edit, change, before, after };
}

/**
 * Returns the edits of the text files that an entity names, for those with other content today.
 * @throws Problem entity_in_use if another entity names one of them too
 */
function textEdits(
  { snapshot, prefix }: EditTarget,
  path: string,
  texts: NonNullable<Restore['texts']>,
): TextEdit[] {
  return texts.flatMap(({ file, content }) => {
    const at = resolvePath(path, file, prefix);
    if (at === undefined || !isAttachable(at)) return [];
    const blob = blobAt(snapshot, at);
    const base = typeof blob === 'string' ? blob : null;
    if (base === blobId(content)) return [];
    const others = getUsersOfFile(snapshot, at).filter((user) => user !== path);
    if (others.length > 0) throw shared(snapshot, at, others);
    return [{ path: at, base, content }];
  });
}

function shared(snapshot: Snapshot, path: string, users: readonly string[]): Problem {
  const detail = `Other entities use the file \`${path}\` too, and would change with it.`;
  return new Problem('entity_in_use', detail, {
    errors: users.map((file) => {
      const entity = entityAt(snapshot, file);
      return { file, message: entity ? `${entity.kind} \`${entity.name}\` names it` : 'names it' };
    }),
    hints: ['Give the entity a text file of its own first, or revert the file with Git.'],
  });
}
