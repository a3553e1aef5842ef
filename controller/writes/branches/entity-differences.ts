import type { Repository } from '../../git/index.js';
import { changesBetween } from '../../yaml-edit/compare/changes-between.js';
import type { YamlLimits } from '../../yaml-edit/read/yaml-document.js';
import { type EntityFile, entityIn } from '../edits/file-edit.js';
import type { EntityDifference } from './contract.js';

/** The most files of one comparison that are read. */
const maxFiles = 500;

export interface Differences {
  entities: EntityDifference[];
  /** Changed files that define no entity, or cannot be read. */
  files: string[];
  truncated: boolean;
}

/** Returns the changes of entities between two commits. An entity whose file moved is one entity. @throws Problem git_failed */
export async function entityDifferences(
  repository: Repository,
  { from, to }: { from: string; to: string },
  limits: YamlLimits,
): Promise<Differences> {
  const [changed, all] = await Promise.all([
    repository.diffTrees(from, to),
    repository.history.differences(from, to),
  ]);
  const before = new Map<string, EntityFile>();
  const after = new Map<string, EntityFile>();
  const paths = new Set(changed.map(({ path }) => path));
  const others = all.filter(({ path }) => path.startsWith(repository.prefix) && !paths.has(path));
  const files = others.slice(0, maxFiles).map(({ path }) => path);
  for (const { path, blobId } of changed.slice(0, maxFiles)) {
    const old = await repository.history.at(from, path);
    const fresh = blobId === undefined ? undefined : await repository.history.at(to, path);
    const was = old && entityIn(path, old.content, limits);
    const is = fresh && entityIn(path, fresh.content, limits);
    if (was) before.set(getKey(was), was);
    if (is) after.set(getKey(is), is);
    if (!was && !is) files.push(path);
  }
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort();
  const entities = keys.flatMap((key) => findDifference(before.get(key), after.get(key)) ?? []);
  return { entities, files, truncated: Math.max(changed.length, others.length) > maxFiles };
}

function findDifference(
  was: EntityFile | undefined,
  is: EntityFile | undefined,
): EntityDifference | undefined {
  const present = is ?? was;
  if (!present) return undefined;
  const { type, name, path, definition } = present;
  if (!was)
    return { type, name, change: 'created', path, changes: [{ op: 'add', pointer: '', to: definition }] };
  if (!is)
    return {
      type,
      name,
      change: 'deleted',
      path,
      changes: [{ op: 'remove', pointer: '', from: definition }],
    };
  const moved = was.path === path ? {} : { previousPath: was.path };
  const changes = changesBetween(was.definition, definition);
  return { type, name, change: 'updated', path, ...moved, changes };
}

function getKey({ type, name }: EntityFile): string {
  return `${type}/${name}`;
}
