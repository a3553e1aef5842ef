import { describe, expect, test, vi } from 'vitest';
import { Branch, served, unready } from '../branch.js';

const hook = 'kind: thing\nname: hook\nat: 1\n';
const coat = 'kind: thing\nname: coat\nuses: [hook]\nat: 1\n';
const broken = 'kind: thing\nname: hook\nat: 2\nbad: true\n';

describe('a snapshot of valid files', () => {
  test('serves every entity, with its file, its blob and what was compiled', async () => {
    const snapshot = await new Branch().load({
      'a.yaml': hook,
      'things/b.yml': coat,
      'README.md': '# no entity',
    });

    expect(served(snapshot)).toEqual({ hook: 'a.yaml 1', coat: 'things/b.yml 1' });
    expect(snapshot.get('thing', 'coat')).toMatchObject({
      kind: 'thing',
      name: 'coat',
      revision: 'r1',
      blobId: expect.stringMatching(/^[0-9a-f]{40}$/),
      compiled: { built: 'coat' },
      references: [{ kind: 'thing', name: 'hook', pointer: '/uses/0' }],
    });
    expect(snapshot.status('thing', 'coat')).toEqual({
      kind: 'thing',
      name: 'coat',
      findings: [],
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'Applied',
          message: 'things/b.yml is in service',
          lastTransitionTime: '2026-01-01T00:00:01.000Z',
          observedRevision: 'r1',
        },
      ],
    });
    expect(snapshot.findings).toEqual([]);
    expect(snapshot.counts).toEqual({ files: 2, entities: 2, invalid: 0 });
  });

  test('knows nothing of entities that no file defines', async () => {
    const snapshot = await new Branch().load({});

    expect(snapshot.get('thing', 'hook')).toBeUndefined();
    expect(snapshot.status('thing', 'hook')).toBeUndefined();
    expect(snapshot.list('thing')).toEqual([]);
  });
});

describe('an entity that becomes invalid', () => {
  test('stays at its last good version, with Ready=False naming file, line and column', async () => {
    const branch = new Branch();
    const first = await branch.load({ 'a.yaml': hook });

    const second = await branch.advance(first, { 'a.yaml': broken });

    expect(served(second)).toEqual({ hook: 'a.yaml 1' });
    expect(second.get('thing', 'hook')?.revision).toBe('r1');
    expect(second.status('thing', 'hook')?.conditions).toMatchObject([
      {
        status: 'False',
        reason: 'Invalid',
        message: 'a.yaml:4:1: unknown field `bad`; the last good version stays in service',
        observedRevision: 'r2',
        lastTransitionTime: '2026-01-01T00:00:02.000Z',
      },
    ]);
    expect(second.findings).toMatchObject([{ file: 'a.yaml', line: 4, column: 1, rule: 'field-unknown' }]);
    expect(second.counts).toEqual({ files: 1, entities: 1, invalid: 1 });
  });

  test('holds back entities that refer to it, which name the cause; the others move on', async () => {
    const branch = new Branch();
    const rest = 'kind: thing\nname: rest\nat: 1\n';
    const first = await branch.load({ 'a.yaml': hook, 'b.yaml': coat, 'c.yaml': rest });

    const second = await branch.advance(first, {
      'a.yaml': broken,
      'b.yaml': coat.replace('at: 1', 'at: 2'),
      'c.yaml': rest.replace('at: 1', 'at: 2'),
    });

    expect(served(second)).toEqual({ hook: 'a.yaml 1', coat: 'b.yaml 1', rest: 'c.yaml 2' });
    expect(unready(second)).toEqual([
      'coat: DependencyNotReady uses thing `hook`, which is not ready: a.yaml:4:1: unknown field `bad`; the last good version stays in service',
      'hook: Invalid a.yaml:4:1: unknown field `bad`; the last good version stays in service',
    ]);
  });

  test('that never was valid is not served, and has a status', async () => {
    const snapshot = await new Branch().load({ 'a.yaml': broken });

    expect(snapshot.get('thing', 'hook')).toBeUndefined();
    expect(unready(snapshot)).toEqual(['hook: Invalid a.yaml:4:1: unknown field `bad`']);
  });

  test('whose file cannot even be read stays, known by its path', async () => {
    const branch = new Branch();
    const first = await branch.load({ 'a.yaml': hook, 'b.yaml': coat });

    const second = await branch.advance(first, { 'a.yaml': 'kind: [\n', 'b.yaml': coat });

    expect(served(second)).toEqual({ hook: 'a.yaml 1', coat: 'b.yaml 1' });
    expect(unready(second)[1]).toMatch(/^hook: Invalid a\.yaml:\d+:\d+: /);
    expect(second.counts).toEqual({ files: 2, entities: 2, invalid: 2 });
  });

  test('is served again when it is fixed, with the entities that waited for it', async () => {
    const branch = new Branch();
    const first = await branch.load({ 'a.yaml': hook, 'b.yaml': coat });
    const second = await branch.advance(first, { 'a.yaml': broken, 'b.yaml': coat });

    const third = await branch.advance(second, { 'a.yaml': hook.replace('at: 1', 'at: 3'), 'b.yaml': coat });

    expect(unready(third)).toEqual([]);
    expect(served(third)).toEqual({ hook: 'a.yaml 3', coat: 'b.yaml 1' });
    expect(third.status('thing', 'coat')?.conditions[0]?.lastTransitionTime).toBe('2026-01-01T00:00:03.000Z');
  });

  test('keeps its transition time while it stays invalid', async () => {
    const branch = new Branch();
    const first = await branch.load({ 'a.yaml': hook });
    const second = await branch.advance(first, { 'a.yaml': broken });

    const third = await branch.advance(second, { 'a.yaml': `${broken}more: 1\n` });

    expect(third.status('thing', 'hook')?.conditions[0]?.lastTransitionTime).toBe('2026-01-01T00:00:02.000Z');
  });
});

describe('references', () => {
  test('to nothing make their entity unready, with the nearest name', async () => {
    const snapshot = await new Branch().load({ 'a.yaml': hook, 'b.yaml': coat.replace('[hook]', '[hok]') });

    expect(unready(snapshot)).toEqual(['coat: ReferenceNotFound b.yaml:3:8: there is no thing `hok`']);
    expect(snapshot.findings).toMatchObject([{ rule: 'reference-dangling', hint: 'Did you mean `hook`?' }]);
  });

  test('that start to dangle because the other entity went hold their entity back', async () => {
    const branch = new Branch();
    const first = await branch.load({ 'a.yaml': hook, 'b.yaml': coat });

    const second = await branch.advance(first, { 'b.yaml': coat });

    expect(served(second)).toEqual({ coat: 'b.yaml 1' });
    expect(unready(second)).toHaveLength(1);
  });

  test('are answered by an entity that comes later', async () => {
    const branch = new Branch();
    const first = await branch.load({ 'b.yaml': coat });

    const second = await branch.advance(first, { 'a.yaml': hook, 'b.yaml': coat });

    expect(unready(second)).toEqual([]);
    expect(served(second)).toEqual({ hook: 'a.yaml 1', coat: 'b.yaml 1' });
  });

  test('in a circle are ready together', async () => {
    const snapshot = await new Branch().load({
      'a.yaml': 'kind: thing\nname: a\nuses: [b]\n',
      'b.yaml': 'kind: thing\nname: b\nuses: [a, b]\n',
    });

    expect(unready(snapshot)).toEqual([]);
  });

  test('to something that is no longer offered hold their entity back', async () => {
    const branch = new Branch();
    const user = 'kind: thing\nname: user\nneeds: { tool: cut }\n';
    const tool = 'kind: thing\nname: tool\ngives: [cut, bend]\n';
    const first = await branch.load({ 'user.yaml': user, 'tool.yaml': tool });

    const second = await branch.advance(first, { 'user.yaml': user, 'tool.yaml': tool.replace('cut, ', '') });

    expect(unready(first)).toEqual([]);
    expect(unready(second)).toEqual([
      'user: ReferenceNotFound user.yaml:3:16: thing `tool` has no `cut`; the last good version stays in service',
    ]);
  });
});

describe('files that move', () => {
  test('a rename is an update: the entity stays ready, at its new path', async () => {
    const branch = new Branch();
    const first = await branch.load({ 'a.yaml': hook });

    const second = await branch.advance(first, { 'things/hook.yaml': hook });

    expect(served(second)).toEqual({ hook: 'things/hook.yaml 1' });
    expect(second.status('thing', 'hook')?.conditions[0]?.lastTransitionTime).toBe(
      '2026-01-01T00:00:01.000Z',
    );
  });

  test('a file that comes to define another entity takes the old one out', async () => {
    const branch = new Branch();
    const first = await branch.load({ 'a.yaml': hook });

    const second = await branch.advance(first, { 'a.yaml': hook.replace('hook', 'peg') });

    expect(served(second)).toEqual({ peg: 'a.yaml 1' });
  });

  test('a deleted file takes its entity out', async () => {
    const branch = new Branch();
    const first = await branch.load({ 'a.yaml': hook });

    const second = await branch.advance(first, {});

    expect(served(second)).toEqual({});
    expect(second.counts).toEqual({ files: 0, entities: 0, invalid: 0 });
  });
});

describe('names and values that only one entity may have', () => {
  test('a second file with the same name makes both invalid; the last good version stays', async () => {
    const branch = new Branch();
    const first = await branch.load({ 'a.yaml': hook });

    const second = await branch.advance(first, { 'a.yaml': hook, 'b.yaml': hook.replace('at: 1', 'at: 2') });

    expect(served(second)).toEqual({ hook: 'a.yaml 1' });
    expect(unready(second)).toEqual([
      'hook: Duplicate a.yaml:2:7: thing `hook` is also defined in b.yaml (and 1 more); the last good version stays in service',
    ]);
    expect(second.findings.map(({ file, message }) => `${file} ${message}`)).toEqual([
      'a.yaml thing `hook` is also defined in b.yaml',
      'b.yaml thing `hook` is also defined in a.yaml',
    ]);
  });

  test('a file with a misspelt kind takes no name from the file that has it', async () => {
    const branch = new Branch();
    const first = await branch.load({ 'a.yaml': 'kind: thing\nname: a\nat: 1' });
    const wrong = { 'b.yaml': 'kind: thingg\nname: a\nbad: 1', 'c.yaml': 'kind: thing\nname: c\nuses: [a]' };
    const beside = await branch.advance(first, { 'a.yaml': 'kind: thing\nname: a\nat: 2', ...wrong });
    expect(unready(beside)).toEqual([]);
    expect(served(beside)).toEqual({ a: 'a.yaml 2', c: 'c.yaml' });
    expect(beside.findings.map(({ file, rule }) => `${file} ${rule}`)).toEqual([
      'b.yaml kind-unknown',
      'b.yaml field-unknown',
    ]);
    const alone = await branch.advance(beside, wrong);
    expect(unready(alone)).toEqual([
      expect.stringContaining('a: Invalid b.yaml:1:7: there is no kind `thingg`'),
      expect.stringContaining('c: DependencyNotReady'),
    ]);
  });

  test('a second holder of an exclusive value makes both invalid, until one gives it up', async () => {
    const branch = new Branch();
    const one = 'kind: thing\nname: one\nfirst: true\n';
    const two = 'kind: thing\nname: two\nfirst: true\n';
    const first = await branch.load({ '1.yaml': one, '2.yaml': two });

    const second = await branch.advance(first, { '1.yaml': one, '2.yaml': two.replace('true', 'false') });

    expect(unready(first)).toEqual([
      'one: Duplicate 1.yaml:3:8: only one thing can be the first; 2.yaml has it too',
      'two: Duplicate 2.yaml:3:8: only one thing can be the first; 1.yaml has it too',
    ]);
    expect(unready(second)).toEqual([]);
  });
});

describe('over a restart', () => {
  test('held versions are served again, from their text', async () => {
    const branch = new Branch();
    const first = await branch.load({ 'a.yaml': hook, 'b.yaml': coat });
    const second = await branch.advance(first, { 'a.yaml': broken, 'b.yaml': coat });
    const held = branch.catalog.held(second);

    const restarted = await new Branch().load({ 'a.yaml': broken, 'b.yaml': coat }, held);

    expect(held.map(({ name, path, revision, content }) => ({ name, path, revision, content }))).toEqual([
      { name: 'hook', path: 'a.yaml', revision: 'r1', content: hook },
      { name: 'coat', path: 'b.yaml', revision: 'r1', content: coat },
    ]);
    expect(served(restarted)).toEqual(served(second));
    expect(unready(restarted)).toEqual(unready(second));
  });

  test('a held version that this release no longer accepts is left out', async () => {
    const held = { kind: 'thing', name: 'hook', path: 'a.yaml', blobId: '', revision: 'r0', content: broken };

    const snapshot = await new Branch().load({ 'a.yaml': broken }, [held]);

    expect(served(snapshot)).toEqual({});
  });
});

describe('the cache', () => {
  test('a blob that another branch has is not read again', async () => {
    const branch = new Branch();
    await branch.load({ 'a.yaml': hook, 'b.yaml': coat });
    const before = branch.reads;

    await branch.load({ 'elsewhere/a.yaml': hook, 'b.yaml': coat });

    expect(branch.reads).toBe(before);
  });

  test('a snapshot stays as it is when the next one is made', async () => {
    const branch = new Branch();
    const first = await branch.load({ 'a.yaml': hook });

    await branch.advance(first, { 'a.yaml': broken });

    expect(unready(first)).toEqual([]);
    expect(first.findings).toEqual([]);
  });
});

test('the findings of many files are the same when other work has turns between them', async () => {
  const names = Array.from({ length: 300 }, (_, n) => n);
  const tree = Object.fromEntries(
    names.map((n) => [`a${n}.yaml`, `kind: thing\nname: a${n}\nuses: [gone${n}]\n`]),
  );
  const snapshot = await new Branch().load({ ...tree, 'b.yaml': broken });
  const same = await new Branch().load({ ...tree, 'b.yaml': broken });
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  // Each look at the clock finds it a millisecond later.
  let ms = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => ++ms);
  try {
    setImmediate(count);
    const findings = await snapshot.readFindings();
    isOver = true;
    expect(findings).toEqual(same.findings);
    expect(findings).toHaveLength(301);
    expect(turns).toBeGreaterThan(20);
  } finally {
    clock.mockRestore();
  }
});
