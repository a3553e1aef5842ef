/** Runs and the stores of flows. */
export interface RunTables {
  runs: {
    /** UUIDv7, so that ids sort by the time of creation. */
    id: string;
    flow: string;
    branch: string;
    revision: string;
    /** The newest commit of the branch, if its version of the flow was not ready and the run is pinned to an older one. */
    branch_revision: string | null;
    environment: string | null;
    status: string;
    trigger: string;
    principal: string;
    input: string;
    output: string | null;
    error: string | null;
    created_at: number;
    started_at: number | null;
    ended_at: number | null;
    parent_run_id: string | null;
    waiting_for: string | null;
    /** The time to resume a parked run. */
    wake_at: number | null;
    /** The documents the run is pinned to. */
    closure: string;
    /** `<principal> <key>` of the request that started it. */
    idempotency_key: string | null;
    /** SHA-256 of the request with the key. */
    request_digest: string | null;
    /** Sealed JSON of input and output, if they contain a secret; the columns have them masked. */
    sealed: string | null;
    /** JSON: the span that the run was started in. */
    trace: string | null;
    /** JSON: the flows whose runs and events led to this run, the first one first; null for none. */
    causes: string | null;
    /** The run that this one retries or replays. */
    retry_of: string | null;
    /** The position of the last event that was accepted before this run; null for none. */
    events_before: number | null;
    /** The member that has the run in memory; empty for a run that the leader takes over; null for any other run. */
    owner: string | null;
    /** 1 where a second result of an expression is a fault; null for a run of before, which keeps the first. */
    single_results: number | null;
    /** The reference of the task that failed, cut at 400 characters; null for a run that has not faulted. */
    failed_task: string | null;
    /** Cut at 200 characters. */
    error_type: string | null;
    error_status: number | null;
    /** The signature of the path; null for a run that has not ended, and for one of an earlier version. */
    path: string | null;
  };
  /** Orders of a node to another one, about runs that only that one can change. */
  run_orders: {
    /** UUIDv7. */
    id: string;
    run_id: string;
    /** The member that has the run; empty for the leader. */
    node: string;
    /** `cancelled` or `suspended`: the status that the run is to get. */
    what: string;
  };
  /** The places of flows with a limit, where several nodes share the database, and the runs that wait for one. */
  flow_places: {
    run_id: string;
    branch: string;
    flow: string;
    /** The node that asked last; empty for a run that began without a place. */
    node: string;
    /** Differs each time that a place is asked for. */
    claim: string;
    /** 1 for a place, 0 for a run that waits for one. */
    is_held: number;
    /** 1 for a run that has begun and wants to work again: it comes before the others. */
    is_returning: number;
    asked_at: number;
    /** The limit of the flow, as the run's version of it says. */
    max_runs: number;
    /** 1 where a run that waits for something outside gives its place back. */
    waiting_releases: number;
  };
  /** Answers of cache policies, where several nodes share the database. */
  cached_answers: {
    /** A keyed digest of the policy and the question. */
    id: string;
    /** The branch, the name and the version of the policy. */
    policy: string;
    /** JSON, sealed where it has a secret. */
    answer: string;
    answered_at: number;
    expires_at: number;
  };
  /** Happenings at members, in the order in which the leader adds them to its own records. */
  member_records: {
    /** UUIDv7. */
    id: string;
    /** `audit`, `events` or `notices`. */
    kind: string;
    /** JSON. */
    body: string;
  };
  /** Append-only. A row contains the entries of one write, numbered from `first_seq`. */
  journal: {
    run_id: string;
    first_seq: number;
    entries: string;
  };
  /** The documents of runs (flow, subflows, connections, environment), by content. */
  closures: {
    id: string;
    content: string;
    /** The last time that a member stored them, which it does again every hour: the leader keeps them for two. */
    touched_at: number | null;
  };
  /** The entries of stores. */
  store_entries: {
    branch: string;
    store: string;
    key: string;
    value: string;
    /** The number of the write in its store: the smallest belongs to the oldest entry. */
    written: number;
    expires_at: number | null;
  };
  /** Steps of runs that have changed a store, so that a repeated step does not change it again. */
  store_steps: {
    /** The idempotency key of the step. */
    id: string;
    run_id: string;
    result: string;
  };
  /** Files of runs. Their content is in the data directory. */
  run_files: {
    run_id: string;
    /** The same in runs that took over the file. */
    id: string;
    name: string;
    /** The media type. */
    type: string;
    size: number;
    sha256: string;
    created_at: number;
  };
  /** Tasks that people complete. */
  human_tasks: {
    id: string;
    run_id: string;
    /** The reference of the task in its flow. */
    reference: string;
    flow: string;
    branch: string;
    environment: string | null;
    title: string;
    description: string | null;
    /** JSON Schema of the values. */
    form: string;
    /** JSON list: users and teams, as the flow names them. */
    assignees: string;
    /** JSON list: the principals that the assignees were when the task was opened. */
    people: string;
    /** `open`, `completed`, `overdue` or `cancelled`. */
    status: string;
    opened_at: number;
    due_at: number | null;
    claimed_by: string | null;
    claimed_at: number | null;
    ended_at: number | null;
    completed_by: string | null;
    /** JSON: the values; sealed if they contain a secret. */
    answer: string | null;
    /** JSON list: the people that the last notification did not reach; null for none. */
    unnotified: string | null;
    /** The call that sends the links to the task; null for none. */
    sent_by: string | null;
  };
}
