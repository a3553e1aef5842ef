import { expect, test } from 'vitest';
import { checkHistory } from './check-history.js';
import type { EndState, Operation, Recording } from './recording.js';

type Without<Kind> = Kind extends Operation ? Omit<Kind, 'invokedAt' | 'endedAt' | 'outcome' | 'n'> : never;

/** The operation `n`, which takes from `n` seconds to half a second later and is acknowledged, unless `more` says otherwise. */
function operation(n: number, what: Without<Operation>, more: Partial<Operation> = {}): Operation {
  return {
    n,
    invokedAt: n * 1_000,
    endedAt: n * 1_000 + 500,
    outcome: 'acknowledged',
    ...what,
    ...more,
  } as Operation;
}

const silent: Partial<Operation> = { outcome: 'unknown', endedAt: undefined };

function increment(n: number, result?: number, more?: Partial<Operation>): Operation {
  return operation(
    n,
    { kind: 'increment', flow: 'increment', counter: 'a', ...(result === undefined ? {} : { result }) },
    more,
  );
}

function count(n: number, result: number, more?: Partial<Operation>): Operation {
  return operation(n, { kind: 'count', flow: 'count', counter: 'a', result }, more);
}

function write(n: number, more?: Partial<Operation>): Operation {
  return operation(n, { kind: 'write', register: 'flow/note' }, more);
}

function read(n: number, result: number, more?: Partial<Operation>): Operation {
  return operation(n, { kind: 'read', register: 'flow/note', result }, more);
}

function answer(n: number, more?: Partial<Operation>): Operation {
  return operation(n, { kind: 'answer', task: 't1' }, more);
}

/** A recording in which each acknowledged operation of a flow has a run with its result. */
function recording(operations: readonly Operation[], end: Partial<EndState> = {}): Recording {
  const runs = operations.flatMap(({ n, kind, outcome, ...more }) => {
    const isRun = kind === 'increment' || kind === 'count';
    if (!isRun || outcome !== 'acknowledged') return [];
    return {
      id: `run-${n}`,
      flow: kind,
      n,
      status: 'completed',
      output: 'result' in more ? more.result : null,
    };
  });
  return {
    operations,
    end: {
      tasks: [],
      firings: [],
      ready: [],
      commits: new Map(),
      runs,
      ...end,
    },
  };
}

const second = 1_000;
const firings = [1, 2, 3].map((at) => ({ at: at * second, run: `run-${at}` }));
const asking = {
  runs: [{ id: 'r1', flow: 'ask', n: 1, status: 'completed', output: 2 }],
  tasks: [{ id: 't1', run: 'r1' }],
};
const start = operation(1, { kind: 'start', flow: 'ask' });

test('a correct recording has no violation', () => {
  const operations = [
    increment(1, 1),
    increment(2, 2),
    count(3, 2),
    write(4),
    read(5, 4),
    write(6, silent),
    read(7, 4),
    read(8, 6),
  ];
  const end = { firings, ready: [{ from: 500, to: 3_500 }], commits: new Map([['flow/note', [4, 6]]]) };
  expect(checkHistory(recording(operations, end))).toEqual([]);
  expect(checkHistory(recording([start, answer(2), answer(3, { outcome: 'refused' })], asking))).toEqual([]);
});

test('concurrent operations may be seen in either order', () => {
  const together = { invokedAt: 0, endedAt: 9_000 };
  const operations = [
    write(1, together),
    write(2, together),
    read(10, 1),
    read(11, 1),
    increment(3, 2, together),
    increment(4, 1, together),
  ];
  expect(checkHistory(recording(operations, { commits: new Map([['flow/note', [2, 1]]]) }))).toEqual([]);
});

test.each<[string, Recording, string]>([
  [
    'a lost increment',
    recording([increment(1, 1), increment(2, 2), count(3, 1)]),
    'counter a: operation 3 has 1 where 2 increments are acknowledged and 2 were sent',
  ],
  [
    'an increment that counts twice',
    recording([increment(1, 1), count(3, 2)]),
    'counter a: operation 3 has 2 where 1 increments are acknowledged and 1 were sent',
  ],
  [
    'an increment of a lost answer that counts without its run',
    recording([increment(1, 1), increment(2, undefined, silent), count(3, 2)]),
    'counter a: the last read has 2, and 1 runs have incremented it',
  ],
  [
    'two increments with one result',
    recording([increment(1, 1), increment(2, 1)]),
    'counter a: the increments 1 and 2 all have the result 1, so an increment is lost',
  ],
  [
    'a counter that goes back',
    recording([increment(1, undefined, silent), increment(2, undefined, silent), count(3, 2), count(4, 1)]),
    'counter a: operation 4 has 1 after operation 3 had 2',
  ],
  [
    'a lost write',
    recording([write(1), write(2)], { commits: new Map([['flow/note', [2]]]) }),
    'flow/note: the acknowledged write 1 is not in the Git history',
  ],
  [
    'a write that is committed twice',
    recording([write(1), write(2)], { commits: new Map([['flow/note', [1, 2, 1]]]) }),
    'flow/note: the write 1 is in the Git history 2 times',
  ],
  [
    'writes against the order of their acknowledgments',
    recording([write(1), write(2)], { commits: new Map([['flow/note', [2, 1]]]) }),
    'flow/note: the Git history has the write 2 before 1, which was acknowledged before 2 was sent',
  ],
  [
    'a refused write that is committed',
    recording([write(1, { outcome: 'refused' })], { commits: new Map([['flow/note', [1]]]) }),
    'flow/note: the refused write 1 is in the Git history',
  ],
  [
    'a history that ends with another write than the service has',
    recording([write(1), write(2, silent), read(3, 1)], { commits: new Map([['flow/note', [1, 2]]]) }),
    'flow/note: the last read found 1, and the Git history ends with 2',
  ],
  [
    'a stale read after an acknowledgment',
    recording([write(1), write(2), read(3, 1)]),
    'flow/note: the value 1 was there at 1.500 s and again at 3.000 s, although 2 was written or read between',
  ],
  [
    'a stale read of the first value',
    recording([write(1), read(2, 0)]),
    'flow/note: the value 0 was there at the beginning and again at 2.000 s, although 1 was written or read between',
  ],
  [
    'a read that goes back to an earlier value',
    recording([write(1), write(2, silent), read(3, 2), read(4, 1)]),
    'flow/note: the value 1 was there at 1.500 s and again at 4.000 s, although 2 was written or read between',
  ],
  [
    'a read of a value that no client has written',
    recording([read(2, 7)]),
    'flow/note: read 2 found 7, which no client has written',
  ],
  [
    'a read before the write',
    recording([read(1, 2), write(2)]),
    'flow/note: read 1 found 2 before it was written',
  ],
  [
    'a time of the schedule with two runs',
    recording([], { firings: [...firings, { at: 2_000, run: 'run-4' }] }),
    'the time 1970-01-01T00:00:02.000Z has the runs run-2 and run-4',
  ],
  [
    'a missing time of the schedule',
    recording([], { firings, ready: [{ from: 1_500, to: 4_500 }] }),
    'the time 1970-01-01T00:00:04.000Z has no run although the service was ready',
  ],
  [
    'a changed answer of a person',
    recording([start, answer(2, silent), answer(3)], asking),
    'the run r1 continued with the answer 2 where 3 was acknowledged',
  ],
  [
    'two acknowledged answers',
    recording([start, answer(2), answer(3)], asking),
    'the human task t1 has the acknowledged answers 2 and 3',
  ],
  [
    'a refused answer with which the run continues',
    recording([start, answer(2, { outcome: 'refused' })], asking),
    'the run r1 continued with the answer 2, which was refused or never sent',
  ],
  [
    'a run with two human tasks',
    recording([start, answer(2)], { ...asking, tasks: [...asking.tasks, { id: 't2', run: 'r1' }] }),
    'the run r1 has 2 human tasks',
  ],
  [
    'a run that does not continue',
    recording([start, answer(2)], {
      ...asking,
      runs: [{ id: 'r1', flow: 'ask', n: 1, status: 'waiting', output: null }],
    }),
    'the run r1 is waiting although its human task has the answer 2',
  ],
  [
    'a lost run',
    recording([operation(1, { kind: 'start', flow: 'double', output: 2 })]),
    'the run of the acknowledged operation 1 (start) is lost',
  ],
  [
    'an acknowledged run in whose place another one is',
    recording([operation(1, { kind: 'start', flow: 'double', output: 2, run: 'run-0' })], {
      runs: [{ id: 'run-1', flow: 'double', n: 1, status: 'completed', output: 2 }],
    }),
    'the acknowledged run run-0 of operation 1 (start) is lost',
  ],
  [
    'an operation with two runs',
    recording([increment(1, 1)], {
      runs: [1, 2].map((id) => ({
        id: `run-${id}`,
        flow: 'increment',
        n: 1,
        status: 'completed',
        output: id,
      })),
    }),
    'operation 1 (increment) has the runs run-1 and run-2',
  ],
  [
    'a run with a wrong output',
    recording([operation(1, { kind: 'start', flow: 'double', output: 2 })], {
      runs: [{ id: 'run-1', flow: 'double', n: 1, status: 'completed', output: 3 }],
    }),
    'the run run-1 of operation 1 (start) has the output 3, not 2',
  ],
])('%s is found', (_, wrong, violation) => {
  expect(checkHistory(wrong)).toContain(violation);
});
