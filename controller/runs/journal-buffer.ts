import type { FlowErrorBody } from '../flows/contract.js';
import type { Sealing } from '../vault/contract.js';
import { type JournalEntry, logSizeOf, type Recorded, toText } from './journal.js';

/** An entry without its number and time. */
export type NewEntry = WithoutNumber<JournalEntry>;
type WithoutNumber<Entry> = Entry extends JournalEntry ? Omit<Entry, 'seq' | 'at'> : never;

/** What may be told of an error. */
export function maskError(error: FlowErrorBody, { maskJson }: Pick<Sealing, 'maskJson'>): FlowErrorBody {
  return maskJson({ ...error }) as unknown as FlowErrorBody;
}

/** Entries on their way to the disk: numbered, timed, and kept to the size a run's log may have. */
export class JournalBuffer {
  #pending: JournalEntry[] = [];
  #seq: number;
  #logSize: number;

  /**
   * @param stored what the journal has already
   * @param logLimit characters of log lines a run may write
   */
  constructor(
    { lastSeq, logSize }: Pick<Recorded, 'lastSeq' | 'logSize'>,
    private readonly logLimit: number,
    private readonly sealing: Sealing,
    private readonly publish: (entry: JournalEntry) => void,
  ) {
    this.#seq = lastSeq;
    this.#logSize = logSize;
  }

  append(entry: NewEntry): void {
    const kept = entry.t === 'log' ? this.#limit(entry) : this.#withoutSecrets(entry);
    if (!kept) return;
    const numbered = { seq: ++this.#seq, at: Date.now(), ...kept } as JournalEntry;
    this.#pending.push(numbered);
    this.publish(numbered);
  }

  pending(): readonly JournalEntry[] {
    return this.#pending;
  }

  /** What is to be written now; undefined when there is nothing. */
  take(): { firstSeq: number; texts: string[]; entries: readonly JournalEntry[] } | undefined {
    const [first] = this.#pending;
    if (!first) return undefined;
    const entries = this.#pending;
    const texts = entries.map((entry) => toText(entry, this.sealing));
    this.#pending = [];
    return { firstSeq: first.seq, texts, entries };
  }

  #withoutSecrets(entry: NewEntry): NewEntry {
    if (!('error' in entry) || !entry.error) return entry;
    return { ...entry, error: maskError(entry.error, this.sealing) };
  }

  #limit(entry: Extract<NewEntry, { t: 'log' }>): NewEntry | undefined {
    if (this.#logSize > this.logLimit) return undefined;
    const message = this.sealing.mask(entry.message);
    const data = entry.data && this.sealing.maskJson(entry.data);
    this.#logSize += logSizeOf({ message, ...(data ? { data } : {}) });
    if (this.#logSize > this.logLimit) {
      return {
        t: 'log',
        level: 'warn',
        ends: true,
        message: `The log ends here: it reached ${this.logLimit} characters`,
      };
    }
    return { ...entry, message, ...(data ? { data } : {}) };
  }
}
