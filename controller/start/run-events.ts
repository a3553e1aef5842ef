import type { JsonObject } from '../../schemas/json/types.js';
import { type EventHub, type RunChange, runEvent, sentEvent } from '../delivery/index.js';
import type { JournalEntry, RunObserver } from '../runs/index.js';

/** Makes events of journal entries, those that flows send included, and writes them in the transaction of the entries. */
export function runEvents(hub: Pick<EventHub, 'hasReaders' | 'writes' | 'notify'>): RunObserver {
  return {
    readers: hub,
    observe(run, documents, entries) {
      const { id, flow, branch, causes } = run;
      const { namespace = '', version = '' } = documents.flow(flow) ?? {};
      const about = { id, flow, branch, namespace, version, causes };
      const occurrences = entries.flatMap((entry) => {
        if (entry.t === 'emit') return [sentEvent(run, entry.event)];
        const failure = findRunChange(entry);
        return failure ? [runEvent(about, failure)] : [];
      });
      return { writes: hub.writes(occurrences), committed: () => hub.notify(occurrences) };
    },
  };
}

function findRunChange(entry: JournalEntry): RunChange | undefined {
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
