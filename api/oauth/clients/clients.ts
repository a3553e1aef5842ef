import type { Vault } from '../../../controller/security/vault/contract.js';
import type { Settings } from '../../../controller/settings/index.js';
import type { JsonObject } from '../../../schemas/json/types.js';
import { cliClient, cliClientId, type OAuthClient } from './client.js';
import { OAuthFailure } from './failure.js';
import { isDocumentAddress, MetadataDocuments } from './metadata-documents.js';
import { createRegistration, findRegistration } from './registrations.js';

/** The clients that may ask persons for access. */
export class Clients {
  readonly #documents: MetadataDocuments;

  constructor(
    private readonly settings: Settings['Auth']['OAuth'],
    private readonly vault: Pick<Vault, 'sign'>,
    private readonly now: () => number = Date.now,
  ) {
    this.#documents = new MetadataDocuments({
      allowPrivateAddresses: settings.AllowPrivateAddresses,
      now,
    });
  }

  /** Returns the client of an id; fetches its document where the id is an address. @throws OAuthFailure */
  async get(id: string): Promise<OAuthClient> {
    const client = this.#findStored(id);
    if (client) return client;
    if (this.isKnown(id)) return this.#documents.find(id);
    throw new OAuthFailure('invalid_client', 'The client is not known', 401);
  }

  /** Tells whether a client of this id may have access still; asks no other host. */
  isKnown(id: string): boolean {
    if (this.#findStored(id)) return true;
    return this.settings.MetadataDocuments && isDocumentAddress(id);
  }

  /** Returns the client of a registration. @throws OAuthFailure */
  register(metadata: JsonObject): OAuthClient {
    return createRegistration(this.vault, metadata, Math.floor(this.now() / 1000));
  }

  close(): Promise<void> {
    return this.#documents.close();
  }

  #findStored(id: string): OAuthClient | undefined {
    if (id === cliClientId) return cliClient;
    const { Clients, Registration } = this.settings;
    const configured = Object.hasOwn(Clients, id) ? Clients[id] : undefined;
    if (configured)
      return {
        id,
        name: configured.Title,
        source: 'settings',
        redirectUris: configured.RedirectUris,
        grantTypes: ['authorization_code', 'refresh_token'],
      };
    return Registration ? findRegistration(this.vault, id) : undefined;
  }
}
