import type { Json, JsonObject } from '../../../schemas/json/types.js';

/** The server of a connection, and the headers that sign in there. */
export interface ApiServer {
  baseUrl: string;
  headers: Readonly<Record<string, string>>;
  /** Seconds. */
  timeout: number;
  /** Never shown in errors. */
  secrets: readonly (string | undefined)[];
}

export interface ApiRequest {
  method: string;
  /** Appended to the base address; see `getPath`. */
  path: string;
  query?: JsonObject | undefined;
  /** Sent as JSON. */
  body?: Json | undefined;
  headers?: Readonly<Record<string, string>>;
  /** Replaces the base address: for webhooks, whose address is the credential. No error shows more than its origin. */
  address?: string;
}

export interface ApiAnswer {
  status: number;
  headers: Headers;
  content: Json;
  /** Bytes of the body. */
  size: number;
}
