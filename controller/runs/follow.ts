import { Inbox, missed } from '../inbox/index.js';
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
  const inbox = new Inbox<JournalEntry>();
  const stop = sources.live.listen(id, {
    entry: (entry) => inbox.put(entry),
    ended: () => inbox.end(),
  });
  let last = after;
  function* unseen(entries: readonly JournalEntry[]): Generator<LogEntry> {
    for (const entry of entries) {
      if (entry.seq <= last) continue;
      last = entry.seq;
      const line = toLogEntry(entry);
      if (line) yield line;
    }
  }
  try {
    const state = await sources.stateOf(id);
    if (isFinal(state.status) && state.endedAt !== null) inbox.end();
    yield* unseen(await sources.entriesOf(id, after));
    for await (const entry of inbox.drain(signal)) {
      yield* unseen(entry === missed ? await sources.entriesOf(id, last) : [entry]);
    }
  } finally {
    stop();
  }
}
