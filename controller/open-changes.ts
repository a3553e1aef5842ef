import type { Catalog, KindDefinition } from './catalog/contract.js';
import { type Changes, createChanges, DirectoryChanges } from './changes/index.js';
import type { Reconciler } from './reconciler/contract.js';
import type { Settings } from './settings/index.js';
import type { BranchSources } from './sources/index.js';

interface Rooms {
  settings: Settings;
  branches: BranchSources;
  catalog: Catalog;
  reconciler: Reconciler;
  kinds: readonly KindDefinition[];
}

/** Joins the write path to the repository it writes to and the reconciler that puts in service what it wrote. */
export function openChanges({ settings, branches, catalog, reconciler, kinds }: Rooms): Changes {
  const { git } = branches;
  const { YamlDepth: depth, YamlAliases: aliases } = settings.Limits;
  const tools = {
    catalog,
    kinds: new Map(kinds.map((kind) => [kind.kind, kind])),
    limits: { depth, aliases },
  };
  if (!git) {
    return new DirectoryChanges({
      ...tools,
      folder: settings.Git.Directory ?? process.cwd(),
      // What an entity names beside its file is known to the snapshot already.
      read: async () => new Map(),
      async current(branch) {
        await reconciler.request(branch);
        return reconciler.head(branch);
      },
    });
  }
  return createChanges({
    ...tools,
    repository: git.repository,
    read: (blobIds) => git.repository.readBlobs(blobIds),
    head: (branch) => reconciler.head(branch),
    async catchUp(branch, confirmed) {
      await reconciler.catchUp(branch);
      const held = reconciler.status(branch)?.held;
      if (held?.reason !== 'prune' || held.revision !== confirmed) return;
      const { done } = await reconciler.sync(branch, { confirmPrune: { revision: confirmed } });
      await done;
    },
    mailDomain: domainOf(settings.Server.BaseUrl),
  });
}

/** Authors get an address that leads to this installation, if anywhere. */
function domainOf(baseUrl: string | undefined): string {
  return baseUrl === undefined ? 'localhost' : new URL(baseUrl).hostname;
}
