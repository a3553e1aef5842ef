import type { Operation, Write } from '../recording.js';
import { isBefore, isKind } from './order.js';

/** Checks that each acknowledged write of an entity is in the Git history, once and in the order of the acknowledgments. */
export function checkCommits(
  operations: readonly Operation[],
  commits: ReadonlyMap<string, readonly number[]>,
): string[] {
  return [...commits].flatMap(([register, history]) => {
    const writes = operations.filter(isKind('write')).filter((write) => write.register === register);
    const reads = operations.filter(isKind('read')).filter((read) => read.register === register);
    const last = reads.findLast(({ result }) => result !== undefined)?.result;
    const isOver = last === undefined || last === (history.at(-1) ?? 0);
    return [
      ...checkPresence(writes, history),
      ...checkOrder(writes, history),
      ...(isOver ? [] : [`the last read found ${last}, and the Git history ends with ${history.at(-1)}`]),
    ].map((text) => `${register}: ${text}`);
  });
}

function checkPresence(writes: readonly Write[], history: readonly number[]): string[] {
  return writes.flatMap(({ n, outcome }) => {
    const times = history.filter((each) => each === n).length;
    if (times > 1) return [`the write ${n} is in the Git history ${times} times`];
    if (times === 1 && outcome === 'refused') return [`the refused write ${n} is in the Git history`];
    if (times === 0 && outcome === 'acknowledged')
      return [`the acknowledged write ${n} is not in the Git history`];
    return [];
  });
}

function checkOrder(writes: readonly Write[], history: readonly number[]): string[] {
  const kept = history.flatMap((n) => writes.find((write) => write.n === n) ?? []);
  return kept.flatMap((write, index) => {
    const later = kept.slice(index + 1).find((each) => isBefore(each, write));
    if (!later) return [];
    return [
      `the Git history has the write ${write.n} before ${later.n}, which was acknowledged before ${write.n} was sent`,
    ];
  });
}
