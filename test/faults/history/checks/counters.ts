import type { Count, EndedRun, Increment, Operation } from '../recording.js';
import { getEnd, groupBy, isBefore, isKind } from './order.js';

/** An increment or a read of a counter with its result. */
type Observation = (Increment | Count) & { readonly result: number };

/**
 * Checks that each acknowledged increment counts once, in the order of the acknowledgments, and that a counter has at least the
 * acknowledged increments and at most those that were sent.
 */
export function checkCounters(operations: readonly Operation[], runs: readonly EndedRun[]): string[] {
  const counters = groupBy(
    operations.filter((each) => isKind('increment')(each) || isKind('count')(each)),
    ({ counter }) => counter,
  );
  return [...counters].flatMap(([counter, mine]) => [
    ...checkResults(counter, mine),
    ...checkBounds(counter, mine),
    ...checkTotal(counter, mine, runs),
  ]);
}

function isObservation(operation: Increment | Count): operation is Observation {
  return operation.result !== undefined;
}

/** Two increments never have one result, and no result is below an earlier one. */
function checkResults(counter: string, operations: readonly (Increment | Count)[]): string[] {
  const observations = operations.filter(isObservation);
  const increments = groupBy(observations.filter(isKind('increment')), ({ result }) => String(result));
  const twice = [...increments]
    .filter(([, same]) => same.length > 1)
    .map(
      ([result, same]) =>
        `counter ${counter}: the increments ${listNumbers(same)} all have the result ${result}, so an increment is lost`,
    );
  const back = observations.flatMap((later) => {
    const min = later.kind === 'increment' ? later.result - 1 : later.result;
    const earlier = observations.find((each) => isBefore(each, later) && each.result > min);
    if (!earlier) return [];
    return [
      `counter ${counter}: operation ${later.n} has ${later.result} after operation ${earlier.n} had ${earlier.result}`,
    ];
  });
  return [...twice, ...back];
}

function checkBounds(counter: string, operations: readonly (Increment | Count)[]): string[] {
  const increments = operations.filter(isKind('increment')).filter(({ outcome }) => outcome !== 'refused');
  const acknowledged = increments.filter(({ outcome }) => outcome === 'acknowledged');
  return operations.filter(isObservation).flatMap((observation) => {
    const own = observation.kind === 'increment' ? 1 : 0;
    const min = acknowledged.filter((each) => isBefore(each, observation)).length + own;
    const max = increments.filter(({ invokedAt }) => invokedAt <= getEnd(observation)).length;
    if (observation.result >= min && observation.result <= max) return [];
    return [
      `counter ${counter}: operation ${observation.n} has ${observation.result} where ${min} increments are acknowledged and ${max} were sent`,
    ];
  });
}

/** The last read has exactly the increments of the runs that completed. */
function checkTotal(
  counter: string,
  operations: readonly (Increment | Count)[],
  runs: readonly EndedRun[],
): string[] {
  const last = operations.filter(isObservation).findLast(isKind('count'));
  if (!last) return [];
  const increments = operations.filter(isKind('increment'));
  if (!increments.every((each) => isBefore(each, last) || each.endedAt === undefined)) return [];
  const numbers = new Set(increments.map(({ n }) => n));
  const completed = runs.filter(
    ({ n, status }) => n !== undefined && numbers.has(n) && status === 'completed',
  );
  if (completed.length === last.result) return [];
  return [
    `counter ${counter}: the last read has ${last.result}, and ${completed.length} runs have incremented it`,
  ];
}

function listNumbers(operations: readonly Operation[]): string {
  return operations.map(({ n }) => n).join(' and ');
}
