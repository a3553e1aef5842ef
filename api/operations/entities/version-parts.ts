import type { JsonObject } from '../../../schemas/json/types.js';
import type { Operation } from '../shared/operation.js';
import type { ToolScope } from '../shared/tool.js';
import { getPart } from './parts.js';

/** Commits of a history that one call looks at. */
const maxCommits = 200;

/** The operations that read versions of an entity. */
export interface VersionReads {
  list: Operation;
  diff: Operation;
  at: Operation;
}

const pattern = /^\/(?:(history)|(diff)(?:\/([^/]+))?(?:\/([^/]+))?|(at)\/([^/]+))$/;

/**
 * Returns a part of the history of an entity, deleted or not: `/history`, `/diff`, `/diff/<from>`, `/diff/<from>/<to>`, or
 * `/at/<commit>`; undefined for another pointer. @throws Problem commit_not_found
 */
export async function partOfHistory(
  scope: ToolScope,
  versions: VersionReads,
  { branch, type, name }: JsonObject,
  pointer: string,
  offset: number,
): Promise<JsonObject | undefined> {
  const [, history, diff, from, to, at, commitHash] = pattern.exec(pointer) ?? [];
  const address = { branch: branch ?? scope.production, type, name };
  const of = { type: type ?? null, name: name ?? null };
  if (history !== undefined) {
    const { items = [] } = (await scope.perform(versions.list, {
      ...address,
      limit: maxCommits,
    })) as JsonObject;
    return getPart({ ...of, history: items }, pointer, offset);
  }
  const operation = diff !== undefined ? versions.diff : versions.at;
  const input = diff !== undefined ? { from, to } : { commitHash };
  if (diff === undefined && at === undefined) return undefined;
  return { ...of, pointer, part: (await scope.perform(operation, { ...address, ...input })) ?? null };
}
