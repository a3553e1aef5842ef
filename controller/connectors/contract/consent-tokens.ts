/** The way to the authority that gives tokens. */
export interface TokenAuthority {
  readonly fetch: typeof globalThis.fetch;
  readonly signal: AbortSignal;
}

/** The access tokens for the consent of a person, which the installation keeps. */
export interface ConsentTokens {
  /** The same for uses that share their tokens. */
  readonly key: string;
  /** Returns a token that is valid, asked for once for all callers. @throws ConnectorError when the consent is missing or has ended */
  get(authority: TokenAuthority): Promise<string>;
  /** Notes that the server refused a token: the next one is another one. @param refused the value of `Authorization` */
  forget(refused: string | null): void;
}
