import { join } from 'node:path';
import { resolvePath, type Snapshot } from '../../controller/catalog/index.js';
import type { OwnConnection } from '../../controller/kinds/index.js';
import type { Controller } from '../../controller/start/contract.js';
import { getPrefix, rootFinder } from '../validate/entity-root.js';
import { textsOnDisk } from '../validate/folder-texts.js';
import { refreshSchemas, usesOwnSchemas } from './refresh-schemas.js';

/** Commits and edits that follow each other closely cost one refresh. */
const pauseMs = 500;
const overlay = 'local';

/**
 * Keeps the schemas of the editor up to date with the connections of a served folder, those that are not committed included.
 * @param report is called with each new reason why they cannot be written
 * @returns a function that ends it
 */
export function followSchemas(
  { reconciler, branches, connectors }: Pick<Controller, 'reconciler' | 'branches' | 'connectors'>,
  { dir, env }: { dir: string; env: NodeJS.ProcessEnv },
  report: (reason: string) => void,
): () => void {
  const roots = rootFinder(env);
  const top = roots.root(join(dir, 'x.yaml')) ?? dir;
  let timer: NodeJS.Timeout | undefined;
  let reported: string | undefined;
  const refresh = (): void => {
    const snapshot = reconciler.peek(overlay) ?? reconciler.peek(branches.production);
    if (!snapshot || !usesOwnSchemas(top)) return;
    const texts = textsOnDisk([join(top, getPrefix(top, env))], roots);
    const reason = refreshSchemas(top, connectors, getConnections(snapshot, texts));
    if (reason !== undefined && reason !== reported) report(reason);
    reported = reason;
  };
  const soon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(refresh, pauseMs).unref();
  };
  reconciler.onApplied(soon);
  soon();
  return () => clearTimeout(timer);
}

function getConnections(
  snapshot: Snapshot,
  texts: Pick<ReturnType<typeof textsOnDisk>, 'read'>,
): OwnConnection[] {
  return snapshot.list('connection').map(({ definition, path: from }) => ({
    definition: { ...definition, kind: 'connection' },
    read(named) {
      const path = resolvePath(from, named);
      const bytes = path === undefined ? undefined : texts.read([path]).get(path);
      return bytes && Buffer.from(bytes).toString();
    },
  }));
}
