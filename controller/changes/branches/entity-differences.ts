import type { JsonObject } from '../../../schemas/json.js';
import { isEntityFile } from '../../catalog/index.js';
import type { YamlLimits } from '../../catalog/yaml-document.js';
import { Problem } from '../../problems/index.js';
import type { Repository } from '../../repository/index.js';
import { changesBetween } from '../compare/index.js';
import { statedName } from '../edits/entity-address.js';
import { isJson } from '../edits/file-edit.js';
import { readYaml } from '../yaml/index.js';
import type { EntityDifference } from './contract.js';

/** Files of one comparison that are looked into. */
const mostFiles = 500;

/** A file that says which entity it is. */
interface Side {
  path: string;
  type: string;
  name: string;
  definition: JsonObject;
}

export interface Differences {
  entities: EntityDifference[];
  /** Changed files that are of no entity, or cannot be read. */
  files: string[];
  truncated: boolean;
}

/** What became of the entities between two commits; an entity whose file moved is one entity. @throws Problem git_failed */
export async function entityDifferences(
  repository: Repository,
  { from, to }: { from: string; to: string },
  limits: YamlLimits,
): Promise<Differences> {
  const [changed, all] = await Promise.all([
    repository.diffTrees(from, to),
    repository.history.differences(from, to),
  ]);
  const before = new Map<string, Side>();
  const after = new Map<string, Side>();
  const known = new Set(changed.map(({ path }) => path));
  const others = all.filter(({ path }) => !known.has(path));
  const files = others.slice(0, mostFiles).map(({ path }) => path);
  for (const { path, blobId } of changed.slice(0, mostFiles)) {
    const old = await repository.history.at(from, path);
    const fresh = blobId === undefined ? undefined : await repository.history.at(to, path);
    const was = old && sideOf(path, old.content, limits);
    const is = fresh && sideOf(path, fresh.content, limits);
    if (was) before.set(keyOf(was), was);
    if (is) after.set(keyOf(is), is);
    if (!was && !is) files.push(path);
  }
  const keys = [...new Set([...before.keys(), ...after.keys()])].sort();
  const entities = keys.flatMap((key) => differenceOf(before.get(key), after.get(key)) ?? []);
  return { entities, files, truncated: Math.max(changed.length, others.length) > mostFiles };
}

/** The entity that a file defines; undefined when it defines none. */
export function entityIn(
  path: string,
  content: Uint8Array,
  limits: YamlLimits,
): { type: string; name: string } | undefined {
  const side = sideOf(path, content, limits);
  return side && { type: side.type, name: side.name };
}

function sideOf(path: string, content: Uint8Array, limits: YamlLimits): Side | undefined {
  if (!isEntityFile(path)) return undefined;
  try {
    const definition = readYaml(Buffer.from(content).toString('utf8'), { limits, isJson: isJson(path) });
    const type = typeof definition['kind'] === 'string' ? definition['kind'] : 'flow';
    const name = statedName(type, definition);
    return typeof name === 'string' ? { path, type, name, definition } : undefined;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

function differenceOf(was: Side | undefined, is: Side | undefined): EntityDifference | undefined {
  const side = is ?? was;
  if (!side) return undefined;
  const { type, name, path } = side;
  if (was && is) {
    const moved = was.path === is.path ? {} : { previousPath: was.path };
    const changes = changesBetween(was.definition, is.definition);
    return { type, name, change: 'updated', path, ...moved, changes };
  }
  if (is)
    return { type, name, change: 'created', path, changes: [{ op: 'add', pointer: '', to: is.definition }] };
  return {
    type,
    name,
    change: 'deleted',
    path,
    changes: [{ op: 'remove', pointer: '', from: side.definition }],
  };
}

function keyOf({ type, name }: Side): string {
  return `${type}/${name}`;
}
