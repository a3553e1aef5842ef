export function readRunView(_raw: Record<string, string | undefined>): object {
  return {};
}
