/** What flows keep. */
export interface StoreTables {
  store_entries: StoreEntriesTable;
  store_steps: StoreStepsTable;
}

/** What flows keep in stores. */
export interface StoreEntriesTable {
  branch: string;
  store: string;
  key: string;
  value: string;
  /** Counts the writes of the store: the smallest is the longest unwritten. */
  written: number;
  expires_at: number | null;
}

/** Steps of runs whose change of a store is done, so that a repeated step does not change it again. */
export interface StoreStepsTable {
  /** The step's idempotency key. */
  id: string;
  run_id: string;
  result: string;
}
