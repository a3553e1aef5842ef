/** Identifies a trigger. */
export interface TriggerKey {
  branch: string;
  id: string;
}
