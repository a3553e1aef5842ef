export const runViews = ['timeline', 'graph', 'data', 'log', 'compare'] as const;
type RunView = (typeof runViews)[number];

/** The part of a run that is in view, as the address has it. */
interface RunSearch {
  view?: RunView;
  /** The id of the execution whose details or log lines are open: the id of its run, then its key. */
  task?: string;
  /** The run beside this one; without it `compare` has the last good run of the flow. */
  compare?: string;
}

/** Reads the view from an address; the timeline is left out of it. The other run alone names the comparison. */
export function readRunView({ view, task, compare }: Record<string, string | undefined>): RunSearch {
  const other = compare ? 'compare' : runViews.find((each) => each === view && each !== 'timeline');
  return {
    ...(other ? { view: other } : {}),
    ...(task ? { task } : {}),
    ...(compare ? { compare } : {}),
  };
}
