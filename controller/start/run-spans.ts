import { version } from '../../schemas/version.js';
import type { OtlpExporter, Span } from '../observability/index.js';
import { createSpan, type JournalEntry, type RunObserver } from '../runs/index.js';
import type { Vault } from '../security/vault/contract.js';
import type { Base } from './base.js';

type Run = Parameters<RunObserver['observe']>[0];

export interface Tracing {
  exporter: OtlpExporter;
  observer: RunObserver;
}

/** Opens the exporter of traces; undefined when no collector is configured. */
export async function openTracing(
  { settings, log, closers }: Base,
  vault: Pick<Vault, 'maskJsonText'>,
): Promise<Tracing | undefined> {
  const { OtlpEndpoint: endpoint, OtlpToken: token } = settings.Telemetry;
  if (endpoint === undefined) return undefined;
  const { OtlpExporter } = await import('../observability/otlp-exporter.js');
  const maskJsonText = (text: string): string => vault.maskJsonText(text);
  const report = (error: unknown) => log.warn({ err: error }, 'traces not delivered');
  const exporter = new OtlpExporter({ endpoint, token, version, maskJsonText, report });
  closers.add(() => exporter.close());
  return { exporter, observer: spanObserver(exporter) };
}

/** Makes spans of runs and tasks that end. */
function spanObserver(exporter: OtlpExporter): RunObserver {
  /** Running tasks: run id → task key → start, ms since the epoch. */
  const begun = new Map<string, Map<string, number>>();
  return {
    readers: { hasReaders: true },
    observe(run, _documents, entries) {
      if (run.trace?.sampled === false) return { writes: [], committed: () => undefined };
      const spans = entries.flatMap((entry) => finishedSpan(run, entry, begun) ?? []);
      return { writes: [], committed: () => exporter.add(spans) };
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
  const { traceId, spanId } = createSpan(run);
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
  const { traceId, spanId } = createSpan(run, entry.key);
  return {
    traceId,
    spanId,
    parentSpanId: createSpan(run).spanId,
    kind: entry.task === 'call' ? 'client' : 'internal',
    name: `${entry.task} ${entry.name}`,
    start,
    end: entry.at,
    attributes: { 'svc.task.reference': entry.reference, 'svc.task.attempt': entry.attempt },
    ...(entry.error ? { error: entry.error.title ?? entry.error.type } : {}),
  };
}
