import type { OAuthClientProvider } from '@modelcontextprotocol/client';

/** The storage and the browser of an assistant, as its library uses them. */
export class Provider {
  readonly redirectUrl = 'http://127.0.0.1:7777/callback';
  readonly clientMetadata = {
    client_name: 'Test assistant',
    redirect_uris: [this.redirectUrl],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  /** The address that a browser was opened at. */
  opened: URL | undefined;
  registered: unknown;
  kept: { access_token: string; refresh_token?: string; scope?: string } | undefined;
  readonly clientMetadataUrl: string | undefined;
  #verifier = '';
  #discovered: unknown;

  constructor(clientMetadataUrl?: string) {
    this.clientMetadataUrl = clientMetadataUrl;
  }

  state(): string {
    return 'state-of-the-assistant';
  }

  clientInformation(): never {
    return this.registered as never;
  }

  saveClientInformation(information: unknown): void {
    this.registered = information;
  }

  tokens(): never {
    return this.kept as never;
  }

  saveTokens(tokens: never): void {
    this.kept = tokens;
  }

  redirectToAuthorization(address: URL): void {
    this.opened = address;
  }

  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }

  codeVerifier(): string {
    return this.#verifier;
  }

  saveDiscoveryState(state: unknown): void {
    this.#discovered = state;
  }

  discoveryState(): never {
    return this.#discovered as never;
  }

  get asProvider(): OAuthClientProvider {
    return this as unknown as OAuthClientProvider;
  }
}
