export const triggerViews = ['list', 'calendar'] as const;
export type TriggerView = (typeof triggerViews)[number];

/** Reads the tab from an address; `list` is the one without a name. */
export function readTriggerView({ view }: Record<string, string | undefined>): { view?: TriggerView } {
  return view === 'calendar' ? { view } : {};
}
