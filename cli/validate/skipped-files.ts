import type { Exclusion } from './entity-root.js';

/** The files that were found and not checked, by their shown names. */
export interface SkippedFiles {
  /** File → the tool it belongs to. */
  tools: ReadonlyMap<string, string>;
  excluded: ReadonlyMap<string, Exclusion>;
}

/** Tools whose documents have a noun of their own. */
const plurals: Readonly<Record<string, string>> = {
  'GitHub workflow': 'GitHub workflows',
  'GitHub action': 'GitHub actions',
};

/** Returns one line such as `3 files of other tools passed over: 2 Kubernetes, 1 compose`; undefined without such files. */
export function toSkippedText({ tools, excluded }: SkippedFiles): string | undefined {
  const parts: string[] = [];
  if (tools.size > 0) {
    const counts = [...getCounts(tools)].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
    const named = counts.map(([tool, count]) => `${count} ${count === 1 ? tool : (plurals[tool] ?? tool)}`);
    parts.push(`${files(tools.size)} of other tools passed over: ${named.join(', ')}`);
  }
  const reasons = getCounts(excluded);
  const [ignored, outside] = [reasons.get('ignored') ?? 0, reasons.get('outside') ?? 0];
  if (ignored > 0) parts.push(`${files(ignored)} ignored by .svcignore`);
  if (outside > 0) parts.push(`${files(outside)} outside of the folder of Git.Path`);
  return parts.length > 0 ? parts.join('; ') : undefined;
}

/** Returns a line for each file: its name and the reason. */
export function toSkippedList({ tools, excluded }: SkippedFiles): string {
  const reasons = { ignored: 'ignored by .svcignore', outside: 'outside of the folder of Git.Path' };
  const lines = [...tools, ...[...excluded].map(([file, reason]) => [file, reasons[reason]] as const)];
  return lines
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, reason]) => `${file}  ${reason}\n`)
    .join('');
}

/** Returns the same as data. */
export function toSkippedJson({ tools, excluded }: SkippedFiles) {
  const listed = [...tools].map(([file, tool]) => ({ file, reason: 'other-tool', tool }));
  const others = [...excluded].map(([file, reason]) => ({ file, reason }));
  return {
    count: tools.size + excluded.size,
    tools: Object.fromEntries(getCounts(tools)),
    files: [...listed, ...others].sort((a, b) => (a.file < b.file ? -1 : 1)),
  };
}

function getCounts(reasons: ReadonlyMap<string, string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const reason of reasons.values()) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return counts;
}

function files(count: number): string {
  return `${count} file${count === 1 ? '' : 's'}`;
}
