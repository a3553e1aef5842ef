/** A metric of `/metrics`. */
export interface Metric {
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** One sentence without a full stop, as Prometheus shows it. */
  readonly help: string;
  readonly labels: readonly string[];
}

/** The metrics of svc by name, beside those of the process that `prom-client` adds. */
export const metrics = {
  svc_http_request_duration_seconds: {
    type: 'histogram',
    help: 'Time to answer a request',
    labels: ['method', 'route', 'status'],
  },
  svc_runs: { type: 'gauge', help: 'Runs by state', labels: ['state'] },
  svc_queue_lag_seconds: {
    type: 'gauge',
    help: 'Waiting time of the run that has waited longest for a free place',
    labels: [],
  },
  svc_branch_queue_lag_seconds: {
    type: 'gauge',
    help: 'Waiting time of the run of a branch that has waited longest for a free place',
    labels: ['branch'],
  },
  svc_runs_ended_total: {
    type: 'counter',
    help: 'Runs that have ended in this process, by state',
    labels: ['status'],
  },
  svc_runs_total: {
    type: 'counter',
    help: 'Runs that have ended in this process, by flow, branch and final state',
    labels: ['flow', 'branch', 'status'],
  },
  svc_run_duration_seconds: {
    type: 'histogram',
    help: 'Time from the start to the end of a run',
    labels: ['flow', 'branch'],
  },
  svc_trigger_occurrences_total: {
    type: 'counter',
    help: 'Occurrences of triggers in this process, by what became of them',
    labels: ['status'],
  },
  svc_credentials_refused_total: {
    type: 'counter',
    help: 'Refused credentials in this process, by the check that they did not pass',
    labels: ['reason'],
  },
  svc_llm_tokens_total: {
    type: 'counter',
    help: 'Tokens of language models in this process',
    labels: ['connection', 'kind'],
  },
  svc_journal_transactions_total: {
    type: 'counter',
    help: 'Transactions written to the database',
    labels: [],
  },
  svc_journal_writes_total: { type: 'counter', help: 'Statements in these transactions', labels: [] },
  svc_branch_ready: {
    type: 'gauge',
    help: 'Whether the newest revision seen is in service',
    labels: ['branch'],
  },
  svc_branch_entities: {
    type: 'gauge',
    help: 'Entities of a branch, by whether they are valid',
    labels: ['branch', 'valid'],
  },
  svc_certificate_expiry_timestamp_seconds: {
    type: 'gauge',
    help: 'End of the validity of the TLS certificate in use, in seconds since 1970',
    labels: [],
  },
  svc_nodes: {
    type: 'gauge',
    help: 'Nodes with a valid lease that share the database, by their part',
    labels: ['role'],
  },
  svc_entities_not_runnable: {
    type: 'gauge',
    help: 'Entities in service that lack something of the installation, of the branches in use',
    labels: ['branch'],
  },
  svc_connections_failing: {
    type: 'gauge',
    help: 'Connections whose last test by the schedule of `Connections.TestEvery` failed',
    labels: ['branch'],
  },
  svc_entities_not_ready: {
    type: 'gauge',
    help: 'Entities whose newest version is not in service, of the branches that are followed',
    labels: ['branch'],
  },
} as const satisfies Record<string, Metric>;

export type MetricName = keyof typeof metrics;
