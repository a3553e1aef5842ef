import { type Condition, countSkippedFiles, type Snapshot } from '../catalog/index.js';
import { EMPTY_TREE } from '../git/index.js';
import { type Problem, sentence, toHintText } from '../problems/index.js';
import type { BranchState, Refusal } from './branch-state.js';
import type { SyncRecord, SyncStatus } from './contract.js';

/** The facts that a branch's conditions summarise. */
export interface Facts extends Pick<BranchState, 'snapshot' | 'observedRevision' | 'failure'> {
  /** The newest observed revision, when it is not in service. */
  refusal: Pick<Refusal, 'revision' | 'problem'> | undefined;
  /** A pass is applying something new. */
  isProgressing: boolean;
  /** `Git.Path`, when it is set. */
  path?: string | undefined;
}

type Statement = Omit<Condition, 'lastTransitionTime'>;

/**
 * Summarises a branch. `Ready` is always present: True when the newest observed revision is in service, or a newer one is
 * being applied; False, with the problem's code as reason, when the observed revision could not be applied, or when there is
 * no snapshot; Unknown before the first pass. An unreachable remote or a deleted production branch does not change `Ready`,
 * because no newer revision is known. `Reconciling` is present while a pass applies a revision or a retry is planned,
 * `Stalled` when a retry cannot help.
 *
 * @param now RFC 3339; the `lastTransitionTime` of conditions whose status differs from that in `before`
 */
export function summarize(facts: Facts, before: readonly Condition[], now: string): Condition[] {
  const statements = [readiness(facts)];
  const activity = findActivity(facts);
  if (activity) statements.push(activity);
  return statements.map((statement) => {
    const last = before.find((condition) => condition.type === statement.type);
    const isSame = last?.status === statement.status;
    return { ...statement, lastTransitionTime: isSame ? last.lastTransitionTime : now };
  });
}

function readiness({ snapshot, observedRevision, refusal, failure, path }: Facts): Statement {
  const type = 'Ready';
  const problem = refusal?.problem ?? (snapshot ? undefined : failure);
  const observed = refusal?.revision ?? observedRevision ?? '';
  if (problem) {
    const { message } = problem;
    return { type, status: 'False', reason: getReason(problem), message, observedRevision: observed };
  }
  if (snapshot)
    return { type, status: 'True', ...inService(snapshot, path), observedRevision: snapshot.revision };
  const message = 'The branch has not been read yet.';
  return { type, status: 'Unknown', reason: 'Pending', message, observedRevision: observed };
}

/** Entities that the message of a condition names. */
const maxNamed = 3;

function inService(snapshot: Snapshot, path: string | undefined): { reason: string; message: string } {
  const { revision, counts } = snapshot;
  if (revision === EMPTY_TREE) return { reason: 'NoCommits', message: 'The repository has no commits yet.' };
  if (counts.files === 0) {
    const where = path === undefined ? 'The branch' : `The folder \`${path}\` of \`Git.Path\``;
    return { reason: 'NoFiles', message: `${where} has no entity files.` };
  }
  if (counts.invalid === 0) {
    const inService = counts.entities === 1 ? 'One entity is' : `${counts.entities} entities are`;
    return { reason: 'Applied', message: `${inService} in service.` };
  }
  const entities = snapshot.unready(maxNamed).map(({ kind, name }) => `${kind} \`${name}\``);
  const files = snapshot.unreadyFiles(maxNamed - entities.length).map((path) => `file \`${path}\``);
  const named = [...entities, ...files];
  const more = counts.invalid - named.length;
  const which = more > 0 ? [...named, `${more} more`] : named;
  const list = which.length === 0 ? '' : `: ${which.join(', ')}`;
  const outcome =
    counts.invalid === 1
      ? 'one of its entities or files is not ready and stays at its last good version, if it has one'
      : `${counts.invalid} of its entities and files are not ready and stay at their last good versions, if they have one`;
  const message = `The commit is applied in part: ${outcome}${list}.`;
  return { reason: 'AppliedInPart', message };
}

function findActivity({ snapshot, observedRevision, failure, isProgressing }: Facts): Statement | undefined {
  const revision = observedRevision ?? '';
  if (isProgressing) {
    const message = snapshot ? 'A new revision is being applied.' : 'The branch is being read.';
    return {
      type: 'Reconciling',
      status: 'True',
      reason: 'Progressing',
      message,
      observedRevision: revision,
    };
  }
  if (!failure) return undefined;
  const isHopeless = failure.retry === 'never';
  return {
    type: isHopeless ? 'Stalled' : 'Reconciling',
    status: 'True',
    reason: isHopeless ? getReason(failure) : 'Retrying',
    message: isHopeless
      ? [sentence(failure.message), ...failure.hints.slice(0, 1).map(toHintText)].join(' ')
      : `The last attempt failed, another follows: ${failure.message}`,
    observedRevision: revision,
  };
}

/** `git_failed` → `GitFailed`. */
function getReason({ code }: Problem): string {
  return code.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

interface StatusContext extends Pick<SyncStatus, 'syncs'> {
  /** RFC 3339. */
  nextPassAt: string | undefined;
}

/** The public part of a branch's state. */
export function getStatus(
  branch: string,
  state: BranchState,
  { syncs, nextPassAt }: StatusContext,
): SyncStatus {
  const { snapshot, refusal, failure, conditions, observedRevision, attemptedRevision } = state;
  const problem = failure ?? refusal?.problem;
  return {
    branch,
    conditions,
    observedRevision,
    attemptedRevision,
    appliedRevision: snapshot?.revision,
    counts: snapshot?.counts ?? { files: 0, entities: 0, invalid: 0 },
    get passedOver() {
      return countSkippedFiles((refusal?.held?.snapshot ?? snapshot)?.otherTools ?? new Map());
    },
    // Computed on access: it costs as much as there are entities, and few readers of a status need it.
    get problems() {
      return (refusal?.held?.snapshot ?? snapshot)?.findings ?? [];
    },
    held: refusal?.held && withoutSnapshot(refusal.held),
    lastError: problem?.message,
    hints: problem?.hints ?? [],
    nextRetryAt: failure && nextPassAt,
    syncs,
  };
}

function withoutSnapshot({ snapshot: _, ...held }: { snapshot?: Snapshot } & SyncStatus['held'] & object) {
  return held;
}

/** Syncs in the status. */
const SHOWN = 20;

/** The requested syncs, the newest first. */
export class SyncLog {
  #records: readonly SyncRecord[] = [];

  get records(): readonly SyncRecord[] {
    return this.#records;
  }

  /** Adds a record, or replaces the one of the same sync. */
  put(record: SyncRecord): void {
    const others = this.#records.filter(({ syncId }) => syncId !== record.syncId);
    this.#records = [record, ...others].slice(0, SHOWN);
  }
}
