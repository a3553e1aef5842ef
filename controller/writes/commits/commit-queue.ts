import { parsePointer } from '../../../schemas/json/values.js';
import type { Snapshot } from '../../catalog/index.js';
import { BatchQueue, type Queued } from '../../concurrency/batch-queue.js';
import {
  type Author,
  type CommitOutcome,
  type CommitRefusal,
  type CommitRequest,
  type CommitText,
  hasText,
  type Repository,
  type Trailer,
} from '../../git/index.js';
import { Problem } from '../../problems/index.js';
import { changesBetween } from '../../yaml-edit/compare/changes-between.js';
import type { WriteOrigin, WriteRequest } from '../edits/contract.js';
import { changedFiles, type FileEdit, type SnapshotTools } from '../edits/file-edit.js';
import { type Plan, type PlanTools, planWrite } from '../edits/plan.js';

/** Programs that show commits cut longer subjects. */
const subjectLength = 72;
const namedFields = 3;

const verbs = { created: 'Create', updated: 'Update', deleted: 'Delete', unchanged: 'Keep' } as const;

/** Returns the commit of a planned write. Each file must hold right before what the plan was made on. */
export function getCommit(
  { edits }: Plan,
  { message, origin, hold = false }: WriteRequest,
  mailDomain: string,
): Omit<CommitRequest, 'branch'> {
  const real = edits.filter(({ change }) => change !== 'unchanged');
  return {
    changes: real.flatMap(changedFiles),
    author: getAuthor(origin.principal, mailDomain),
    message: message !== undefined && hasText(message) ? message : defaultMessage(real),
    trailers: [...getTrailers(origin), ...(hold ? real.map(holdTrailer) : [])],
  };
}

/** Returns the author of a principal's commits. @param domain of the mail address that stands for the principal */
export function getAuthor(principal: string, domain: string): Author {
  const [, kind = '', name = principal] = /^([a-z-]+):(.+)$/.exec(principal) ?? [];
  const isUser = kind === '' || kind === 'user';
  const local = (isUser ? name : `${kind}+${name}`).replaceAll(/[^\w.+-]/g, '-');
  return { name: isUser ? name : `${toShownName(name)} (${kind})`, email: `${local}@${domain}` };
}

/** Returns the name of a person as the person writes it, without the signs with which Git marks an address. */
function toShownName(name: string): string {
  try {
    return decodeURIComponent(name).replaceAll(/[<>\p{C}]/gu, '-');
  } catch {
    return name;
  }
}

/** Returns a message such as `Update connection crm: config.baseUrl`. */
function defaultMessage(edits: readonly FileEdit[]): string {
  const [first, ...others] = edits;
  if (!first) return 'Change nothing';
  if (others.length === 0) return shortened(sentence(first));
  const changes = new Set(edits.map(({ change }) => change));
  const types = new Set(edits.map(({ type }) => type));
  const verb = changes.size === 1 ? verbs[first.change] : 'Change';
  const what = types.size === 1 ? `${first.type}s` : 'entities';
  const subject = `${verb} ${edits.length} ${what}: ${edits.map(({ name }) => name).join(', ')}`;
  return `${shortened(subject)}\n\n${edits.map((edit) => `- ${sentence(edit)}`).join('\n')}`;
}

function sentence(edit: FileEdit): string {
  const { type, name, change } = edit;
  const fields = change === 'updated' ? changedFields(edit) : [];
  const shown = fields.slice(0, namedFields).join(', ');
  const more = fields.length > namedFields ? ` and ${fields.length - namedFields} more` : '';
  return `${verbs[change]} ${type} ${name}${shown === '' ? '' : `: ${shown}${more}`}`;
}

function changedFields({ before, after }: FileEdit): string[] {
  if (!before?.definition || !after) return [];
  const pointers = changesBetween(before.definition, after.definition).map(({ pointer }) => pointer);
  return [...new Set(pointers.map((pointer) => (parsePointer(pointer) ?? []).join('.')))];
}

function shortened(subject: string): string {
  const line = subject.replaceAll(/\s+/g, ' ');
  return line.length <= subjectLength ? line : `${line.slice(0, subjectLength - 1).trimEnd()}…`;
}

/** The trailer of a held commit, `<type>/<name>`, which the sync must not undo. No text of a message can contain it. */
const holdKey = 'Svc-Hold';

export interface EntityName {
  type: string;
  name: string;
}

export function getTrailers({ requestId, agent }: WriteOrigin): Trailer[] {
  const trailers = [{ key: 'Svc-Request-Id', value: requestId }];
  if (agent) trailers.push({ key: 'Svc-Agent', value: agent.slice(0, 200) });
  return trailers;
}

function holdTrailer({ type, name }: EntityName): Trailer {
  return { key: holdKey, value: `${type}/${name}` };
}

/** Returns `<type>/<name>` of the entity that a commit of svc holds. */
export function heldEntity({ trailers }: Pick<CommitText, 'trailers'>): string | undefined {
  return trailers.find(({ key }) => key === holdKey)?.value;
}

export function withHold(commit: CommitText, entity: EntityName): CommitText {
  return { ...commit, trailers: [...commit.trailers, holdTrailer(entity)] };
}

export function withoutHold(commit: CommitText, entity: EntityName): CommitText {
  const { key: held, value: entityId } = holdTrailer(entity);
  const trailers = commit.trailers.filter(({ key, value }) => key !== held || value !== entityId);
  return { ...commit, trailers };
}

/** The most writes that share a disk flush; with more, the first of them would wait too long. */
const maxAtOnce = 64;
/** How often a write is planned again because other commits changed its files meanwhile. */
const maxAttempts = 20;

export interface CommitTools extends PlanTools, HeadTools {
  /** The domain of the authors' mail addresses. */
  mailDomain: string;
}

/** A write that was committed to a branch. The commit is null if there was nothing to change. */
export interface Committed {
  plan: Plan;
  commit: string | null;
}

type QueuedWrite = Queued<WriteRequest, Committed>;

/**
 * Commits the writes of one branch in order. Each write is planned on the result of the one before, so that two writes
 * that are not valid together are noticed. Writes that wait together share a disk flush; each gets a commit of its own.
 */
export class CommitQueue {
  readonly #queue = new BatchQueue<WriteRequest, Committed>({
    max: maxAtOnce,
    process: (batch) => this.#writeBatch(batch),
    onIdle: () => {
      this.#head = undefined;
    },
  });
  /** The branch at the commit that this queue made last; kept while there are writes to commit. */
  #head: BranchHead | undefined;

  constructor(
    private readonly branch: string,
    private readonly tools: CommitTools,
  ) {}

  /** Resolves when the commit is on the disk. @throws Problem as `Changes.write` */
  write(request: WriteRequest): Promise<Committed> {
    return this.#queue.add(request);
  }

  /** @returns the writes that must be planned again */
  async #writeBatch(batch: readonly QueuedWrite[]): Promise<QueuedWrite[]> {
    const { commit: tip, snapshot } = await getHead(this.branch, this.tools, this.#head);
    // A branch without a commit gets its first one alone.
    const now = tip === null ? batch.slice(0, 1) : batch;
    let head = snapshot;
    const planned: { write: QueuedWrite; plan: Plan }[] = [];
    for (const write of now) {
      const plan = await this.#plan(head, write);
      if (!plan) continue;
      head = plan.next;
      planned.push({ write, plan });
    }
    const outcomes = await Promise.all(planned.map(({ write, plan }) => this.#commit(tip, write, plan)));
    const again = planned.flatMap(({ write, plan }, index) =>
      this.#settle(write, plan, outcomes[index] as CommitOutcome),
    );
    this.#head = headAfter(outcomes, tip, head);
    return [...again, ...batch.slice(now.length)];
  }

  /** Returns the plan of a write; undefined if the write was settled: refused, or with nothing to change. */
  async #plan(head: Snapshot, { item: request, resolve, reject }: QueuedWrite): Promise<Plan | undefined> {
    const plan = await planWrite(head, request.changes, this.tools).catch(reject);
    if (!plan) return undefined;
    if (plan.refusal) reject(plan.refusal);
    else if (plan.next === head) resolve({ plan, commit: null });
    else return plan;
    return undefined;
  }

  #commit(tip: string | null, { item: request }: QueuedWrite, plan: Plan): Promise<CommitOutcome> {
    const { repository, mailDomain } = this.tools;
    return repository.writer.commit({
      branch: this.branch,
      ...getCommit(plan, request, mailDomain),
      ...(tip === null ? { expected: null } : {}),
    });
  }

  /** @returns the write, if it must be planned again */
  #settle(write: QueuedWrite, plan: Plan, outcome: CommitOutcome): QueuedWrite[] {
    const kind = outcome.ok ? undefined : outcome.refusal.kind;
    const hasMoved = kind === 'path_moved' || kind === 'path_missing' || kind === 'moved';
    if (hasMoved && write.attempts < maxAttempts) return [write];
    if (outcome.ok) write.resolve({ plan, commit: outcome.commit });
    else if (kind === 'unchanged') write.resolve({ plan, commit: null });
    else write.reject(toProblem(outcome.refusal, this.branch));
    return [];
  }
}

/** Returns the last commit with its content; undefined if other commits came in between. */
function headAfter(
  outcomes: readonly CommitOutcome[],
  tip: string | null,
  snapshot: Snapshot,
): BranchHead | undefined {
  let commit = tip;
  for (const outcome of outcomes) {
    if (!outcome.ok || outcome.parent !== commit) return undefined;
    commit = outcome.commit;
  }
  return { commit, snapshot };
}

function toProblem(refusal: CommitRefusal, branch: string): Problem {
  switch (refusal.kind) {
    case 'branch_missing':
      return new Problem('branch_not_found', `There is no branch \`${branch}\` any more.`);
    case 'path_conflict': {
      const detail = `\`${refusal.path}\` cannot be written: \`${refusal.at}\` is a ${refusal.found}.`;
      const hints = [`Rename \`${refusal.at}\` in Git, or choose another name.`];
      return new Problem('name_taken', detail, { hints });
    }
    case 'path_invalid':
      return new Problem('entity_invalid', `\`${refusal.path}\` is not a valid path: ${refusal.reason}.`);
    default:
      return branchMoved(branch);
  }
}

/** The problem of a write that gave up because other writers moved the branch during each attempt. */
export function branchMoved(branch: string): Problem {
  return new Problem('git_failed', `Other writers moved \`${branch}\` during each attempt.`, {
    hints: ['Try again when the pushes have ended.'],
  });
}

export interface HeadTools extends SnapshotTools {
  repository: Repository;
  /** Returns the newest known state of a branch. */
  head(branch: string): Promise<Snapshot>;
}

export interface BranchHead {
  /** Null while the branch has no commit. */
  commit: string | null;
  snapshot: Snapshot;
}

/** Returns the tip of a branch and its content, in service or not, read from `from` or the newest known state on. */
export async function getHead(branch: string, tools: HeadTools, from?: BranchHead): Promise<BranchHead> {
  const { repository, catalog, read } = tools;
  const commit = (await repository.resolveRef(branch)) ?? null;
  if (from && from.commit === commit) return from;
  const head = from?.snapshot ?? (await tools.head(branch));
  const base = from?.commit ?? head.revision;
  if (commit === null || base === commit) return { commit, snapshot: head };
  const changes = await repository.diffTrees(base, commit);
  return { commit, snapshot: await catalog.advance(head, { revision: commit, changes, read }) };
}
