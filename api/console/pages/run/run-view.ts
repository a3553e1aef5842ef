export const runViews = ['timeline', 'graph', 'data', 'log'] as const;
type RunView = (typeof runViews)[number];

/** The part of a run that is in view, as the address has it. */
interface RunSearch {
  view?: RunView;
  /** The key of the execution whose details are open. */
  task?: string;
}

/** Reads the view from an address; the timeline is left out of it. */
export function readRunView({ view, task }: Record<string, string | undefined>): RunSearch {
  const other = runViews.find((each) => each === view && each !== 'timeline');
  return { ...(other ? { view: other } : {}), ...(task ? { task } : {}) };
}
