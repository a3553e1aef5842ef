import type { JsonObject } from '../../schemas/json.js';
import { type EventHub, type RunHappening, runEvent } from '../events/index.js';
import type { JournalEntry, RunWitness } from '../runs/index.js';

/** Makes lifecycle events of what runs write down, in the transaction they write it in. */
export function runWitness(hub: EventHub): RunWitness {
  return {
    get isHeard() {
      return hub.isHeard;
    },
    see(run, closure, entries) {
      const plan = closure.flow(run.flow);
      const about = {
        id: run.id,
        flow: run.flow,
        branch: run.branch,
        namespace: plan?.namespace ?? '',
        version: plan?.version ?? '',
      };
      const occurrences = entries.flatMap((entry) => {
        const happening = happeningOf(entry);
        return happening ? [runEvent(about, happening)] : [];
      });
      return { writes: hub.writes(occurrences), tell: () => hub.tell(occurrences) };
    },
  };
}

function happeningOf(entry: JournalEntry): RunHappening | undefined {
  const { seq, at } = entry;
  if (entry.t !== 'status' && entry.t !== 'task') return undefined;
  const error = entry.error ? { error: { ...entry.error } as unknown as JsonObject } : {};
  if (entry.t === 'task') {
    const verb = taskVerbs[entry.event];
    return verb === undefined
      ? undefined
      : { seq, at, what: `task.${verb}`, task: entry.reference, ...error };
  }
  const verb = entry.resumed ? 'resumed' : runVerbs[entry.status];
  return verb === undefined ? undefined : { seq, at, what: `workflow.${verb}`, ...error };
}

const runVerbs: Readonly<Partial<Record<string, string>>> = {
  running: 'started',
  suspended: 'suspended',
  completed: 'completed',
  faulted: 'faulted',
  cancelled: 'cancelled',
};

const taskVerbs: Readonly<Partial<Record<string, string>>> = {
  started: 'started',
  waiting: 'suspended',
  retried: 'retried',
  completed: 'completed',
  faulted: 'faulted',
  cancelled: 'cancelled',
};
