import type { Readable } from 'node:stream';
import type { Abortable } from '../../../controller/concurrency/signals.js';
import type { CallWriter, Hint } from '../../../controller/problems/index.js';
import type { TraceContext } from '../../../controller/runs/contract.js';
import type { AuditEntry } from '../../../controller/security/audit/contract.js';
import type {
  Principal,
  Role,
  ShareRight,
  Target,
} from '../../../controller/security/identity/access/access.js';
import type { ScopeEffect } from '../../../controller/security/identity/access/scopes.js';
import type { Caller } from '../../../controller/security/identity/credentials/credential-index.js';
import type { Controller } from '../../../controller/start/contract.js';
import type { Json, JsonObject, JsonSchema } from '../../../schemas/json/types.js';

/** Everything that an operation may use in one call. Each protocol makes one per call. */
export interface OperationContext {
  readonly controller: Controller;
  /** Undefined without a credential, which only operations for anyone accept. */
  readonly caller: Caller | undefined;
  /** The principal of `caller`, or `anonymous`. */
  readonly principal: Principal;
  readonly origin: Origin;
  /** The record of this call in the audit log; `perform` sets it for audited operations. */
  audit?: AuditEntry;
  /** Turns writes of a caller who may only propose into proposals. */
  readonly autoPropose?: boolean;
  /**
   * The call comes from an assistant that the owner of a folder started by `svc mcp`: an agent, whatever the credential, which
   * proposes changes of entities or, with `--write`, makes them.
   */
  readonly assistant?: Assistant | undefined;
  /**
   * Asks for the consent of a person before an effect; left out where the caller is trusted to have it. Called by
   * `requireConsent`. @throws Problem confirmation_required
   */
  readonly confirm?: (effect: Effect) => void;
  /** A person has granted the effect of this very call, which an agent asked for. */
  readonly grant?: Grant;
  /** The MCP tool that makes the call; scopes may name it in place of the operation. */
  readonly tool?: string | undefined;
  /** Writes the calls of hints as the protocol has them; left out, hints name operations. */
  readonly writeCall?: CallWriter | undefined;
  /** Aborts when the client no longer waits for the answer. */
  readonly signal: AbortSignal;
  /** Aborts as `signal` does; costs less. */
  readonly ending: Abortable;
  /** Aborts with `signal`, and when the credential is no longer valid: for streams without an end. */
  readonly listening: AbortSignal;
}

/** An effect that a caller with the right causes, and no agent by itself. */
export interface Effect {
  /** The effect in one sentence without a full stop, which begins with a verb: a person reads it before agreeing. */
  readonly text: string;
  /** Everything besides the input of the call that decides what happens: consent ends when it changes. */
  readonly content: Json;
  /** The ways in which an agent gets there, in sentences: a flow, a proposal. */
  readonly instead?: readonly Hint[];
  /** Facts that a person should see besides `text` before agreeing, such as a diff. */
  readonly details?: Json;
  /** The right that a person needs to grant the effect; that of the operation unless stated. */
  readonly right?: { role: Role; target: Target };
  /** It is a call to another system, which cannot be asked if it was made: it is tried once. */
  readonly isOnce?: boolean;
  /** The members of the answer that only the person sees who grants the effect. */
  readonly shownOnce?: readonly string[];
}

/** The consent of a person to one effect. */
interface Grant {
  /** Refuses any other effect than the one that was granted. @throws Problem approval_void */
  require(effect: Effect): void;
}

export type Assistant = 'proposes' | 'writes';

/** The origin of a call. */
export interface Origin {
  readonly requestId: string;
  readonly address: string;
  /** The name that the client gives itself. */
  readonly agent: string;
  /** `rest`, `mcp`, `graphql`. */
  readonly via: string;
  /** The span that the call belongs to. */
  readonly trace?: TraceContext | undefined;
}

export interface OperationHints {
  readOnly: boolean;
  destructive: boolean;
  /** Repeating the call has no further effect. */
  idempotent: boolean;
}

/** The result of a call. A protocol turns `outcome` into its own terms; without one, the call is just done. */
export interface Result {
  value?: unknown;
  /** `value` is an immutable object that later calls return too while it is current, so its serialised form can be kept. */
  isKept?: boolean;
  outcome?: 'created' | 'accepted' | 'deleted';
  /** The file that `value` was read from, byte for byte, for callers that prefer it. */
  file?: string;
  /** The session of a browser, for its cookie; null where it has ended. Only routes of REST carry it. */
  session?: BrowserSession | null;
  /** In place of `value`: a file. */
  download?: Download | FileDownload;
  /** In place of `value`: events that arrive while the caller listens. */
  stream?: AsyncIterable<StreamPart>;
}

interface BrowserSession {
  token: string;
  /** Seconds until it ends, however it is used. */
  maxAge: number;
}

interface Download {
  /** The name under which a browser saves the file. */
  name: string;
  /** The media type. */
  type: string;
  content: Readable;
}

/** A stored file, of which a caller may request ranges, or ask whether it has changed. */
export interface FileDownload {
  name: string;
  type: string;
  file: { size: number /** Strong, in quotes. */; etag: string; modified: Date };
  /** @param range inclusive offsets */
  open(range?: { start: number; end: number }): Readable;
}

/** One event, or several: a list that many callers get is serialised once. */
export type StreamPart = StreamItem | readonly StreamItem[];

export interface StreamItem {
  event: string;
  /** Position at which a caller continues after a lost connection. */
  id?: number;
  data: unknown;
}

/** The schema of an operation's input: one object, whose properties each protocol places as it needs. */
export interface InputSchema {
  properties: Readonly<Record<string, JsonObject>>;
  required?: readonly string[];
}

/** An action that a caller can perform, defined once for all protocols. */
export interface Operation<Input = unknown> {
  /** Verb and noun, such as `run-flow`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly hints: OperationHints;
  /** The least role that the caller needs; `anyone` needs no credential, and the operation checks its input itself. */
  readonly permission: Role | 'anyone';
  /** The entity, type or branch on which the role is needed; left out for operations on the installation. */
  target?(input: Input): Target;
  /**
   * The effects that scopes of a credential tell apart, of which one has to be in scope; left out, they follow from the hints and the
   * permission.
   */
  readonly effects?: readonly ScopeEffect[];
  /** The call may give rights that no scope bounds, so that a credential with scopes may not make it. */
  readonly isUnbounded?: boolean;
  /**
   * A node that does not lead performs it too. `read`: it only reads what the database, the revision of production in service and the
   * settings say. `start`: it starts a flow that needs no leader. Left out, members pass its calls on to the leader.
   */
  readonly atMembers?: 'read' | 'start';
  /** The right of a share link that allows the operation on the shared flow. */
  readonly share?: ShareRight;
  /**
   * Audits a read-only operation; all others are audited anyway. `at-start`: the record is written at the start, and
   * another one follows only if the operation fails or adds to it.
   */
  readonly audited?: true | 'at-start';
  readonly input: InputSchema;
  readonly output: JsonSchema;
  /** @throws Problem */
  run(context: OperationContext, input: Input): Promise<Result>;
}

export const reads: OperationHints = { readOnly: true, destructive: false, idempotent: true };
