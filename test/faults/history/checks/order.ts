import type { Operation } from '../recording.js';

/** The time of the answer of an operation; without an answer, the operation may take effect at any later time. */
export function getEnd({ endedAt }: Operation): number {
  return endedAt ?? Number.POSITIVE_INFINITY;
}

/** True when an operation was answered before another one was sent, so that every observer has them in this order. */
export function isBefore(first: Operation, second: Operation): boolean {
  return getEnd(first) < second.invokedAt;
}

export function isKind<Kind extends Operation['kind']>(kind: Kind) {
  return (operation: Operation): operation is Extract<Operation, { kind: Kind }> => operation.kind === kind;
}

export function groupBy<Item>(items: readonly Item[], toKey: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(toKey(item));
    if (group) group.push(item);
    else groups.set(toKey(item), [item]);
  }
  return groups;
}

/** A time of the clients' clock, as sentences have it. */
export function toSeconds(ms: number): string {
  if (ms === Number.NEGATIVE_INFINITY) return 'the beginning';
  return `${(ms / 1_000).toFixed(3)} s`;
}
