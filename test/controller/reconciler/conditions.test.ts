import { expect, test } from 'vitest';
import type { Condition, Snapshot } from '../../../controller/catalog/index.js';
import { EMPTY_TREE } from '../../../controller/git/index.js';
import { Problem, type ProblemCode } from '../../../controller/problems/index.js';
import { type Facts, summarize } from '../../../controller/reconciler/conditions.js';

const THEN = '2030-01-01T00:00:00.000Z';
const NOW = '2030-01-02T00:00:00.000Z';

const cases: [string, Partial<Facts>, string[]][] = [
  ['nothing known', { snapshot: undefined }, ['Ready=Unknown Pending']],
  [
    'first pass',
    { snapshot: undefined, isProgressing: true },
    ['Ready=Unknown Pending', 'Reconciling=True Progressing'],
  ],
  ['applied', {}, ['Ready=True Applied']],
  ['some invalid', { snapshot: snapshot({ invalid: 2 }) }, ['Ready=True AppliedInPart']],
  ['no files', { snapshot: snapshot({ files: 0 }) }, ['Ready=True NoFiles']],
  ['no commits', { snapshot: snapshot({ files: 0 }, EMPTY_TREE) }, ['Ready=True NoCommits']],
  ['progressing', { isProgressing: true }, ['Ready=True Applied', 'Reconciling=True Progressing']],
  ['away', { failure: problem('git_failed') }, ['Ready=True Applied', 'Reconciling=True Retrying']],
  [
    'away, with nothing to serve',
    { snapshot: undefined, failure: problem('git_failed') },
    ['Ready=False GitFailed', 'Reconciling=True Retrying'],
  ],
  ['gone', { failure: problem('branch_not_found') }, ['Ready=True Applied', 'Stalled=True BranchNotFound']],
  [
    'seen and not applied',
    { refusal: refusal('internal'), failure: problem('internal') },
    ['Ready=False Internal', 'Reconciling=True Retrying'],
  ],
  [
    'seen and not applied, then away',
    { refusal: refusal('internal'), failure: problem('git_failed') },
    ['Ready=False Internal', 'Reconciling=True Retrying'],
  ],
  [
    'held',
    { refusal: refusal('prune_held'), failure: problem('prune_held') },
    ['Ready=False PruneHeld', 'Stalled=True PruneHeld'],
  ],
  [
    'held, with a newer one in progress',
    { refusal: refusal('prune_held'), failure: problem('prune_held'), isProgressing: true },
    ['Ready=False PruneHeld', 'Reconciling=True Progressing'],
  ],
];

test.each(cases)('%s is summed up as its conditions', (_, facts, expected) => {
  const conditions = summarize({ ...applied(), ...facts }, [], NOW);
  expect(conditions.map(({ type, status, reason }) => `${type}=${status} ${reason}`)).toEqual(expected);
});

test('lastTransitionTime stays while the status does, whatever else changes', () => {
  const before = [ready({ status: 'True', reason: 'NoFiles', lastTransitionTime: THEN })];
  expect(summarize(applied(), before, NOW)[0]).toMatchObject({ reason: 'Applied', lastTransitionTime: THEN });
});

test('lastTransitionTime moves with the status', () => {
  const before = [ready({ status: 'False', lastTransitionTime: THEN })];
  expect(summarize(applied(), before, NOW)[0]).toMatchObject({ status: 'True', lastTransitionTime: NOW });
});

test('Ready speaks of the revision in service, Reconciling of the one that is to follow', () => {
  const facts = { ...applied(), observedRevision: 'r2', isProgressing: true };
  expect(summarize(facts, [], NOW).map((condition) => condition.observedRevision)).toEqual(['r1', 'r2']);
});

function applied(): Facts {
  return {
    snapshot: snapshot({}),
    observedRevision: 'r1',
    refusal: undefined,
    failure: undefined,
    isProgressing: false,
  };
}

function snapshot(counts: Partial<Snapshot['counts']>, revision = 'r1'): Snapshot {
  const nothing = {
    get: () => undefined,
    changedNames: () => undefined,
    list: () => [],
    status: () => undefined,
    statuses: () => [],
    lastGood: () => undefined,
    unready: () => [],
    unreadyFiles: () => [],
    source: () => undefined,
    origin: () => undefined,
    search: async () => [],
  };
  return {
    branch: 'main',
    revision,
    findings: [],
    readFindings: async () => [],
    counts: { files: 3, entities: 3, invalid: 0, ...counts },
    otherTools: new Map(),
    ...nothing,
  };
}

function ready(fields: Partial<Condition>): Condition {
  return {
    type: 'Ready',
    status: 'True',
    reason: 'Applied',
    message: 'x',
    lastTransitionTime: THEN,
    observedRevision: 'r1',
    ...fields,
  };
}

function problem(code: ProblemCode): Problem {
  return new Problem(code, 'It did not work.');
}

function refusal(code: ProblemCode): NonNullable<Facts['refusal']> {
  return { revision: 'r1', problem: problem(code) };
}
