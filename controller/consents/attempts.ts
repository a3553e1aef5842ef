import { createHash, randomBytes } from 'node:crypto';
import { KeyedMutex } from '../concurrency/turns.js';
import { Problem } from '../problems/index.js';
import type { Vault } from '../security/vault/contract.js';
import { bind, deleteStatement, insertStatement, type Storage, updateStatement } from '../storage/index.js';
import type { ConsentAttempt, ConsentConnection } from './contract.js';

/** A person has this long from the request to the answer of the authority, in ms. */
const lifetimeMs = 10 * 60_000;

/** The subject of an attempt. */
export interface AttemptRequest extends ConsentConnection {
  person: string | null;
  /** Set when the person was led to the authority. */
  led?: LedAttempt;
}

/** A person at the authority. */
export interface LedAttempt {
  /** The digest of the session of the browser that went there. */
  session: string;
  verifier: string;
  redirectUri: string;
  /** Stands for the authority and the client; see `getBinding`. */
  binding: string;
}

/** Consents that persons are about to give, in the database: each counts once. */
export class Attempts {
  readonly #insert;
  readonly #lead;
  readonly #remove;
  readonly #clean;
  readonly #turns = new KeyedMutex();

  constructor(
    private readonly storage: Storage,
    private readonly vault: Pick<Vault, 'seal' | 'open'>,
    private readonly now: () => number,
  ) {
    this.#insert = insertStatement(storage, 'consent_attempts', ['id', 'state', 'request', 'expires_at']);
    this.#lead = updateStatement(storage, 'consent_attempts', ['state', 'request'], ['id']);
    this.#remove = deleteStatement(storage, 'consent_attempts', ['id']);
    this.#clean = storage.statement<{ expires_at: number }>((db, { expires_at }) =>
      db.deleteFrom('consent_attempts').where('expires_at', '<', expires_at),
    );
  }

  async begin(request: AttemptRequest): Promise<ConsentAttempt> {
    const id = randomBytes(18).toString('base64url');
    const expiresAt = this.now() + lifetimeMs;
    const row = {
      id,
      state: null,
      request: this.vault.seal(JSON.stringify(request)),
      expires_at: expiresAt,
    };
    await this.storage.commit([bind(this.#clean, { expires_at: this.now() }), bind(this.#insert, row)]);
    return toAttempt(id, request, expiresAt);
  }

  /** @throws Problem consent_failed for an attempt that is not there, or not any more */
  async get(id: string): Promise<ConsentAttempt> {
    const { request, expiresAt } = await this.#find('id', id);
    return toAttempt(id, request, expiresAt);
  }

  /** Notes that a person is led to the authority; a state from before is void. @throws Problem as `get` */
  async lead(id: string, state: string, led: LedAttempt): Promise<void> {
    const { request } = await this.#find('id', id);
    const sealed = this.vault.seal(JSON.stringify({ ...request, led }));
    await this.storage.commit([bind(this.#lead, { id, state: digest(state), request: sealed })]);
  }

  /** Returns the attempt of a state that this browser has brought to the authority. @throws Problem consent_failed */
  async peek(state: string, session: string): Promise<ConsentAttempt> {
    const { id, request, expiresAt } = await this.#find('state', digest(state));
    if (request.led?.session !== session) throw strange();
    return toAttempt(id, request, expiresAt);
  }

  /** As `peek`; the state does not count again. @throws Problem consent_failed */
  async take(state: string, session: string): Promise<ConsentAttempt & { led: LedAttempt }> {
    return this.#turns.run(state, async () => {
      const { id, request, expiresAt } = await this.#find('state', digest(state));
      const { led } = request;
      if (led?.session !== session) throw strange();
      await this.storage.commit([bind(this.#remove, { id })]);
      return { ...toAttempt(id, request, expiresAt), led };
    });
  }

  async #find(
    column: 'id' | 'state',
    value: string,
  ): Promise<{ id: string; request: AttemptRequest; expiresAt: number }> {
    const row = await this.storage.db
      .selectFrom('consent_attempts')
      .selectAll()
      .where(column, '=', value)
      .executeTakeFirst();
    if (!row || Number(row.expires_at) <= this.now()) throw unknown();
    const request = JSON.parse(this.vault.open(row.request)) as AttemptRequest;
    return { id: row.id, request, expiresAt: Number(row.expires_at) };
  }
}

function toAttempt(
  id: string,
  { branch, connection, environment, person }: AttemptRequest,
  expiresAt: number,
): ConsentAttempt {
  return { id, branch, connection, environment, person, expiresAt: new Date(expiresAt).toISOString() };
}

function digest(state: string): string {
  return createHash('sha256').update(state).digest('hex');
}

function unknown(): Problem {
  return new Problem(
    'consent_failed',
    'This consent is not under way: it was completed, or began more than ten minutes ago',
  );
}

function strange(): Problem {
  return new Problem('consent_failed', 'This consent was begun in another browser or session', {
    hints: ['Begin the consent in the browser in which you are signed in.'],
  });
}
