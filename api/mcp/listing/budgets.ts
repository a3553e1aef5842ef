/** Limits of what a client puts in front of its model, in characters of JSON. */
export const budgets = {
  /** All tools without those of flows: for an administrator, and for a viewer. */
  list: 24_000,
  viewerList: 10_000,
  description: 450,
  outputSchema: 150,
  flowTool: 1_500,
  /** Flows that are offered as tools; the others are found by `list-entities`. */
  flows: 20,
} as const;
