/** Whether a type is among `patterns`; `*` at the end of one stands for any rest. Left out: all but those of tasks. */
export function isWanted(type: string, patterns: readonly string[] | undefined): boolean {
  if (patterns === undefined) return !type.startsWith('io.serverlessworkflow.task.');
  return patterns.some((pattern) =>
    pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern,
  );
}
