import { BoundedMap } from '../../../controller/concurrency/bounded-map.js';
import { createHttpClient, type HttpClient } from '../../../controller/connectors/network/client.js';
import type { Json } from '../../../schemas/json/types.js';
import { isObject } from '../../../schemas/json/values.js';
import { type OAuthClient, parseMetadata } from './client.js';
import { OAuthFailure } from './failure.js';

const maxBytes = 16 * 1024;
const timeoutMs = 5_000;
const maxAddress = 500;
/** A document is fetched again after this time, and after this when it was refused. */
const keptMs = 5 * 60_000;
const refusedMs = 30_000;
const maxKept = 500;
/** Fetches of all callers in a minute: anyone can have svc ask an address. */
const maxFetches = 60;
const minute = 60_000;

interface Kept {
  readonly client: Promise<OAuthClient>;
  /** ms since the epoch. */
  endsAt: number;
}

/** Tells whether an id of a client is the address of a document about it. */
export function isDocumentAddress(id: string): boolean {
  return /^https:/i.test(id);
}

/**
 * Clients that name themselves by the address of a document (OAuth Client ID Metadata Document). What anyone may have svc fetch is
 * bounded: https alone, public addresses alone unless a setting says otherwise, checked where the connection is made; no redirects,
 * a small answer within seconds, and a number of fetches in a minute.
 */
export class MetadataDocuments {
  readonly #kept = new BoundedMap<string, Kept>(maxKept);
  #http: HttpClient | undefined;
  #fetches = { count: 0, endsAt: 0 };

  constructor(
    private readonly options: {
      allowPrivateAddresses: boolean;
      /** ms since the epoch. */
      now(): number;
    },
  ) {}

  /** Returns the client of a document. @throws OAuthFailure invalid_client, temporarily_unavailable */
  find(id: string): Promise<OAuthClient> {
    const now = this.options.now();
    const kept = this.#kept.get(id);
    if (kept && kept.endsAt > now) return kept.client;
    const fault = findAddressFault(id);
    if (fault) throw refused(`The id of the client is no address of a metadata document: ${fault}`);
    if (now >= this.#fetches.endsAt) this.#fetches = { count: 0, endsAt: now + minute };
    this.#fetches.count += 1;
    if (this.#fetches.count > maxFetches)
      throw new OAuthFailure(
        'temporarily_unavailable',
        'Too many metadata documents were asked for in this minute',
        503,
      );
    const client = this.#fetch(id);
    const entry: Kept = { client, endsAt: now + keptMs };
    this.#kept.delete(id);
    this.#kept.set(id, entry);
    client.catch(() => {
      entry.endsAt = this.options.now() + refusedMs;
    });
    return client;
  }

  async close(): Promise<void> {
    await this.#http?.close();
  }

  async #fetch(id: string): Promise<OAuthClient> {
    this.#http ??= createHttpClient({
      allowPrivateNetworks: this.options.allowPrivateAddresses,
      timeoutMs,
      maxResponseBytes: maxBytes,
    });
    const metadata = await readDocument(this.#http, id);
    if (!isObject(metadata)) throw refused('The metadata document is no object');
    if (metadata['client_id'] !== id)
      throw refused('`client_id` of the metadata document is not the address of the document');
    const method = metadata['token_endpoint_auth_method'];
    if (method !== undefined && method !== 'none')
      throw refused('`token_endpoint_auth_method` of the metadata document has to be none');
    if (metadata['client_secret'] !== undefined) throw refused('The metadata document has a secret');
    return { id, source: 'document', ...parseDocument(metadata) };
  }
}

function parseDocument(metadata: Parameters<typeof parseMetadata>[0]) {
  try {
    return parseMetadata(metadata);
  } catch (error) {
    if (error instanceof OAuthFailure) throw refused(`The metadata document is refused: ${error.message}`);
    throw error;
  }
}

async function readDocument(http: HttpClient, id: string): Promise<Json> {
  let answer: Response;
  let text: string;
  try {
    answer = await http.fetch(id, { headers: { accept: 'application/json' }, redirect: 'manual' });
    text = await answer.text();
  } catch {
    // No word of what answers at the address: the one who asks may not reach it.
    throw refused(
      'The metadata document could not be fetched: its address does not answer, is private, or answers more than 16 KiB',
    );
  }
  if (answer.status !== 200) throw refused('The address of the metadata document does not answer with it');
  const type = answer.headers.get('content-type') ?? '';
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type))
    throw refused('The metadata document is not JSON');
  try {
    return JSON.parse(text) as Json;
  } catch {
    throw refused('The metadata document is not JSON');
  }
}

/** The rules for ids that are addresses: a path, and nothing that two programs could read differently. */
function findAddressFault(id: string): string | undefined {
  if (id.length > maxAddress) return `it has more than ${maxAddress} characters`;
  if (!/^[\x21-\x7E]+$/.test(id) || !URL.canParse(id)) return 'it cannot be read';
  const url = new URL(id);
  if (url.protocol !== 'https:') return 'it is not https';
  if (url.username !== '' || url.password !== '') return 'it has a user or a password in it';
  if (id.includes('#')) return 'it has a fragment';
  if (url.search !== '') return 'it has a query';
  if (url.pathname === '/') return 'it has no path';
  return url.href === id ? undefined : 'it is not written in its usual form';
}

function refused(detail: string): OAuthFailure {
  return new OAuthFailure('invalid_client', detail, 401);
}
