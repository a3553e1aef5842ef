/** The longest delay that a timer accepts. */
const maxDelayMs = 2 ** 31 - 1;

/** A credential that a long request depends on. */
interface WatchedCredential {
  isValid(): boolean;
  /** ms since the epoch; null for a credential that does not expire. */
  expiresAt: number | null;
}

/** Ends long requests whose credential was removed or revoked, has expired, or has another role now. */
export class CredentialWatches {
  readonly #watched = new Map<AbortController, WatchedCredential>();

  constructor(private readonly now: () => number) {}

  /** Returns a signal that aborts with `until`, or as soon as the credential is no longer valid. */
  whileValid(credential: WatchedCredential, until: AbortSignal): AbortSignal {
    const ending = new AbortController();
    this.#watched.set(ending, credential);
    let timer: NodeJS.Timeout | undefined;
    const wait = (): void => {
      if (!credential.isValid()) ending.abort();
      if (credential.expiresAt === null || ending.signal.aborted) return;
      timer = setTimeout(wait, Math.min(credential.expiresAt - this.now(), maxDelayMs)).unref();
    };
    const end = (): void => ending.abort();
    ending.signal.addEventListener('abort', () => {
      clearTimeout(timer);
      this.#watched.delete(ending);
      until.removeEventListener('abort', end);
    });
    until.addEventListener('abort', end);
    if (until.aborted) end();
    else wait();
    return ending.signal;
  }

  /** Checks every watched credential again. To be called after each change of users, keys, shares or sessions. */
  checkAll(): void {
    for (const [ending, credential] of this.#watched) if (!credential.isValid()) ending.abort();
  }
}
