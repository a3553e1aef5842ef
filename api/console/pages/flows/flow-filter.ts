/** The filter of the list as the address has it. */
export interface FlowFilter {
  /** Words in name, title, tags, description and text. */
  q?: string;
  /** A tag, `name` or `name=value`. */
  label?: string;
}

/** Reads the filter from an address. */
export function readFlowFilter({ q, label }: Record<string, string | undefined>): FlowFilter {
  return { ...(q ? { q } : {}), ...(label ? { label } : {}) };
}
