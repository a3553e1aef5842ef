export function readRunFilter(raw: Record<string, string | undefined>): { flow?: string } {
  return raw['flow'] ? { flow: raw['flow'] } : {};
}
