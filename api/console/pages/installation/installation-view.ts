export const installationViews = ['health', 'log', 'audit', 'backups'] as const;
type InstallationView = (typeof installationViews)[number];

/** The address of the page: the tab, and the filter of the audit log. */
export interface InstallationSearch {
  view?: InstallationView;
  principal?: string;
  action?: string;
}

export function readInstallationSearch({
  view,
  principal,
  action,
}: Record<string, string | undefined>): InstallationSearch {
  const tab = installationViews.find((each) => each === view);
  return {
    ...(tab && tab !== 'health' ? { view: tab } : {}),
    ...(principal ? { principal } : {}),
    ...(action ? { action } : {}),
  };
}
