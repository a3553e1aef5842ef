import type { SyncRecord } from './contract.js';

/** Syncs that the status tells of. */
const SHOWN = 20;

/** The syncs that somebody asked for, the newest first. */
export class SyncLog {
  #records: readonly SyncRecord[] = [];

  get records(): readonly SyncRecord[] {
    return this.#records;
  }

  /** In place of the record of the same sync. */
  put(record: SyncRecord): void {
    const others = this.#records.filter(({ syncId }) => syncId !== record.syncId);
    this.#records = [record, ...others].slice(0, SHOWN);
  }
}
