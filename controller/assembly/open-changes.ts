import type { Logger } from 'pino';
import type { Catalog, KindDefinition } from '../catalog/contract.js';
import {
  type BranchWork,
  type Changes,
  type ChangesOptions,
  DirectoryChanges,
  type DirectoryTools,
  GitChanges,
  ProposalStore,
  Pusher,
  sweep,
} from '../changes/index.js';
import { type EventHub, platformEvent } from '../events/index.js';
import { openForge } from '../forges/index.js';
import type { Reconciler } from '../reconciler/contract.js';
import type { Settings } from '../settings/index.js';
import { type BranchSources, LOCAL } from '../sources/index.js';
import type { Storage } from '../storage/index.js';
import type { Vault } from '../vault/contract.js';
import { openBranchWork } from './open-branch-work.js';

interface Rooms {
  settings: Settings;
  storage: Storage;
  vault: Pick<Vault, 'read'>;
  branches: BranchSources;
  catalog: Catalog;
  reconciler: Reconciler;
  kinds: readonly KindDefinition[];
  events: EventHub;
  log: Logger;
}

export interface OpenedChanges {
  changes: Changes;
  branchWork: BranchWork;
}

/** Joins the write path to what it writes to, and to the reconciler that puts in service what it wrote. */
export function openChanges(rooms: Rooms): OpenedChanges {
  const { settings, branches } = rooms;
  const { Directory: overlay, Enabled: hasOverlay } = settings.LocalOverlay;
  const local = hasOverlay && overlay !== undefined ? inFolder(rooms, overlay, true) : undefined;
  const { changes: others, branchWork } = branches.git
    ? inRepository(rooms, branches.git)
    : {
        changes: inFolder(rooms, settings.Git.Directory ?? process.cwd(), false),
        branchWork: openBranchWork(rooms),
      };
  const at = (branch: string) => (branch === LOCAL && local ? local : others);
  const changes: Changes = {
    write: (request) => at(request.branch).write(request),
    preview: (request) => at(request.branch).preview(request),
    pushStatus: (branch) => at(branch).pushStatus(branch),
    proposals: others.proposals,
    ...(others.put ? { put: others.put.bind(others) } : {}),
    release: async (branch, entity) => (await at(branch).release?.(branch, entity)) ?? false,
    bring: async (branch, commit) => (others.bring ? others.bring(branch, commit) : commit),
    async close() {
      await local?.close();
      await others.close();
    },
  };
  return { changes, branchWork };
}

function inFolder(rooms: Rooms, folder: string, isOverlay: boolean): Changes {
  const { branches, reconciler, log } = rooms;
  sweep(folder, Date.now()).catch((err) => log.warn({ err }, 'folder not swept'));
  return new DirectoryChanges({
    ...toolsOf(rooms),
    folder,
    isOverlay,
    read: async (ids) =>
      (await branches.sourceFor(isOverlay ? LOCAL : branches.production)?.read(ids)) ?? new Map(),
    async current(branch) {
      await reconciler.request(branch);
      return reconciler.head(branch);
    },
  });
}

function inRepository(
  rooms: Rooms,
  { repository, mirror }: NonNullable<BranchSources['git']>,
): OpenedChanges {
  const { settings, storage, vault, reconciler, events, log } = rooms;
  const tools = toolsOf(rooms);
  const onFailure = (branch: string, problem: unknown) =>
    log.warn({ branch, detail: String(problem) }, 'changes not brought to the remote yet');
  const pusher =
    mirror &&
    new Pusher({
      repository,
      mirror,
      limits: tools.limits,
      onStray: (stray) => changes.proposals.adopt(stray),
      onFailure,
    });
  const options: ChangesOptions = {
    ...tools,
    repository,
    pusher,
    store: new ProposalStore(storage),
    forge: openForge(settings, vault),
    remote: mirror?.remote.location,
    baseUrl: settings.Server.BaseUrl ?? '',
    mailDomain: domainOf(settings.Server.BaseUrl),
    read: (blobIds) => repository.readBlobs(blobIds),
    head: (branch) => reconciler.head(branch),
    catchUp: (branch, confirmed) => catchUp(reconciler, branch, confirmed),
    refresh: (branch) => reconciler.request(branch),
    opened(proposal) {
      const { id, branch, base, title, body, author, compareUrl } = proposal;
      const told = platformEvent('dev.svc.proposal.opened.v1', branch, {
        ...{ id, branch, base, title, body, author, compareUrl },
      });
      const occurrences = [{ ...told, about: { branch: base } }];
      return { writes: events.writes(occurrences), tell: () => events.tell(occurrences) };
    },
    onFailure,
  };
  const changes = new GitChanges(options);
  pusher?.start().catch((cause: unknown) => onFailure('', cause));
  reconciler.onApplied(() => changes.proposals.noticeSoon());
  const openProposals = async (base: string) => {
    const open = await changes.proposals.list({ state: 'open', limit: 1_000 });
    return open.filter((proposal) => proposal.base === base).map(({ id }) => id);
  };
  return { changes, branchWork: openBranchWork(rooms, { ...options, openProposals }) };
}

async function catchUp(reconciler: Reconciler, branch: string, confirmed: string | undefined): Promise<void> {
  await reconciler.catchUp(branch);
  const held = reconciler.status(branch)?.held;
  if (held?.reason !== 'prune' || held.revision !== confirmed) return;
  const { done } = await reconciler.sync(branch, { confirmPrune: { revision: confirmed } });
  await done;
}

function toolsOf({ settings, catalog, kinds }: Rooms): Pick<DirectoryTools, 'catalog' | 'kinds' | 'limits'> {
  const { YamlDepth: depth, YamlAliases: aliases } = settings.Limits;
  return { catalog, kinds: new Map(kinds.map((kind) => [kind.kind, kind])), limits: { depth, aliases } };
}

/** Authors get an address that leads to this installation, if anywhere. */
function domainOf(baseUrl: string | undefined): string {
  return baseUrl === undefined ? 'localhost' : new URL(baseUrl).hostname;
}
