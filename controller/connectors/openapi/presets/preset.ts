import type { Json, JsonObject } from '../../../../schemas/json/types.js';
import type { RateLimitConfig } from '../../http/limits/rate-limit-schema.js';
import type { Paginate } from '../../http/paging/paginate-schema.js';

/** A value that connections state under `with`. */
export interface PresetField {
  description: string;
  /** A credential: connections name the secret that holds it. */
  secret?: boolean;
  /** Connections may leave it out, though it has no default. */
  optional?: boolean;
  default?: Json;
  example?: Json;
  /** A regular expression for a text. */
  pattern?: string;
  /** A list of texts. */
  list?: boolean;
}

/** A way to sign in. Texts have places `{field}` for the values of fields. */
export interface PresetSignIn {
  title: string;
  auth?: JsonObject;
  headers?: Record<string, string>;
  query?: Record<string, string>;
}

/** When a request that the server refused is sent once more. */
export interface RetryConfig {
  statuses: number[];
  attempts?: number;
}

/** The place of the message in the body of an error. */
export interface ErrorShape {
  /** Paths; the first that leads to a text counts. */
  message: string[];
  /** The path to a value that makes an answer with a good status an error. */
  failure?: string;
}

/** The form of request bodies: JSON, a form with repeated names, a form with names in brackets, or a media type of JSON. */
type BodyForm = 'json' | 'form' | 'form-brackets' | `application/${string}`;

export interface PresetOperation {
  title: string;
  /** The method and the path, such as `GET /customers/{id}`. */
  call: string;
  /** Shapes of the values of the path, of the query, of headers, of the body and of the answer: see `shape.ts`. */
  path?: JsonObject;
  query?: JsonObject;
  headers?: JsonObject;
  body?: Json;
  output?: Json;
  form?: BodyForm;
  /** Headers that each request has. */
  sends?: Record<string, string>;
  /** Members that each body has. */
  adds?: JsonObject;
  /** A query of GraphQL, whose variables are the body. */
  graphql?: string;
  /** True for the paging of the preset. */
  pages?: true | Paginate;
  /** Overrides what the method says. */
  reads?: boolean;
}

/** The definition of an app, as its file has it. */
export interface Preset {
  preset: string;
  title: string;
  description: string;
  category?: string;
  documentation?: string;
  /** How to get the credentials. */
  setup?: string;
  fields?: Record<string, PresetField>;
  address: string;
  signIn?: PresetSignIn[];
  headers?: Record<string, string>;
  query?: Record<string, string>;
  form?: BodyForm;
  rateLimit?: RateLimitConfig;
  retry?: RetryConfig;
  errors?: ErrorShape;
  /** The header that the server knows as the key of a request. */
  idempotencyHeader?: string;
  pages?: Paginate;
  webhook?: { description: string; signature?: JsonObject; dedupe?: string };
  test?: { operation: string; with?: JsonObject };
  operations: Record<string, PresetOperation>;
  example?: { title: string; input?: JsonObject; do: Json[] };
}
