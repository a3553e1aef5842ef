export const connectionViews = ['overview', 'versions', 'definition'] as const;
export type ConnectionView = (typeof connectionViews)[number];

/** Reads the tab from an address, and the environment of a consent; `overview` is the tab without a name. */
export function readConnectionView({ view, env }: Record<string, string | undefined>): {
  view?: ConnectionView;
  env?: string;
} {
  const tab = connectionViews.find((each) => each === view);
  return { ...(tab && tab !== 'overview' ? { view: tab } : {}), ...(env ? { env } : {}) };
}
