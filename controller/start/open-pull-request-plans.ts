import { createHmac, randomBytes } from 'node:crypto';
import type { Quarantine } from '../backups/index.js';
import { type Outbox, type PlanReport, PlanSender, planChannel, planMessage } from '../delivery/index.js';
import { hasForgeToken, openForge } from '../git/forges/index.js';
import { isBranchFile, pathFault } from '../git/index.js';
import { type Check, pullRequestPlansCheck } from '../observability/index.js';
import { joinHints, Problem } from '../problems/index.js';
import { PullRequestPlanner } from '../proposals/plans/pull-request-planner.js';
import { minRenewMs, PullRequestPlans } from '../proposals/plans/pull-request-plans.js';
import type { Reconciler } from '../reconciler/contract.js';
import type { Planner } from '../rehearsal/index.js';
import type { Vault } from '../security/vault/contract.js';
import type { BranchSources } from '../sources/index.js';
import { InstallationFacts } from '../storage/index.js';
import type { Base } from './base.js';
import type { OpenWrites } from './open-writes.js';

/** Files of the pull request of a fork, and their bytes: strangers may open as many as they like. */
const forkLimits = { maxFiles: 50, maxBytes: 2 * 1024 * 1024 };

/** The pause between two fetches for heads that are not here. */
const minRefreshMs = 2_000;

interface Parts {
  vault: Pick<Vault, 'secrets'>;
  branches: BranchSources;
  reconciler: Reconciler;
  writes: Pick<OpenWrites, 'changes' | 'onPullRequest'>;
  planner: Pick<Planner, 'plan'>;
  outbox: Outbox;
  quarantine: Pick<Quarantine, 'isActive' | 'onChange'>;
}

export interface OpenPullRequestPlans {
  /** Notes that pull requests may have changed. */
  wake(): void;
  checks: readonly Check[];
}

/** The name of the fact that sets the comments of this installation apart from those of another one on the same repository. */
const fact = 'pull-request-plans';

/** Starts to plan the pull requests of the forge; does nothing without a forge, a token and a remote. */
export function openPullRequestPlans(base: Base, parts: Parts): OpenPullRequestPlans {
  const { settings, log, closers } = base;
  const { vault, branches, reconciler, writes, planner, outbox, quarantine } = parts;
  const { Enabled, Forge } = settings.Git;
  const mirror = branches.git?.mirror;
  const repository = branches.git?.repository;
  const isWanted = Enabled && Forge.Plans !== 'off' && hasForgeToken(settings);
  const forge = isWanted ? openForge(settings, (path) => vault.secrets.read(path)) : undefined;
  if (!forge || !mirror || !repository) return { wake: () => {}, checks: [] };
  const { location } = forge;
  let key: string | undefined;
  const sender = new PlanSender({
    forge,
    getMarker: (number) => getMarker(key ?? '', location, number),
    onFailure: ({ number }, problem, isFinal) =>
      log.warn(
        { number, detail: String(problem) },
        isFinal ? 'plan of a pull request given up' : 'plan of a pull request not shown yet',
      ),
  });
  let refreshedAt = Number.NEGATIVE_INFINITY;
  /** Many pull requests may lack their head at once: one fetch is for all of them. */
  const refresh = async (): Promise<void> => {
    if (performance.now() - refreshedAt < minRefreshMs) return;
    await mirror.refresh();
    refreshedAt = performance.now();
  };
  const findReport = (number: number): Promise<string | undefined> =>
    outbox.find({ channel: planChannel, target: location, id: String(number) });
  const hasComments = Forge.Plans === 'comment';
  const pullRequestPlanner = new PullRequestPlanner({
    planner,
    preview: (into, branch) => writes.changes.proposals.preview(into, branch),
    async previewFork(pull, signal) {
      const prefix = settings.Git.Path === undefined ? '' : `${settings.Git.Path}/`;
      const changed = await forge.readChangedFiles(
        pull,
        { ...forkLimits, isWanted: (path) => isOurs(path, prefix) },
        signal,
      );
      if (!changed) return undefined;
      const before = await reconciler.head(pull.base);
      const after = await reconciler.preview(pull.base, changed.files);
      return { before, after, unread: changed.unread, isCut: changed.isCut };
    },
    findTip: (branch) => repository.mirroredTip(branch),
    refresh,
    findLink: (branch) => findLink(settings.Server.BaseUrl, branch),
    maxCommentLength: forge.maxCommentLength,
    comments: hasComments,
  });
  const plans = new PullRequestPlans({
    list: (signal) => forge.listOpenPullRequests(signal),
    async getPlanState({ number, headRevision, base: into }) {
      const body = await findReport(number);
      if (body === undefined) return 'missing';
      const report = JSON.parse(body) as PlanReport;
      const { head, base: planned, comment, isConflict = false, baseRevision, plannedAt = 0 } = report;
      // The setting may have been another one.
      const isWhole = (comment !== undefined) === hasComments;
      if (head !== headRevision || planned !== into || !isWhole || isConflict) return 'missing';
      if (baseRevision === undefined || Date.now() - plannedAt < minRenewMs) return 'current';
      const tip = reconciler.peek(into)?.revision;
      return tip === undefined || tip === baseRevision ? 'current' : 'outdated';
    },
    async report(pull, signal) {
      const report = await pullRequestPlanner.plan(pull, signal);
      const message = planMessage(report, location);
      if ((await findReport(pull.number)) === message.body) return false;
      await outbox.send([message]);
      return true;
    },
    isHeld: () => quarantine.isActive,
    onFailure: (problem, number) =>
      log.warn(
        { ...(number === undefined ? {} : { number }), detail: String(problem) },
        number === undefined ? 'pull requests not listed' : 'pull request not planned',
      ),
  });
  closers.add(() => plans.close());
  readKey(base).then(
    (own) => {
      key = own;
      outbox.register(planChannel, sender);
      plans.wake();
    },
    (err) => log.error({ err }, 'plans of pull requests not started'),
  );
  writes.onPullRequest(() => plans.wake());
  mirror.onMoved(() => plans.wake());
  reconciler.onApplied(() => plans.wake());
  quarantine.onChange(() => plans.wake());
  return { wake: () => plans.wake(), checks: [pullRequestPlansCheck(() => getState(plans, sender))] };
}

/** True for a file that svc may read: an entity file, or a text that entities may name. */
function isOurs(path: string, prefix: string): boolean {
  if (!path.startsWith(prefix) || pathFault(path) !== undefined) return false;
  const parts = path.slice(prefix.length).split('/');
  return isBranchFile(parts.at(-1) ?? '', parts.length === 1);
}

/** Returns the key of this installation's comments, which is made with the first one. */
async function readKey({ storage }: Base): Promise<string> {
  const facts = new InstallationFacts(storage);
  const kept = await facts.read(fact);
  if (typeof kept === 'string') return kept;
  const key = randomBytes(16).toString('base64url');
  await storage.commit([facts.write(fact, key)]);
  return key;
}

/** The code keeps the mark of a comment from being known before the comment is there. */
function getMarker(key: string, location: string, number: number): string {
  const code = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  return `svc-plan ${code('').slice(0, 8)} ${code(`${location} ${number}`).slice(0, 22)}`;
}

function findLink(baseUrl: string | undefined, branch: string): string | undefined {
  if (baseUrl === undefined) return undefined;
  const id = /^proposals\/(.+)$/.exec(branch)?.[1];
  const page = id === undefined ? `?branch=${encode(branch)}` : `proposals/${encode(id)}`;
  return `${baseUrl}/console/${page}`;
}

/** Encodes what ends a link in Markdown, too. */
function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[()'*!]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
}

function getState(plans: PullRequestPlans, { refused }: PlanSender) {
  const { failure, isCut } = plans.state;
  const trouble = refused
    ? { number: refused.shown.number, problem: refused.problem, isFinal: refused.isFinal }
    : failure && { ...failure, isFinal: false };
  return {
    isCut,
    trouble: trouble && {
      number: trouble.number,
      isFinal: trouble.isFinal,
      reason: trouble.problem instanceof Error ? trouble.problem.message : String(trouble.problem),
      hint: trouble.problem instanceof Problem ? joinHints(trouble.problem.hints) : '',
    },
  };
}
