import type { LogEntry } from './contract.js';
import type { JournalEntry } from './journal.js';
import type { Live } from './live.js';
import { isFinal, type RunState } from './state.js';
import { toLogEntry } from './views.js';

interface Sources {
  live: Live;
  entriesOf(id: string, after: number): Promise<JournalEntry[]>;
  stateOf(id: string): Promise<RunState>;
}

/**
 * A run's log from `after` on: what is there, then what comes, each entry once and in order. Ends when the run has
 * ended, or when the signal aborts. @throws Problem run_not_found
 */
export async function* follow(
  sources: Sources,
  id: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<LogEntry> {
  const arrived: JournalEntry[] = [];
  let ended = false;
  let wake = (): void => {};
  const stop = sources.live.listen(id, {
    entry(entry) {
      arrived.push(entry);
      wake();
    },
    ended() {
      ended = true;
      wake();
    },
  });
  const onAbort = (): void => wake();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const state = await sources.stateOf(id);
    ended ||= isFinal(state.status) && state.endedAt !== null;
    let last = after;
    for (const entry of await sources.entriesOf(id, after)) {
      last = entry.seq;
      const line = toLogEntry(entry);
      if (line) yield line;
    }
    while (!signal.aborted) {
      for (let entry = arrived.shift(); entry; entry = arrived.shift()) {
        if (entry.seq <= last) continue;
        last = entry.seq;
        const line = toLogEntry(entry);
        if (line) yield line;
      }
      if (ended) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
        if (arrived.length > 0 || ended || signal.aborted) resolve();
      });
    }
  } finally {
    stop();
    signal.removeEventListener('abort', onAbort);
  }
}
