import { join } from 'node:path';
import type { Catalog, KindDefinition, Snapshot } from '../catalog/index.js';
import { type EventHub, platformEvent } from '../delivery/index.js';
import { openForge } from '../git/forges/index.js';
import type { CommitTrust, Repository } from '../git/index.js';
import { Problem } from '../problems/index.js';
import type { Changes, Proposals } from '../proposals/contract.js';
import { GitChanges } from '../proposals/git-changes.js';
import { GitProposals, type ProposalsOptions } from '../proposals/git-proposals.js';
import { ProposalStore } from '../proposals/proposal-store.js';
import { noRequirement } from '../proposals/reviews/contract.js';
import { ReviewStore } from '../proposals/reviews/review-store.js';
import type { Reconciler } from '../reconciler/contract.js';
import { getUnverifiedProblem } from '../reconciler/index.js';
import { type FlowTester, requirePassingTests } from '../rehearsal/index.js';
import type { RunnableStates } from '../runnable/contract.js';
import { type Identity, memberships } from '../security/identity/index.js';
import type { Vault } from '../security/vault/contract.js';
import { type BranchSources, getScope, isProtectedBranch, LOCAL, requireSource } from '../sources/index.js';
import {
  type BranchManager,
  DirectoryWrites,
  type DirectoryWritesTools,
  GitWrites,
  PushQueue,
  removeLeftovers,
} from '../writes/index.js';
import { getTeams } from './assignees.js';
import type { Base } from './base.js';
import { openBranchManager } from './open-branch-manager.js';

interface Parts extends Base {
  vault: Pick<Vault, 'secrets'>;
  branches: BranchSources;
  catalog: Catalog;
  reconciler: Reconciler;
  kinds: readonly KindDefinition[];
  runnable: Pick<RunnableStates, 'findUnrunnable'>;
  hub: EventHub;
  trust: CommitTrust | undefined;
  identity: Pick<Identity, 'findMaker'>;
  flowTester: Pick<FlowTester, 'run'>;
}

export interface OpenWrites {
  changes: Changes;
  branchManager: BranchManager;
  production: ProductionWrites;
  /** Calls `listener` after svc opened a pull request. */
  onPullRequest(listener: () => void): void;
  close(): Promise<void>;
}

/** The writes of production: commits where there is Git, else files of a directory. */
export type ProductionWrites =
  | { kind: 'git'; repository: Repository; writes: GitWrites }
  | { kind: 'directory'; writes: DirectoryWrites };

/** Joins the write path to what it writes to, and to the reconciler that puts the writes in service. */
export function openWrites(parts: Parts): OpenWrites {
  const { settings, branches } = parts;
  const { Directory: overlay, Enabled: hasOverlay } = settings.LocalOverlay;
  const local = hasOverlay && overlay !== undefined ? openDirectory(parts, overlay, true) : undefined;
  const opened = branches.git ? openGit(parts, branches.git) : openFolder(parts);
  const { changes } = opened;
  const ofDirectory = local && directoryChanges(local);
  const at = (branch: string) => (branch === LOCAL && ofDirectory ? ofDirectory : changes);
  return {
    ...opened,
    changes: {
      write: (request) => at(request.branch).write(request),
      preview: (request) => at(request.branch).preview(request),
      pushStatus: (branch) => at(branch).pushStatus(branch),
      release: (branch, entity) => at(branch).release(branch, entity),
      proposals: changes.proposals,
    },
    async close() {
      await local?.close();
      await opened.close();
    },
  };
}

/** The production branch without Git: files of a directory. */
function openFolder(parts: Parts): OpenWrites {
  const writes = openDirectory(parts, parts.settings.Git.Directory ?? process.cwd(), false);
  return {
    changes: directoryChanges(writes),
    branchManager: openBranchManager(parts),
    production: { kind: 'directory', writes },
    onPullRequest() {},
    close: () => writes.close(),
  };
}

function openDirectory(parts: Parts, directory: string, isOverlay: boolean): DirectoryWrites {
  const { settings, branches, reconciler, log } = parts;
  removeLeftovers(join(directory, settings.Git.Path ?? ''), Date.now()).catch((err) =>
    log.warn({ err }, 'temporary files not removed'),
  );
  return new DirectoryWrites({
    ...getTools(parts),
    directory,
    isOverlay,
    read: async (ids) =>
      (await branches.sourceFor(isOverlay ? LOCAL : branches.production)?.read(ids)) ?? new Map(),
    async current(branch) {
      await reconciler.request(branch);
      return reconciler.head(branch);
    },
  });
}

/** The changes of a directory, which has neither proposals nor a remote. */
function directoryChanges(writes: DirectoryWrites): Changes {
  const refuse = async () => {
    throw new Problem('git_versioning_disabled', 'Proposals are branches, and a directory has no branches.', {
      hints: ['Write without `propose`; or keep the files in a Git repository and set `Git.Enabled: true`.'],
    });
  };
  const proposals: Proposals = {
    open: refuse,
    list: refuse,
    read: refuse,
    preview: refuse,
    review: refuse,
    merge: refuse,
    close: refuse,
  };
  return {
    write: (request) => (request.propose ? refuse() : writes.write(request)),
    preview: (request) => writes.preview(request),
    pushStatus: async () => undefined,
    release: async () => false,
    proposals,
  };
}

function openGit(parts: Parts, { repository, mirror }: NonNullable<BranchSources['git']>): OpenWrites {
  const { settings, storage, vault, branches, reconciler, hub, log, trust, identity } = parts;
  const tools = getTools(parts);
  const onFailure = (branch: string, problem: unknown) =>
    log.warn({ branch, detail: String(problem) }, 'changes not brought to the remote yet');
  const pushes =
    mirror &&
    new PushQueue({
      repository,
      mirror,
      isArbiter: storage.node !== undefined,
      limits: tools.limits,
      onDetached: (commit) => proposals.adopt(commit),
      onFailure,
    });
  const listeners: (() => void)[] = [];
  const options: ProposalsOptions = {
    ...tools,
    repository,
    pushes,
    store: new ProposalStore(storage),
    reviews: new ReviewStore(storage),
    getRequirement: (branch) =>
      isProtectedBranch(settings, branches.production, branch) ? settings.Git.Reviews : noRequirement,
    isActive: (principal) => identity.findMaker(principal) !== undefined,
    getTeams(principal) {
      const teams = getTeams(reconciler.peek(branches.production));
      return memberships(teams).get(principal)?.teams ?? [];
    },
    forge: openForge(settings, (path) => vault.secrets.read(path)),
    remote: mirror?.remote.location,
    baseUrl: settings.Server.BaseUrl ?? settings.Server.BasePath ?? '',
    mailDomain: getDomain(settings.Server.BaseUrl),
    read: (blobIds) => repository.readBlobs(blobIds),
    head: (branch) => reconciler.head(branch),
    catchUp: (branch, confirmed) => catchUp(reconciler, branch, confirmed),
    refresh: (branch) => reconciler.request(branch),
    requireVerified:
      trust &&
      (async (branch, commit) => {
        const unverified = await trust.findUnverified(branch, commit);
        if (unverified) throw getUnverifiedProblem(branch, unverified);
      }),
    requireTests: settings.Git.RequireTests
      ? async (branch, next) => {
          if (isProtectedBranch(settings, branches.production, branch))
            await requirePassingTests(parts.flowTester, branch, next);
        }
      : undefined,
    opened(proposal) {
      const { id, branch, base, title, body, author, compareUrl } = proposal;
      const data = { id, branch, base, title, body, author, compareUrl };
      const event = platformEvent('dev.svc.proposal.opened.v1', branch, data);
      const occurrences = [{ ...event, about: { branch: base } }];
      return { writes: hub.writes(occurrences), tell: () => hub.notify(occurrences) };
    },
    onPullRequest() {
      for (const listener of listeners) listener();
    },
    onFailure,
  };
  const proposals = new GitProposals(options);
  const writes = new GitWrites(options);
  const changes = new GitChanges(writes, proposals);
  pushes?.start().catch((cause: unknown) => onFailure('', cause));
  reconciler.onApplied(proposals.checkSoon);
  const openProposals = async (base: string) => {
    const open = await proposals.list({ state: 'open', limit: 1_000 });
    return open.filter((proposal) => proposal.base === base).map(({ id }) => id);
  };
  return {
    changes,
    branchManager: openBranchManager(parts, { ...options, openProposals }),
    production: { kind: 'git', repository, writes },
    onPullRequest: (listener) => void listeners.push(listener),
    async close() {
      proposals.stop();
      await writes.close();
    },
  };
}

async function catchUp(reconciler: Reconciler, branch: string, confirmed: string | undefined): Promise<void> {
  await reconciler.catchUp(branch);
  const held = reconciler.status(branch)?.held;
  if (held?.reason !== 'prune' || held.revision !== confirmed) return;
  const { done } = await reconciler.sync(branch, { confirmPrune: { revision: confirmed } });
  await done;
}

type SharedTools = Pick<DirectoryWritesTools, 'catalog' | 'kinds' | 'limits' | 'folder' | 'findUnrunnable'>;

function getTools(parts: Parts): SharedTools {
  const { settings, catalog, kinds, branches, runnable } = parts;
  const { YamlDepth: depth, YamlAliases: aliases } = settings.Limits;
  const { Path } = settings.Git;
  const folder = {
    prefix: Path === undefined ? '' : `${Path}/`,
    scopeAt: ({ branch, revision }: Snapshot) => getScope(requireSource(branches, branch), revision),
  };
  return {
    catalog,
    kinds: new Map(kinds.map((kind) => [kind.kind, kind])),
    limits: { depth, aliases },
    folder,
    findUnrunnable: runnable.findUnrunnable.bind(runnable),
  };
}

/** Returns the domain of the authors' mail addresses: that of the installation. */
function getDomain(baseUrl: string | undefined): string {
  return baseUrl === undefined ? 'localhost' : new URL(baseUrl).hostname;
}
