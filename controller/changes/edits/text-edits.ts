import type { Snapshot } from '../../catalog/contract.js';
import { blobAt, entityAt, isAttachable, resolvePath, usersOf } from '../../catalog/index.js';
import { Problem } from '../../problems/index.js';
import { blobId } from '../../repository/index.js';

/** A text in a file of its own as it is to be. */
export interface TextEdit {
  path: string;
  /** The blob it is now; null for a file that is not there yet. */
  base: string | null;
  content: Uint8Array;
  /** What it is now, where that was asked for and there is a file. */
  before?: Uint8Array | undefined;
}

/**
 * The texts that an entity at a path names as they were, where they are not so already.
 * @throws Problem entity_in_use when another entity names one of them too
 */
export function textEdits(
  snapshot: Snapshot,
  path: string,
  texts: readonly { file: string; content: Uint8Array }[],
): TextEdit[] {
  return texts.flatMap(({ file, content }) => {
    const at = resolvePath(path, file);
    if (at === undefined || !isAttachable(at)) return [];
    const base = blobAt(snapshot, at) ?? null;
    if (base === blobId(content)) return [];
    const others = usersOf(snapshot, at).filter((user) => user !== path);
    if (others.length > 0) throw shared(snapshot, at, others);
    return [{ path: at, base, content }];
  });
}

function shared(snapshot: Snapshot, path: string, users: readonly string[]): Problem {
  const named = users.map((file) => {
    const entity = entityAt(snapshot, file);
    return { file, message: entity ? `${entity.kind} \`${entity.name}\` names it` : 'names it' };
  });
  return new Problem(
    'entity_in_use',
    `\`${path}\` is not of this entity alone, and would change for others.`,
    {
      errors: named,
      hints: ['Give the entity a text of its own first, or take the file back with Git.'],
    },
  );
}
