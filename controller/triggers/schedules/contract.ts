/** A trigger of a branch with its state. Times are RFC 3339. */
export interface TriggerView {
  /** The name, or `flow.<name>` for the schedule of a flow. */
  name: string;
  flow: string;
  kind: 'schedule' | 'event' | 'webhook';
  /** `inactive`: the branch is neither production nor one of `Git.ActiveBranches`. */
  state: 'active' | 'paused' | 'disabled' | 'inactive';
  environment: string | null;
  timeZone: string | null;
  /** Of a webhook: the address that senders deliver to. */
  address: string | null;
  /** The next three times, in the time zone of the schedule; the next poll of a trigger that polls. */
  next: string[];
  /** The last occurrences, the newest first. */
  occurrences: OccurrenceView[];
  /** Of a trigger with a connection. */
  messages: MessagesView | null;
  /** Of a trigger that polls. */
  poll: PollView | null;
  pausedAt: string | null;
  pausedBy: string | null;
}

interface MessagesView {
  connection: string;
  /** `stopped`: its triggers all rest, and the messages wait at the server. */
  status: 'connecting' | 'receiving' | 'failing' | 'stopped';
  since: string | null;
  /** Messages since the start of the service, of all triggers of the connection. */
  received: number;
  /** Why it is failing. */
  detail: string | null;
}

interface PollView {
  connection: string;
  action: string;
  /** `starting`: the items that are there have not been read yet. `stopped`: the trigger rests. */
  status: 'starting' | 'polling' | 'failing' | 'stopped';
  /** Since when new items are looked for; null before the first poll. */
  since: string | null;
  /** The time of the last poll that was answered. */
  polledAt: string | null;
  /** Items that were new since then. */
  items: number;
  /** Why it is failing, what it leaves for later, or why it began from now. */
  detail: string | null;
}

export interface OccurrenceView {
  time: string;
  cause: 'schedule' | 'fire' | 'backfill' | 'webhook' | 'event';
  status: 'queued' | 'started' | 'skipped' | 'failed';
  reason: 'overlap' | 'disabled' | 'paused' | null;
  run: string | null;
  problem: { code: string; detail: string } | null;
}

/** An occurrence of the past that a backfill starts, or would start. */
export interface Backfilled {
  time: string;
  /** Null in a dry run. */
  run: string | null;
}

export interface TriggerPage {
  limit: number;
  /** The name of the trigger before the first. */
  after?: string | undefined;
  /** Only triggers of this flow. */
  flow?: string | undefined;
  isVisible(name: string): boolean;
}

/** The triggers of branches, for the surfaces. */
export interface TriggerService {
  /** Returns a page of triggers, in the order of their names. */
  list(branch: string, page: TriggerPage): Promise<{ items: TriggerView[]; hasMore: boolean }>;
  /** @throws Problem trigger_not_found */
  get(branch: string, name: string): Promise<TriggerView>;
  /** Starts no run from now on; occurrences are recorded as skipped. Changes nothing on a paused trigger. @throws as `get` */
  pause(branch: string, name: string, by: string): Promise<TriggerView>;
  /** Continues with the next occurrence from now on. @throws as `get` */
  resume(branch: string, name: string): Promise<TriggerView>;
  /**
   * Starts a run now, also of a paused trigger.
   * @throws Problem trigger_not_found, trigger_not_scheduled, and as `RunService.start`
   */
  fire(branch: string, name: string): Promise<OccurrenceView>;
  /**
   * Starts the runs of the times of a span that have started none. When a run is refused, the runs before it have started.
   * @throws Problem trigger_not_found, trigger_not_scheduled, backfill_too_large, and as `RunService.start`
   */
  backfill(branch: string, name: string, span: BackfillSpan): Promise<Backfilled[]>;
}

export interface BackfillSpan {
  /** RFC 3339; both ends belong to the span. */
  from: string;
  to: string;
  dryRun?: boolean;
}
