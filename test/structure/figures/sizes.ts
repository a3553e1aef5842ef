import type { SourceTree } from '../tree/source-tree.js';
import type { Figure } from './figure.js';

const lineLimit = 350;

/** Measures the lengths of the service's files. */
export function sizeFigures({ service }: SourceTree): Figure[] {
  const sorted = [...service].sort((a, b) => b.lines - a.lines);
  const lengths = sorted.map(({ lines }) => lines).reverse();
  const offenders = sorted.map(({ path, lines }) => `${path}: ${lines} lines`);
  const tooLong = sorted.filter(({ lines }) => lines > lineLimit).length;
  const total = lengths.reduce((sum, lines) => sum + lines, 0);
  return [
    { name: 'lines of the median file', value: quantile(lengths, 0.5), offenders },
    { name: 'lines at the 90th percentile', value: quantile(lengths, 0.9), offenders },
    {
      name: `files over ${lineLimit} lines`,
      value: tooLong,
      offenders: offenders.slice(0, tooLong),
    },
    { name: 'lines of TypeScript', value: total, offenders: folderTotals(service) },
  ];
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(sorted.length * share)] ?? 0;
}

/** Lines by room, and by folder of `api`, `cli` and `schemas`. */
function folderTotals(service: SourceTree['service']): string[] {
  const totals = new Map<string, number>();
  for (const { path, lines } of service) {
    const folder = path.split('/').slice(0, -1).slice(0, 2).join('/');
    totals.set(folder, (totals.get(folder) ?? 0) + lines);
  }
  return [...totals].sort(([, a], [, b]) => b - a).map(([folder, lines]) => `${folder}: ${lines} lines`);
}
