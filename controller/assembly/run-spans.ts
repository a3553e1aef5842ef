import type { Logger } from 'pino';
import { type JournalEntry, type RunWitness, spanOf } from '../runs/index.js';
import type { Settings } from '../settings/index.js';
import type { OtlpExporter, Span } from '../tracing/index.js';
import type { Vault } from '../vault/contract.js';
import { version } from '../version.js';

type Run = Parameters<RunWitness['see']>[0];

export interface Tracing {
  exporter: OtlpExporter;
  witness: RunWitness;
}

/** Traces runs where the settings say whereto. @param closers sends what waits when the service stops */
export async function openTracing(
  { Telemetry }: Settings,
  vault: Vault,
  log: Logger,
  closers: (() => unknown)[],
): Promise<Tracing | undefined> {
  const { OtlpEndpoint: endpoint, OtlpToken: token } = Telemetry;
  if (endpoint === undefined) return undefined;
  const { OtlpExporter } = await import('../tracing/otlp-exporter.js');
  const exporter = new OtlpExporter({
    endpoint,
    token,
    version,
    maskJsonText: vault.maskJsonText,
    report: (error) => log.warn({ err: error }, 'traces not delivered'),
  });
  closers.push(() => exporter.close());
  return { exporter, witness: tracingWitness(exporter) };
}

/** Makes spans of runs and their tasks as they end, out of what runs write down. */
export function tracingWitness(exporter: OtlpExporter): RunWitness {
  /** Tasks under way: run id → key → when it began. */
  const begun = new Map<string, Map<string, number>>();
  return {
    isHeard: true,
    see(run, _closure, entries) {
      if (run.trace?.sampled === false) return { writes: [], tell: () => undefined };
      const spans = entries.flatMap((entry) => finishedSpan(run, entry, begun) ?? []);
      return { writes: [], tell: () => exporter.add(spans) };
    },
  };
}

/** Two witnesses as one. */
export function both(a: RunWitness, b: RunWitness | undefined): RunWitness {
  if (b === undefined) return a;
  return {
    get isHeard() {
      return a.isHeard || b.isHeard;
    },
    see(run, closure, entries) {
      const seen = [a, b].filter(({ isHeard }) => isHeard).map((each) => each.see(run, closure, entries));
      return {
        writes: seen.flatMap(({ writes }) => writes),
        tell: () => {
          for (const { tell } of seen) tell();
        },
      };
    },
  };
}

function finishedSpan(
  run: Run,
  entry: JournalEntry,
  begun: Map<string, Map<string, number>>,
): Span | undefined {
  if (entry.t === 'task') return taskSpan(run, entry, begun);
  if (entry.t !== 'status' || !['completed', 'faulted', 'cancelled'].includes(entry.status)) return undefined;
  begun.delete(run.id);
  const { traceId, spanId } = spanOf(run);
  return {
    traceId,
    spanId,
    ...(run.trace ? { parentSpanId: run.trace.spanId } : {}),
    name: `flow ${run.flow}`,
    start: run.startedAt ?? run.createdAt,
    end: entry.at,
    attributes: { 'svc.run.id': run.id, 'svc.branch': run.branch, 'svc.revision': run.revision },
    ...(entry.error ? { error: entry.error.title ?? entry.error.type } : {}),
  };
}

function taskSpan(
  run: Run,
  entry: Extract<JournalEntry, { t: 'task' }>,
  begun: Map<string, Map<string, number>>,
): Span | undefined {
  const tasks = begun.get(run.id) ?? new Map<string, number>();
  begun.set(run.id, tasks);
  if (entry.event === 'started') tasks.set(entry.key, entry.at);
  if (entry.event === 'started' || entry.event === 'waiting' || entry.event === 'skipped') return undefined;
  const start = tasks.get(entry.key) ?? entry.at;
  tasks.delete(entry.key);
  const { traceId, spanId } = spanOf(run, entry.key);
  return {
    traceId,
    spanId,
    parentSpanId: spanOf(run).spanId,
    kind: entry.task === 'call' ? 'client' : 'internal',
    name: `${entry.task} ${entry.name}`,
    start,
    end: entry.at,
    attributes: { 'svc.task.reference': entry.reference, 'svc.task.attempt': entry.attempt },
    ...(entry.error ? { error: entry.error.title ?? entry.error.type } : {}),
  };
}
