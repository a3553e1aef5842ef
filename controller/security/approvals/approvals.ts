import { parseJsonText, toJsonText } from '../../../schemas/json/json-text.js';
import type { Json } from '../../../schemas/json/types.js';
import { KeyedMutex } from '../../concurrency/turns.js';
import { Problem } from '../../problems/index.js';
import {
  bind,
  createRowId,
  deleteStatement,
  insertStatement,
  isConstraintViolation,
  joinNextCommit,
  type Storage,
  type Tables,
  type Write,
} from '../../storage/index.js';
import type { Role } from '../identity/access/access.js';
import type { Scopes } from '../identity/access/scopes.js';
import type { Vault } from '../vault/contract.js';
import type { Approval, ApprovalFilter, ApprovalStatus, NewApproval, RequestedCall } from './contract.js';

/** Milliseconds that an approval waits for a decision. */
const lifetimeMs = 86_400_000;
/** Approvals of one principal that wait. */
const maxPending = 50;
/** Characters of an outcome. */
const maxOutcome = 65_536;

type Row = Tables['approvals'];

const columns = [
  ...(['id', 'status', 'operation', 'effect', 'digest', 'request', 'needed_role', 'target'] as const),
  ...(['requested_by', 'requested_role', 'requested_scopes'] as const),
  ...(['assistant', 'via', 'client', 'is_once'] as const),
  ...(['created_at', 'expires_at', 'decided_at', 'decided_by', 'outcome'] as const),
] as const;

interface Settlement {
  status: ApprovalStatus;
  by: string;
  outcome: Json;
}

/** A granted effect that was made. */
interface GrantedEffect<Result> {
  result: Result;
  /** The part of the result that others than the granting person may see too. */
  outcome: Json;
}

/**
 * Effects that wait for the consent of a person. The effect is made at most once: a grant claims the approval by a row of its own,
 * and where the effect is a transaction of the database, that transaction also settles the approval.
 */
export class Approvals {
  readonly #insert;
  readonly #settle;
  readonly #claim;
  readonly #release;
  readonly #remove;
  readonly #turns = new KeyedMutex();

  private constructor(
    private readonly storage: Storage,
    private readonly sealing: Pick<Vault, 'seal' | 'open' | 'mask' | 'maskJson'>,
    private readonly now: () => number,
  ) {
    this.#insert = insertStatement(storage, 'approvals', columns);
    this.#settle = storage.statement<
      Pick<Row, 'id' | 'status' | 'decided_at' | 'decided_by' | 'outcome' | 'request'> & { from: string }
    >((db, p) =>
      db
        .updateTable('approvals')
        .set({
          status: p.status,
          decided_at: p.decided_at,
          decided_by: p.decided_by,
          outcome: p.outcome,
          request: p.request,
        })
        .where('id', '=', p.id)
        .where('status', '=', p.from),
    );
    this.#claim = insertStatement(storage, 'approval_claims', ['approval', 'claimed_by', 'claimed_at']);
    this.#release = deleteStatement(storage, 'approval_claims', ['approval']);
    this.#remove = deleteStatement(storage, 'approvals', ['id']);
  }

  /**
   * Opens the approvals. Grants that the process before did not finish are open again, but for calls to other systems, which may
   * have been made and are not repeated.
   */
  static async open(
    storage: Storage,
    sealing: Pick<Vault, 'seal' | 'open' | 'mask' | 'maskJson'>,
    now: () => number = Date.now,
  ): Promise<Approvals> {
    const approvals = new Approvals(storage, sealing, now);
    await approvals.#recover();
    return approvals;
  }

  /** Stores a request; the same request that waits already is returned. @throws Problem approvals_full */
  request(approval: NewApproval): Promise<Approval> {
    const { requestedBy, digest } = approval;
    return this.#turns.run(`request ${requestedBy}`, async () => {
      const pending = await this.storage.db
        .selectFrom('approvals')
        .selectAll()
        .where('status', '=', 'pending')
        .where('requested_by', '=', requestedBy)
        .where('expires_at', '>', this.now())
        .limit(maxPending)
        .execute();
      const same = pending.find((row) => row.digest === digest);
      if (same) return this.#toApproval(same);
      if (pending.length >= maxPending)
        throw new Problem(
          'approvals_full',
          `${requestedBy} has ${maxPending} requests that wait for a person, and there may be no more`,
        );
      const row = this.#toRow(approval);
      await this.storage.commit([bind(this.#insert, row)]);
      return this.#toApproval(row);
    });
  }

  /** @throws Problem approval_not_found */
  async get(id: string): Promise<Approval> {
    return this.#toApproval(await this.#find(id));
  }

  /** Returns the call that waits; undefined once it is decided. */
  async findCall(id: string): Promise<RequestedCall | undefined> {
    const { request } = await this.#find(id);
    return request === ''
      ? undefined
      : (parseJsonText(this.sealing.open(request)) as unknown as RequestedCall);
  }

  /** Lists approvals, the newest first. */
  async list({ status, limit, after }: ApprovalFilter): Promise<Approval[]> {
    let query = this.storage.db.selectFrom('approvals').selectAll().orderBy('id', 'desc').limit(limit);
    if (status === 'expired')
      query = query.where('status', '=', 'pending').where('expires_at', '<=', this.now());
    else if (status !== undefined) query = query.where('status', '=', status);
    if (status === 'pending') query = query.where('expires_at', '>', this.now());
    if (after !== undefined) query = query.where('id', '<', after);
    return (await query.execute()).map((row) => this.#toApproval(row));
  }

  /** Decides against the effect. @throws Problem approval_not_found, approval_settled */
  deny(id: string, by: string): Promise<Approval> {
    return this.#turns.run(id, async () => {
      await this.#claimFor(id, by);
      await this.storage.commit([this.#settling(id, { status: 'denied', by, outcome: null })]);
      return this.get(id);
    });
  }

  /**
   * Makes the effect of a pending approval, once. When it fails, a call to another system is not tried again, and anything else
   * waits for another grant.
   * @param make makes the effect; calls `arm` when it is about to
   * @throws Problem approval_not_found, approval_settled, and those of `make`; approval_void ends the approval
   */
  grant<Result>(
    id: string,
    by: string,
    make: (approval: Approval, call: RequestedCall, arm: () => void) => Promise<GrantedEffect<Result>>,
  ): Promise<Result> {
    return this.#turns.run(id, async () => {
      await this.#claimFor(id, by);
      const progress = { isBegun: false };
      try {
        return await this.#make(id, by, (approval, call, arm) =>
          make(approval, call, () => {
            progress.isBegun = true;
            arm();
          }),
        );
      } catch (error) {
        await this.#endFailed(id, by, error, progress.isBegun);
        throw error;
      }
    });
  }

  /** Removes approvals that were requested before a time, ms since the epoch. @returns false when there are no more */
  async removeOld(before: number, limit: number): Promise<boolean> {
    const rows = await this.storage.db
      .selectFrom('approvals')
      .select('id')
      .where('created_at', '<', before)
      .limit(limit)
      .execute();
    const writes = rows.flatMap(({ id }) => [
      bind(this.#remove, { id }),
      bind(this.#release, { approval: id }),
    ]);
    if (writes.length > 0) await this.storage.commit(writes);
    return rows.length === limit;
  }

  async #make<Result>(
    id: string,
    by: string,
    make: (approval: Approval, call: RequestedCall, arm: () => void) => Promise<GrantedEffect<Result>>,
  ): Promise<Result> {
    const approval = await this.get(id);
    const call = await this.findCall(id);
    if (!call) throw settledProblem(approval);
    const settling = [this.#settling(id, { status: 'granted', by, outcome: null })];
    const { result, outcome } = await joinNextCommit(settling, (arm) =>
      make(approval, call, approval.isOnce ? () => {} : arm),
    );
    await this.storage.commit([
      this.#settling(id, { status: 'granted', by, outcome }),
      // The transaction of the effect may have settled it, before the result was there.
      this.#settling(id, { status: 'granted', by, outcome, from: 'granted' }),
    ]);
    return result;
  }

  async #endFailed(id: string, by: string, error: unknown, isBegun: boolean): Promise<void> {
    const { isOnce } = await this.get(id);
    const isVoid = error instanceof Problem && error.code === 'approval_void';
    const outcome = toOutcome(error);
    if (isVoid) await this.storage.commit([this.#settling(id, { status: 'void', by, outcome })]);
    else if (isOnce && isBegun)
      await this.storage.commit([this.#settling(id, { status: 'failed', by, outcome })]);
    else await this.#releaseUnsettled([id]);
  }

  /** @throws Problem approval_not_found, approval_settled */
  async #claimFor(id: string, by: string): Promise<void> {
    const approval = await this.get(id);
    if (approval.status !== 'pending') throw settledProblem(approval);
    try {
      await this.storage.commit([
        bind(this.#claim, { approval: id, claimed_by: by, claimed_at: this.now() }),
      ]);
    } catch (error) {
      if (isConstraintViolation(error)) throw settledProblem(await this.get(id));
      throw error;
    }
  }

  async #recover(): Promise<void> {
    const rows = await this.storage.db
      .selectFrom('approvals')
      .innerJoin('approval_claims', 'approval_claims.approval', 'approvals.id')
      .select(['approvals.id', 'approvals.is_once', 'approval_claims.claimed_by'])
      .where('approvals.status', '=', 'pending')
      .execute();
    const interrupted = new Problem(
      'approval_interrupted',
      'The service stopped while the call was made. It may have been made, and is not repeated',
    );
    const writes = rows
      .filter(({ is_once }) => is_once === 1)
      .map(({ id, claimed_by: by }) =>
        this.#settling(id, { status: 'failed', by, outcome: toOutcome(interrupted) }),
      );
    if (writes.length > 0) await this.storage.commit(writes);
    await this.#releaseUnsettled(rows.filter(({ is_once }) => is_once !== 1).map(({ id }) => id));
  }

  /** Lets approvals be granted again that are not settled. */
  async #releaseUnsettled(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const unsettled = await this.storage.db
      .selectFrom('approvals')
      .select('id')
      .where('id', 'in', [...ids])
      .where('status', '=', 'pending')
      .execute();
    const writes = unsettled.map(({ id }) => bind(this.#release, { approval: id }));
    if (writes.length > 0) await this.storage.commit(writes);
  }

  #settling(
    id: string,
    { status, by, outcome, from = 'pending' }: Settlement & { from?: ApprovalStatus },
  ): Write {
    const text = JSON.stringify(this.sealing.maskJson(outcome));
    return bind(this.#settle, {
      id,
      from,
      status,
      decided_at: this.now(),
      decided_by: by,
      outcome: text.length > maxOutcome ? JSON.stringify({ omitted: 'The result is too large.' }) : text,
      // The call may hold secrets, and is kept no longer than it is needed.
      request: '',
    });
  }

  async #find(id: string): Promise<Row> {
    const row = await this.storage.db
      .selectFrom('approvals')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    if (row) return row;
    throw approvalNotFound(id);
  }

  #toRow(approval: NewApproval): Row {
    const { operation, effect, digest, input, details, neededRole, target, assistant, via } = approval;
    const now = this.now();
    return {
      id: createRowId(),
      status: 'pending',
      operation,
      effect: this.sealing.mask(effect),
      digest,
      request: this.sealing.seal(toJsonText({ input, details })),
      needed_role: neededRole,
      target: JSON.stringify(target),
      requested_by: approval.requestedBy,
      requested_role: approval.requestedRole,
      requested_scopes: approval.requestedScopes && toJsonText(approval.requestedScopes as Json),
      assistant,
      via,
      client: approval.client.slice(0, 200),
      is_once: approval.isOnce ? 1 : 0,
      created_at: now,
      expires_at: now + lifetimeMs,
      decided_at: null,
      decided_by: null,
      outcome: null,
    };
  }

  #toApproval(row: Row): Approval {
    const isExpired = row.status === 'pending' && Number(row.expires_at) <= this.now();
    return {
      id: row.id,
      status: isExpired ? 'expired' : (row.status as ApprovalStatus),
      operation: row.operation,
      effect: row.effect,
      digest: row.digest,
      neededRole: row.needed_role as Role,
      target: JSON.parse(row.target) as Approval['target'],
      requestedBy: row.requested_by,
      requestedRole: row.requested_role as Role,
      requestedScopes: row.requested_scopes === null ? null : (parseJsonText(row.requested_scopes) as Scopes),
      assistant: row.assistant as Approval['assistant'],
      via: row.via,
      client: row.client,
      isOnce: Number(row.is_once) === 1,
      createdAt: toTime(row.created_at),
      expiresAt: toTime(row.expires_at),
      decidedAt: row.decided_at === null ? null : toTime(row.decided_at),
      decidedBy: row.decided_by,
      outcome: row.outcome === null ? null : (JSON.parse(row.outcome) as Json),
    };
  }
}

function toTime(ms: number): string {
  return new Date(Number(ms)).toISOString();
}

export function approvalNotFound(id: string): Problem {
  return new Problem('approval_not_found', `There is no approval \`${id.slice(0, 100)}\``);
}

function settledProblem({ id, status, decidedBy }: Approval): Problem {
  const by = decidedBy === null ? '' : ` by ${decidedBy}`;
  const detail = status === 'pending' ? 'is being granted now' : `is ${status}${by}`;
  return new Problem('approval_settled', `The approval \`${id}\` ${detail}`);
}

function toOutcome(error: unknown): Json {
  if (!(error instanceof Problem)) return { code: 'internal', detail: 'The effect failed.' };
  return { code: error.code, detail: error.message };
}
