import type { EntityRecord, Snapshot, Snapshots } from '../../catalog/index.js';
import { Problem } from '../../problems/index.js';
import { findEnvironment } from './run-documents.js';

/** The snapshot that a run is pinned to, or the use of a connection. */
interface PinnedVersion {
  snapshot: Snapshot;
  environment: EntityRecord | undefined;
  /** The commit whose content is used. */
  revision: string;
  /** The newest commit of the branch, when its version is not ready and an older one is used; otherwise null. */
  branchRevision: string | null;
}

export interface Pinning {
  branch: string;
  kind: 'flow' | 'connection';
  name: string;
  /** Left out for the default one; null for none. */
  environment?: string | null | undefined;
}

/**
 * Finds the newest commit at which an entity and its environment were ready together, so that the commit alone determines
 * what runs: an entity that stays at its last good version gets everything it refers to from the same commit. Where earlier
 * commits cannot be read, as in a folder without Git, the versions in service are used.
 * @throws Problem environment_not_found, and entity_invalid when the two were never ready together
 */
export async function pinVersion(
  snapshots: Snapshots,
  newest: Snapshot,
  request: Pinning,
): Promise<PinnedVersion> {
  const environment = findEnvironment(newest, request.environment);
  const goods = lastGoods(newest, request, environment);
  const [first] = goods;
  if (first === undefined) {
    return { snapshot: newest, environment, revision: newest.revision, branchRevision: null };
  }
  let isReadable = false;
  for (const revision of new Set(goods)) {
    const snapshot = await snapshots.at(request.branch, revision);
    if (!snapshot) continue;
    isReadable = true;
    const then = environment && snapshot.get('environment', environment.name);
    if (snapshot.get(request.kind, request.name) === undefined || (environment && !then)) continue;
    if (lastGoods(snapshot, request, then).length > 0) continue;
    return { snapshot, environment: then, revision, branchRevision: newest.revision };
  }
  if (isReadable && environment) throw neverTogether(request, environment.name);
  return { snapshot: newest, environment, revision: first, branchRevision: newest.revision };
}

function lastGoods(
  snapshot: Snapshot,
  { kind, name }: Pinning,
  environment: EntityRecord | undefined,
): string[] {
  const goods = [
    snapshot.lastGood(kind, name),
    environment && snapshot.lastGood('environment', environment.name),
  ];
  return goods.filter((revision) => revision !== undefined);
}

function neverTogether({ branch, kind, name }: Pinning, environment: string): Problem {
  const detail = `The ${kind} \`${name}\` and the environment \`${environment}\` are not ready at the newest commit of \`${branch}\`, and no earlier version of both was ready at one commit`;
  return new Problem('entity_invalid', detail, {
    hints: [
      {
        text: 'List the findings with {call} and fix them, or use another environment.',
        operation: 'read-sync-status',
        arguments: { branch },
      },
    ],
  });
}
