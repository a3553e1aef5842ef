export const connectionViews = ['overview', 'versions', 'definition'] as const;
export type ConnectionView = (typeof connectionViews)[number];

/** Reads the tab from an address; `overview` is the one without a name. */
export function readConnectionView({ view }: Record<string, string | undefined>): { view?: ConnectionView } {
  const tab = connectionViews.find((each) => each === view);
  return tab && tab !== 'overview' ? { view: tab } : {};
}
