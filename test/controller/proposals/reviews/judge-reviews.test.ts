import { describe, expect, test } from 'vitest';
import { CodeOwners } from '../../../../controller/proposals/reviews/code-owners.js';
import type { Review, ReviewVerdict } from '../../../../controller/proposals/reviews/contract.js';
import { judgeReviews } from '../../../../controller/proposals/reviews/judge-reviews.js';

const review = (reviewer: string, verdict: ReviewVerdict = 'approved', revision = 'tip'): Review => ({
  reviewer,
  verdict,
  comment: '',
  revision,
  createdAt: '2026-01-01T00:00:00.000Z',
});
const commit = (name: string, email = `${name}@svc.local`, message = 'Change') => ({
  author: { name, email },
  message,
});
const owners = (text: string) => new CodeOwners(Buffer.from(text));

const proposed = {
  author: 'user:ada',
  tip: 'tip',
  commits: [commit('ada')],
  paths: ['flows/pay.yaml'],
  reviews: [] as Review[],
  owners: undefined as CodeOwners | undefined,
  isActive: (principal: string) => principal !== 'user:gone',
  getTeams: (principal: string) => (principal === 'user:cy' ? ['payments'] : []),
  mailDomain: 'svc.local',
};
const two = { required: 2, codeOwners: false };
const owned = { required: 0, codeOwners: true };

describe('an approval', () => {
  test.each([
    ['of another person', review('user:bob'), [commit('ada')], null],
    ['of the author', review('user:ada'), [], 'author of the proposal'],
    ['of an account that has ended', review('user:gone'), [], 'account or key'],
    ['of an older commit', review('user:bob', 'approved', 'before'), [], 'new commits'],
    ['of who made a commit', review('user:bob'), [commit('ada'), commit('bob')], 'author of a commit'],
    [
      'of who made a commit by a key',
      review('api-key:ci'),
      [commit('ci (api-key)', 'x@y')],
      'author of a commit',
    ],
    [
      'of the address of a commit',
      review('oidc:eve@x.org'),
      [commit('Eve', 'EVE@x.org')],
      'author of a commit',
    ],
    [
      'of a co-author',
      review('user:bob'),
      [commit('ada', 'ada@x', 'Change\n\nCo-authored-by: Bob <bob@svc.local>')],
      'author of a commit',
    ],
  ])('%s', async (_, one, commits, reason) => {
    const state = await judgeReviews(
      { ...proposed, commits, reviews: [one] },
      { required: 1, codeOwners: false },
    );
    expect(state.met).toBe(reason === null);
    expect(state.approvals).toBe(reason === null ? 1 : 0);
    if (reason !== null) expect(state.reviews[0]?.reason).toContain(reason);
  });

  test('of each of as many persons as are required is enough, and says how many are missing before', async () => {
    const one = await judgeReviews({ ...proposed, reviews: [review('user:bob')] }, two);
    expect(one).toMatchObject({ met: false, approvals: 1 });
    expect(one.missing).toEqual(['2 approvals are required, and it has 1.']);
    const both = await judgeReviews({ ...proposed, reviews: [review('user:bob'), review('user:cy')] }, two);
    expect(both).toMatchObject({ met: true, missing: [] });
  });
});

test('a person who requests changes holds the proposal back, but not by a review of an older commit', async () => {
  const approvals = [review('user:bob'), review('user:cy')];
  const held = await judgeReviews(
    { ...proposed, reviews: [...approvals, review('user:dan', 'changes-requested')] },
    two,
  );
  expect(held.missing).toEqual(['user:dan requests changes.']);
  const old = review('user:dan', 'changes-requested', 'before');
  expect((await judgeReviews({ ...proposed, reviews: [...approvals, old] }, two)).met).toBe(true);
  const nothing = { required: 0, codeOwners: false };
  const dan = [review('user:dan', 'changes-requested')];
  expect((await judgeReviews({ ...proposed, reviews: dan }, nothing)).met).toBe(true);
});

describe('owners of code', () => {
  const judge = (text: string, reviewers: string[], paths = proposed.paths) =>
    judgeReviews(
      { ...proposed, paths, owners: owners(text), reviews: reviewers.map((each) => review(each)) },
      owned,
    );

  test.each([
    ['flows/ @bob', ['user:bob'], true],
    ['flows/ @bob', ['user:cy'], false],
    ['* @bob\n/flows/ @crew/payments', ['user:cy'], true],
    ['* @bob\n/flows/ @crew/payments', ['user:bob'], false],
    ['/flows/pay.yaml @payments @bob', ['user:cy'], true],
    ['*.yaml eve@x.org', ['oidc:eve@x.org'], true],
    ['*.yaml eve@x.org', ['user:eve'], false],
    ['flows/ team:payments', ['user:cy'], true],
    ['flows/ api-key:ci', ['api-key:ci'], true],
    ['docs/ @bob', [], true],
    ['* @bob\nflows/', [], true],
    ['# * @bob', [], true],
    ['* @bob # all', ['user:bob'], true],
    ['* @BOB', ['user:bob'], false],
    ['* @crew/bob', ['user:bob'], false],
  ])('%j and approvals of %j', async (text, reviewers, met) => {
    expect((await judge(text, reviewers)).met).toBe(met);
  });

  test('each file needs one of its own owners, and what is missing names both', async () => {
    const text = 'flows/ @bob\nconnections/ @cy @dan';
    const state = await judge(text, ['user:bob'], ['flows/a.yaml', 'connections/b.yaml']);
    expect(state.missing).toEqual(['An approval of @cy or @dan is required, who own connections/b.yaml.']);
    const both = await judge(text, ['user:bob', 'user:dan'], ['flows/a.yaml', 'connections/b.yaml']);
    expect(both.met).toBe(true);
  });

  test('lines that are no rules are named, the first ones', async () => {
    const { notes } = await judge('[Section]\n!flows/ @bob\nflows/ @bob', ['user:bob']);
    expect(notes).toEqual([
      'Line 1 of `CODEOWNERS` is no rule that svc reads.',
      'Line 2 of `CODEOWNERS` is no rule that svc reads.',
    ]);
    expect((await judge('[Section]\n'.repeat(7), [])).notes.at(-1)).toBe('So are 2 more.');
  });
});

test.each([
  ['bytes', `${'x'.repeat(70_000)} @bob`, 'more than 65536 bytes'],
  ['`*` in a rule', 'flows/ @bob\n**/a*a*a*a*a*a*b @bob', 'Line 2 of `CODEOWNERS` costs too much'],
  ['rules', 'flows/ @bob\n'.repeat(401), 'Line 401 of `CODEOWNERS` costs too much'],
])('a file of owners with too many %s approves nothing, and says so', async (_, text, reason) => {
  const state = await judgeReviews(
    { ...proposed, owners: owners(text), reviews: [review('user:bob')] },
    owned,
  );
  expect(state.missing).toEqual([expect.stringContaining(reason)]);
});

test('a proposal of more files than their owners are looked for is not approved, and says so', async () => {
  const rules = Array.from({ length: 400 }, (_, index) => `folder-${index}/ @bob`).join('\n');
  const paths = Array.from({ length: 101 }, (_, index) => `flows/flow-${index}.yaml`);
  const state = await judgeReviews(
    { ...proposed, paths, owners: owners(rules), reviews: [review('user:bob')] },
    owned,
  );
  expect(state.missing).toEqual([
    'It changes 101 files, and the owners of at most 100 are looked for. Propose less at once.',
  ]);
});

test('a message made to be slow to read names no authors', async () => {
  const message = `Change\n\nCo-authored-by:${' '.repeat(1_000_000)}`;
  const commits = [commit('ada', 'ada@svc.local', message)];
  const state = await judgeReviews({ ...proposed, commits, reviews: [review('user:bob')] }, two);
  expect(state.approvals).toBe(1);
});
