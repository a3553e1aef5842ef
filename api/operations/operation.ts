import type { Readable } from 'node:stream';
import type { AuditEntry } from '../../controller/audit/contract.js';
import type { Controller } from '../../controller/contract.js';
import type { Target } from '../../controller/identity/access.js';
import type { Caller, Principal, Role, ShareRight } from '../../controller/identity/contract.js';
import type { TraceContext } from '../../controller/runs/contract.js';
import type { JsonObject, JsonSchema } from '../../schemas/json.js';

/** What an operation may use. No protocol in it: REST, and whatever binds the same registry, make one per call. */
export interface OperationContext {
  readonly controller: Controller;
  /** Undefined for whoever sent no credential; only operations for anyone get to see that. */
  readonly caller: Caller | undefined;
  /** That of `caller`, or `anonymous`. */
  readonly principal: Principal;
  readonly origin: Origin;
  /** The record of this call in the audit log, where it has one: `perform` sets it. */
  audit?: AuditEntry;
  /** Writes of who may only propose become proposals by themselves, and say so. */
  readonly autoPropose?: boolean;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** The same, and when the credential is not good any more: for what goes on until somebody ends it. */
  readonly listening: AbortSignal;
}

/** Where a call comes from. */
export interface Origin {
  readonly requestId: string;
  readonly address: string;
  /** What the client says it is. */
  readonly agent: string;
  /** `rest`, `mcp`, `graphql`. */
  readonly via: string;
  /** The span that the call is part of. */
  readonly trace?: TraceContext | undefined;
}

export interface OperationHints {
  readOnly: boolean;
  destructive: boolean;
  /** Doing it twice is as good as doing it once. */
  idempotent: boolean;
}

/** What came of it. The binding turns `outcome` into what its protocol has for it; left out, it is just done. */
export interface Result {
  value?: unknown;
  /** The same object comes again as long as it is right, and nobody changes it: what is made of it can be kept. */
  isKept?: boolean;
  outcome?: 'created' | 'accepted' | 'deleted';
  /** The file that `value` was read from, byte for byte, for who would rather have that. */
  file?: string;
  /** In place of `value`: a file, made as it is read. */
  download?: Download | FileDownload;
  /** In place of `value`: what arrives while the caller listens. Ends by itself. */
  stream?: AsyncIterable<StreamItem>;
}

export interface Download {
  /** Letters, digits, `.`, `_` and `-`. */
  name: string;
  /** The media type. */
  type: string;
  content: Readable;
}

/** A file that is there: it can be had in ranges, and not again where it has not changed. */
export interface FileDownload {
  name: string;
  type: string;
  file: { size: number /** Strong, in quotes. */; etag: string; modified: Date };
  /** @param range inclusive offsets */
  open(range?: { start: number; end: number }): Readable;
}

export interface StreamItem {
  event: string;
  /** Where a caller who lost the connection goes on. */
  id?: number;
  data: unknown;
}

/** The schema of an operation's input: one object whose properties a binding spreads over its protocol. */
export interface InputSchema {
  properties: Readonly<Record<string, JsonObject>>;
  required?: readonly string[];
}

/** One thing a caller can do, defined once for all surfaces. */
export interface Operation<Input = unknown> {
  /** Verb and noun, such as `run-flow`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly hints: OperationHints;
  /** The least role that may do it; `anyone` needs no credential, and looks at what is sent itself. */
  readonly permission: Role | 'anyone';
  /** What it is done to: there the role is needed. Left out for what concerns no entity. */
  target?(input: Input): Target;
  /** The right that lets the holder of a share link do it, with the flow that is shared. */
  readonly share?: ShareRight;
  /**
   * Whether it is in the audit log; all that is not read-only is. `at-start`: the record says that it was started, and
   * another follows only if that fails, or more becomes known.
   */
  readonly audited?: true | 'at-start';
  readonly input: InputSchema;
  readonly output: JsonSchema;
  /** @throws Problem */
  run(context: OperationContext, input: Input): Promise<Result>;
}

export const reads: OperationHints = { readOnly: true, destructive: false, idempotent: true };
