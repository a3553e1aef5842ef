import type { EventHub } from '../delivery/index.js';
import { compileFlow } from '../flows/index.js';
import type { OtlpExporter } from '../observability/index.js';
import { createRunEngine, type RunEngine, type RunObserver, type RunOptions } from '../runs/index.js';
import type { Base } from './base.js';
import type { Reach } from './open-connectors.js';
import type { Reconciling } from './open-reconciler.js';
import type { Security } from './open-security.js';
import { runEvents } from './run-events.js';
import { openTracing } from './run-spans.js';

interface Parts extends Reach, Security, Pick<Reconciling, 'reconciler'> {
  hub: EventHub;
}

export interface OpenRuns {
  runs: RunEngine;
  /** Undefined when no collector of traces is configured. */
  traces: OtlpExporter | undefined;
}

/** Builds the run engine. `recover` then continues the runs of the process before. */
export async function openRuns(base: Base, parts: Parts): Promise<OpenRuns> {
  const { settings, config, storage, log, closers } = base;
  const { fetch, connectors, sandbox, vault, reconciler, hub } = parts;
  const { Limits } = settings;
  const tracing = await openTracing(base, vault);
  const runs = createRunEngine({
    ...{ storage, vault, connectors, sandbox, fetch },
    snapshots: reconciler,
    compile: (definition) => compileFlow(definition).plan,
    limits: {
      taskOutput: Limits.TaskOutput,
      runLog: Limits.RunLog,
      concurrentRuns: Limits.ConcurrentRuns,
      pendingRuns: Limits.PendingRuns,
    },
    settings: config,
    isTraced: tracing !== undefined,
    observer: joined(runEvents(hub), tracing?.observer),
    ...secretUses(parts),
    report: (error, context) => log.error({ err: error, ...context }, 'run failed inside svc'),
  });
  closers.add(() => runs.stop());
  return { runs, traces: tracing?.exporter };
}

/** Records each use of a secret in the audit log. */
function secretUses({ audit }: Security): Pick<RunOptions, 'secretUsed' | 'connectionSecretUsed'> {
  const action = 'use-secret';
  return {
    secretUsed({ id, flow, branch, principal }, path) {
      const target = `secret/${path}`;
      const detail = { run: id, flow, branch };
      audit.begin({ action, principal, target, address: null, requestId: null, via: 'run', detail }, 'ok');
    },
    connectionSecretUsed({ branch, principal, origin }, path) {
      const target = `secret/${path}`;
      const { address = null, requestId = null } = origin ?? {};
      const detail = { branch };
      audit.begin({ action, principal, target, address, requestId, via: 'connection', detail }, 'ok');
    },
  };
}

/** Joins two observers. */
function joined(a: RunObserver, b: RunObserver | undefined): RunObserver {
  if (b === undefined) return a;
  return {
    get isActive() {
      return a.isActive || b.isActive;
    },
    observe(run, documents, entries) {
      const observed = [a, b]
        .filter(({ isActive }) => isActive)
        .map((each) => each.observe(run, documents, entries));
      return {
        writes: observed.flatMap(({ writes }) => writes),
        committed: () => {
          for (const { committed } of observed) committed();
        },
      };
    },
  };
}
