import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { BoundedMap } from '../concurrency/bounded-map.js';
import { SharedWork } from '../concurrency/shared-work.js';
import type { ConsentTokens, TokenAuthority } from '../connectors/contract/consent-tokens.js';
import { type TokenAnswer, TokenRefusal } from '../connectors/http/credentials/tokens.js';
import { ConnectorError } from '../connectors/index.js';
import { Problem } from '../problems/index.js';
import type { Vault } from '../security/vault/contract.js';
import { findProvider } from '../security/vault/secret-provider.js';
import type { Storage } from '../storage/index.js';
import { Attempts } from './attempts.js';
import { askForTokens, createVisit, getBinding, readCode, revokeAtAuthority } from './authority.js';
import { ConsentStore, type StoredConsent } from './consent-store.js';
import type { Consent, ConsentAttempt, ConsentState, ConsentTarget } from './contract.js';
import { consentEnded, consentMissing, consentOfOthers } from './refusals.js';

export interface ConsentsOptions {
  readonly storage: Storage;
  readonly vault: Pick<Vault, 'secrets' | 'providers' | 'seal' | 'open' | 'conceal'>;
  /** ms since the epoch. */
  now?(): number;
}

interface AccessToken {
  readonly text: string;
  /** ms since the epoch; infinite for a token without an end. */
  readonly endsAt: number;
}

/** A token is replaced this long before it ends, in ms. */
const margin = 30_000;
/** Between two looks whether another process has renewed the tokens, in ms. */
const lookMs = 150;
/** Attempts to store a refresh token that the authority gave in place of another one, and the ms between them. */
const maxWrites = 4;
const writeAgainMs = 500;
/** Versions of a secret that renewals leave: authorities may give another refresh token several times an hour. */
const maxVersions = 20;
/** Codes by which authorities say that a refresh token counts no more: that of RFC 6749, and those of some with words of their own. */
const endCodes: ReadonlySet<string> = new Set([
  'invalid_grant',
  'bad_refresh_token',
  'invalid_refresh_token',
  'token_revoked',
]);

/** The consents of persons to the use of APIs by connections: how they are given, renewed and revoked. */
export class Consents {
  readonly #store: ConsentStore;
  readonly #attempts: Attempts;
  readonly #vault: ConsentsOptions['vault'];
  readonly #now: () => number;
  readonly #renewals = new SharedWork<AccessToken>();
  /** By what `#getCacheKey` returns. */
  readonly #tokens = new BoundedMap<string, AccessToken>(1_000);
  /** Digests of tokens that a server has refused. */
  readonly #refused = new BoundedMap<string, true>(1_000);
  /** Refresh tokens that the authority gave and that could not be stored yet, by path. */
  readonly #unstored = new Map<string, string>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #listeners: ((path: string) => void)[] = [];

  constructor({ storage, vault, now = Date.now }: ConsentsOptions) {
    this.#store = new ConsentStore(storage);
    this.#attempts = new Attempts(storage, vault, now);
    this.#vault = vault;
    this.#now = now;
  }

  /** Adds a listener for changes of the state of a consent, which gets the path of its secret. */
  onChange(listener: (path: string) => void): void {
    this.#listeners.push(listener);
  }

  /** Begins a consent. @param person who has to give it; null for one who may. @throws Problem secret_read_only */
  async begin(target: ConsentTarget, person: string | null): Promise<ConsentAttempt> {
    this.#getOwnPath(target);
    const { branch, connection, environment } = target;
    return this.#attempts.begin({ branch, connection, environment, person });
  }

  /** @throws Problem consent_failed for one that is not under way */
  find(id: string): Promise<ConsentAttempt> {
    return this.#attempts.get(id);
  }

  /**
   * Returns the address of the authority to which a person is led.
   * @param session the digest of the session of the person's browser, which alone can complete the consent
   * @throws Problem consent_failed
   */
  async lead(
    { id }: ConsentAttempt,
    target: ConsentTarget,
    { session, redirectUri }: { session: string; redirectUri: string },
  ): Promise<string> {
    const { address, state, verifier } = await createVisit(target.auth, redirectUri);
    await this.#attempts.lead(id, state, {
      session,
      verifier,
      redirectUri,
      binding: getBinding(target.auth),
    });
    return address;
  }

  /** Returns the attempt that an answer of an authority belongs to. @throws Problem consent_failed */
  findAnswered(parameters: URLSearchParams, session: string): Promise<ConsentAttempt> {
    return this.#attempts.peek(parameters.get('state') ?? '', session);
  }

  /**
   * Stores the consent that a person has given. The answer of the authority counts once.
   * @throws Problem consent_failed
   */
  async complete(
    target: ConsentTarget,
    parameters: URLSearchParams,
    by: { session: string; principal: string },
    fetch: typeof globalThis.fetch,
  ): Promise<void> {
    const state = parameters.get('state') ?? '';
    const { led } = await this.#attempts.take(state, by.session);
    const { auth } = target;
    if (led.binding !== getBinding(auth))
      throw new Problem(
        'consent_failed',
        'The connection was changed while the person was at the authority',
        {
          hints: ['Begin the consent again.'],
        },
      );
    const text = await readCode(auth, parameters, state);
    const { verifier, redirectUri } = led;
    const answer = await askForTokens(auth, { code: { text, redirectUri, verifier } }, fetch).catch(
      (cause: unknown) => {
        if (!(cause instanceof ConnectorError)) throw cause;
        throw new Problem('consent_failed', cause.message, { cause });
      },
    );
    await this.#keepGiven(target, answer, by.principal);
  }

  /** Returns the tokens of a consent for the uses of a connection. */
  getTokens(target: ConsentTarget): ConsentTokens {
    const key = JSON.stringify([target.paths, target.key, getBinding(target.auth)]);
    return {
      key,
      get: async (authority) => (await this.#getToken(target, authority)).text,
      forget: (refused) => {
        const [, token] = /^Bearer (.+)$/.exec(refused ?? '') ?? [];
        if (token === undefined) return;
        this.#refused.set(digest(token), true);
        for (const [id, { text }] of this.#tokens) if (text === token) this.#tokens.delete(id);
      },
    };
  }

  /** Returns the path of the secret of a consent. @throws ConnectorError for one that was not given */
  async findPath(target: ConsentTarget): Promise<string> {
    const stored = await this.#store.find(target.paths, target.key);
    if (stored) return stored.path;
    throw consentMissing(target);
  }

  /** Returns what is known of the refresh tokens that were not changed by hand since they were used. */
  async list(): Promise<ConsentState[]> {
    const rows = await this.#store.listCurrent();
    return rows.map(({ path, token_url, client_id, scopes, given_by, ended_at, ended_reason }) => ({
      path,
      tokenUrl: token_url,
      clientId: client_id,
      scopes: given_by === null ? undefined : (JSON.parse(scopes) as string[]),
      endedReason: ended_at === null ? undefined : (ended_reason ?? ''),
    }));
  }

  /** Returns the state of a consent. */
  async read(target: Omit<ConsentTarget, 'auth'>): Promise<Consent> {
    const stored = await this.#store.find(target.paths, target.key);
    return toConsent(stored, target.paths);
  }

  /**
   * Revokes a consent: at the authority where it has an address for that, and here.
   * @returns whether the authority has revoked it; undefined where there was no consent
   * @throws ConnectorError when the authority did not, and nothing has changed
   */
  async revoke(
    target: ConsentTarget,
    fetch: typeof globalThis.fetch,
  ): Promise<{ atAuthority: boolean } | undefined> {
    const stored = await this.#store.find(target.paths, target.key);
    if (!stored) return undefined;
    const { path } = stored;
    const { auth, key } = target;
    const { revocationUrl } = auth;
    const { [key]: refreshToken, ...others } = await this.#vault.secrets.read(path);
    if (revocationUrl !== undefined && refreshToken !== undefined)
      await revokeAtAuthority({ ...auth, revocationUrl }, refreshToken, fetch);
    if (Object.keys(others).length > 0) await this.#vault.secrets.update(path, () => others);
    else await this.#vault.secrets.delete(path);
    await this.#store.remove(path);
    this.#unstored.delete(path);
    this.#notify(path);
    return { atAuthority: revocationUrl !== undefined };
  }

  /** Resolves when no authority is asked any more: an answer may have the only refresh token that counts. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  async #keepGiven(target: ConsentTarget, answer: TokenAnswer, principal: string): Promise<void> {
    const { auth, key, branch, connection, environment } = target;
    const path = this.#getOwnPath(target);
    const { refreshToken = answer.hasEnd ? undefined : answer.text } = answer;
    if (refreshToken === undefined)
      throw new Problem(
        'consent_failed',
        'The authority gave a token that ends soon, and none to renew it with: nothing was stored',
        {
          hints: [
            'Ask for a refresh token: by a scope such as `offline_access`, or by `authorizationParameters` such as `access_type: offline` and `prompt: consent`.',
          ],
        },
      );
    const { secrets } = this.#vault;
    const existing = await secrets.summary(path);
    const { version } = existing
      ? await secrets.update(path, (value) => ({ ...value, [key]: refreshToken }))
      : await secrets.put(path, { [key]: refreshToken });
    this.#vault.conceal(answer.text);
    await this.#store.save({
      path,
      branch,
      connection,
      environment,
      token_url: auth.tokenUrl,
      client_id: auth.clientId,
      scopes: JSON.stringify(auth.scopes ?? []),
      granted_scopes: answer.scope?.slice(0, 4_000) ?? null,
      given_by: principal,
      given_at: this.#now(),
      version,
      access: this.#vault.seal(answer.text),
      access_ends_at: answer.hasEnd ? answer.endsAt : null,
      ended_at: null,
      ended_reason: null,
      holder: null,
      held_until: null,
    });
    this.#unstored.delete(path);
    this.#notify(path);
  }

  /** Returns the path to store a consent at. @throws Problem secret_read_only */
  #getOwnPath({ paths: [path = ''] }: ConsentTarget): string {
    const mount = findProvider(this.#vault.providers, path);
    if (!mount) return path;
    throw new Problem(
      'secret_read_only',
      `A consent is stored and renewed at \`${path}\`, and svc only reads secrets under \`${mount.prefix}\``,
      { hints: ['Let `auth.refreshToken` of the connection name another path.'] },
    );
  }

  async #getToken(target: ConsentTarget, { fetch, signal }: TokenAuthority): Promise<AccessToken> {
    const stored = await this.#findUsable(target);
    const token = this.#findToken(target, stored);
    if (token) return token;
    return this.#renewals.run(getCacheKey(target, stored.path), signal, (own) =>
      this.#renew(target, fetch, own),
    );
  }

  /** @throws ConnectorError for a consent that is missing, has ended, or is for another authority */
  async #findUsable(target: ConsentTarget): Promise<StoredConsent> {
    const stored = await this.#store.find(target.paths, target.key);
    if (!stored) throw consentMissing(target);
    const { row, isCurrent } = stored;
    if (!row || !isCurrent) return stored;
    if (row.ended_at !== null) throw consentEnded(target, row.ended_reason ?? '', Number(row.ended_at));
    if (row.token_url !== target.auth.tokenUrl || row.client_id !== target.auth.clientId)
      throw consentOfOthers(target);
    return stored;
  }

  /** Returns a token that is valid for some time. */
  #findToken(
    target: ConsentTarget,
    { path, version, row, isCurrent }: StoredConsent,
  ): AccessToken | undefined {
    const id = `${getCacheKey(target, path)} ${version}`;
    const cached = this.#tokens.get(id);
    if (cached && this.#isValid(cached)) return cached;
    if (!isCurrent || !row?.access) return undefined;
    const endsAt = row.access_ends_at === null ? Number.POSITIVE_INFINITY : Number(row.access_ends_at);
    if (endsAt - margin <= this.#now()) return undefined;
    const token = { text: this.#vault.open(row.access), endsAt };
    if (!this.#isValid(token)) return undefined;
    this.#tokens.set(id, token);
    return token;
  }

  #isValid({ text, endsAt }: AccessToken): boolean {
    return endsAt - margin > this.#now() && !this.#refused.has(digest(text));
  }

  /** Renews the tokens, as the only one of all nodes. */
  async #renew(
    target: ConsentTarget,
    fetch: typeof globalThis.fetch,
    signal: AbortSignal,
  ): Promise<AccessToken> {
    const holder = randomUUID();
    const { branch, connection, environment, auth } = target;
    const about = {
      branch,
      connection,
      environment,
      token_url: auth.tokenUrl,
      client_id: auth.clientId,
      scopes: JSON.stringify(auth.scopes ?? []),
    };
    for (;;) {
      signal.throwIfAborted();
      const stored = await this.#findUsable(target);
      const token = this.#findToken(target, stored);
      if (token) return token;
      if (await this.#store.claim(stored, holder, about))
        return this.#finish(this.#renewClaimed(target, stored.path, holder, fetch));
      await sleep(lookMs, undefined, { signal });
    }
  }

  /** Lets a renewal go on when its callers leave: the answer may have the only refresh token that counts. */
  #finish<Result>(work: Promise<Result>): Promise<Result> {
    const running = work.finally(() => this.#running.delete(running));
    this.#running.add(running);
    return running;
  }

  async #renewClaimed(
    target: ConsentTarget,
    path: string,
    holder: string,
    fetch: typeof globalThis.fetch,
  ): Promise<AccessToken> {
    try {
      // Another one may have renewed them between the look and the claim.
      const stored = await this.#findUsable(target);
      return this.#findToken(target, stored) ?? (await this.#refresh(target, stored, fetch));
    } finally {
      await this.#store.release(path, holder);
    }
  }

  /**
   * Asks for an access token. A refresh token that comes with it is durable before the access token is used: from then on, the one
   * before is used no more.
   */
  async #refresh(
    target: ConsentTarget,
    { path, version, row, isCurrent }: StoredConsent,
    fetch: typeof globalThis.fetch,
  ): Promise<AccessToken> {
    const { auth, key } = target;
    const { [key]: storedToken = '' } = await this.#vault.secrets.read(path);
    const refreshToken = this.#unstored.get(path) ?? storedToken;
    if (isCurrent && row?.access && row.access_ends_at === null)
      return this.#end(
        target,
        { path, version },
        'The server refuses the access token, which cannot be renewed',
      );
    let answer: TokenAnswer;
    try {
      answer = await askForTokens(auth, { refreshToken }, fetch);
    } catch (error) {
      if (!(error instanceof TokenRefusal) || !endCodes.has(error.error ?? '')) throw error;
      const newest = await this.#store.find([path], key);
      // The secret was changed by hand meanwhile.
      if (newest && newest.version !== version) return this.#refresh(target, newest, fetch);
      this.#unstored.delete(path);
      return this.#end(target, { path, version }, error.message);
    }
    this.#vault.conceal(answer.text);
    const next = answer.refreshToken ?? refreshToken;
    const newVersion = next === storedToken ? version : await this.#storeNext(path, key, next);
    const endsAt = answer.endsAt;
    await this.#store.change({
      path,
      version: newVersion,
      access: this.#vault.seal(answer.text),
      access_ends_at: endsAt,
      token_url: auth.tokenUrl,
      client_id: auth.clientId,
    });
    const token = { text: answer.text, endsAt };
    this.#tokens.set(`${getCacheKey(target, path)} ${newVersion}`, token);
    return token;
  }

  /** Stores the refresh token that counts from now on. @returns the version of the secret */
  async #storeNext(path: string, key: string, refreshToken: string): Promise<number> {
    this.#unstored.set(path, refreshToken);
    for (let attempt = 1; ; attempt++) {
      try {
        const { version } = await this.#vault.secrets.update(path, (value) => ({
          ...value,
          [key]: refreshToken,
        }));
        this.#unstored.delete(path);
        if (version > maxVersions) await this.#vault.secrets.prune(path, version - maxVersions);
        return version;
      } catch (error) {
        if (attempt === maxWrites) throw error;
        await sleep(writeAgainMs);
      }
    }
  }

  async #end(
    target: ConsentTarget,
    { path, version }: Pick<StoredConsent, 'path' | 'version'>,
    reason: string,
  ): Promise<never> {
    const at = this.#now();
    const { tokenUrl, clientId } = target.auth;
    await this.#store.change({
      path,
      version,
      token_url: tokenUrl,
      client_id: clientId,
      ended_at: at,
      ended_reason: reason.slice(0, 1_000),
    });
    this.#notify(path);
    throw consentEnded(target, reason, at);
  }

  #notify(path: string): void {
    for (const listener of this.#listeners) listener(path);
  }
}

function toConsent(stored: StoredConsent | undefined, [path = '']: readonly string[]): Consent {
  const row = stored?.isCurrent ? stored.row : undefined;
  const toTime = (ms: number | null | undefined) => (ms == null ? null : new Date(Number(ms)).toISOString());
  const endedAt = toTime(row?.ended_at);
  const state = endedAt === null ? 'given' : 'ended';
  return {
    status: stored ? state : 'none',
    secret: stored?.path ?? path,
    givenBy: row?.given_by ?? null,
    givenAt: toTime(row?.given_at),
    scopes: row ? (JSON.parse(row.scopes) as string[]) : [],
    grantedScopes: row?.granted_scopes ?? null,
    endedAt,
    endedReason: row?.ended_reason ?? null,
  };
}

function getCacheKey({ auth }: ConsentTarget, path: string): string {
  return `${path} ${getBinding(auth)}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
