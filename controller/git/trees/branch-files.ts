import { Problem } from '../../problems/index.js';
import { emptyTree } from '../objects/commit-object.js';
import type { ObjectReader } from '../objects/contract.js';
import type { TreeFile } from './contract.js';
import { isEntityFolder } from './names.js';
import { entryType, RawTree } from './raw-tree.js';
import { type ListOptions, listed } from './tree-changes.js';

/** The most entries of one walk. A tree that contains itself many times (a "Git bomb") would have no end. */
const maxEntries = 1_000_000;

/** Lists the entity files of a tree and the texts that they may name. Reads each level of folders at once. */
export async function branchFiles(
  objects: ObjectReader,
  root: string,
  options: ListOptions = {},
): Promise<TreeFile[]> {
  const { ignored } = options;
  const files: TreeFile[] = [];
  let left = maxEntries;
  let level = root === emptyTree ? [] : [{ prefix: '', id: root }];
  while (level.length > 0) {
    const treeObjects = await objects.read(level.map(({ id }) => id));
    const below: typeof level = [];
    for (const { prefix, id } of level) {
      const object = treeObjects.get(id);
      if (object?.type !== 'tree') throw new Problem('git_failed', `The object ${id} is not a tree.`);
      const tree = RawTree.parse(id, object.content);
      left -= tree.size;
      if (left < 0) throw tooLarge(root);
      for (const entry of tree.entries()) {
        const path = prefix + entry.name;
        if (entryType(entry.mode) === 'folder') {
          if (isEntityFolder(entry.name) && !ignored?.hasFolder(path))
            below.push({ prefix: `${path}/`, id: entry.id });
        } else if (!ignored?.has(path)) {
          const file = listed(path, entry, options);
          if (file) files.push(file);
        }
      }
    }
    level = below;
  }
  return files;
}

function tooLarge(root: string): Problem {
  return new Problem('git_failed', `The tree ${root} has more than ${maxEntries} entries.`, {
    hints: ['Keep the config repository to entity files; a tree this large is a mistake or an attack.'],
  });
}
