export const flowViews = ['overview', 'run', 'graph', 'versions', 'definition'] as const;
export type FlowView = (typeof flowViews)[number];

/** Reads the tab from an address; `overview` is the one without a name. */
export function readFlowView({ view }: Record<string, string | undefined>): { view?: FlowView } {
  const tab = flowViews.find((each) => each === view);
  return tab && tab !== 'overview' ? { view: tab } : {};
}
