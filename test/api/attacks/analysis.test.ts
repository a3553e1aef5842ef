import { expect, test } from 'vitest';
import { run } from '../../../controller/expressions/values/run.js';
import { WorkTree } from '../../controller/git/git-fixture.js';
import { commitCrafted } from '../../controller/git/trees/crafted-tree.js';
import { entities, GitService } from '../operations/entities/writes/git-service.js';

/** Uses up the budget of one evaluation. */
const costly = 'reduce range(20) as $i (1; [., .]) | [paths] | length';

const examples = (count: number) => Array.from({ length: count }, () => ({ input: 1, output: 1 }));
const mapping = (name: string, count: number, expression = costly) =>
  JSON.stringify({ kind: 'mapping', name, expression, examples: examples(count) });
const flow = `document: { dsl: '1.0.3', namespace: t, name: costly, version: '1.0.0' }
do:
${Array.from({ length: 40 }, (_, at) => `  - t${at}: { set: { a: '\${ ${costly} + ${at} }' } }\n`).join('')}`;

const attacks: Record<string, Record<string, string>> = {
  'a mapping of 20 examples': { 'a.yaml': mapping('m', 20) },
  'a mapping of 60 examples': { 'b.yaml': mapping('n', 60) },
  '4 mappings of 20 examples': Object.fromEntries(
    examples(4).map((_, at) => [`c${at}.yaml`, mapping(`c${at}`, 20, `${costly} + ${at}`)]),
  ),
  'a flow of 40 costly expressions': { 'd.yaml': flow },
};

/** Counts the evaluations that begin on the event loop; threads have modules of their own. */
function countEvaluations(): { count: number; stop(): void } {
  const counter = {
    count: 0,
    stop: () => Object.defineProperty(run, 'active', { value: false, writable: true }),
  };
  let isActive = run.active;
  Object.defineProperty(run, 'active', {
    configurable: true,
    enumerable: true,
    get: () => isActive,
    set: (active: boolean) => {
      if (active) counter.count += 1;
      isActive = active;
    },
  });
  return counter;
}

test('nothing that callers send or push is evaluated on the event loop, and others are answered meanwhile', async () => {
  const git = await GitService.start();
  const viewer = { 'x-api-key': await git.service.key('viewer', 'viewer') };
  // Waits for the start of the threads.
  await git.call('POST', '/api/v1/main/cicd/validate', {
    files: [{ path: 'x.yaml', content: mapping('x', 1, '.') }],
  });
  const counter = countEvaluations();
  /** Answers to others while a request is answered, and its answer. */
  const beside = async <Answer>(request: Promise<Answer>): Promise<{ answer: Answer; others: number }> => {
    let isDone = false;
    let others = 0;
    const done = request.finally(() => {
      isDone = true;
    });
    while (!isDone) {
      expect((await git.service.anonymous('GET', '/healthz')).statusCode).toBe(200);
      others += 1;
      // An injected request needs no turn of the event loop, and the answers of threads do.
      await new Promise(setImmediate);
    }
    return { answer: await done, others };
  };
  try {
    for (const [name, tree] of Object.entries(attacks)) {
      const files = Object.entries(tree).map(([path, content]) => ({ path, content }));
      const sent = git.call('POST', '/api/v1/main/cicd/validate', { files }, viewer);
      const { answer, others } = await beside(sent);
      const rules = answer.json().problems.map(({ rule }: { rule: string }) => rule);
      if (name.includes('mapping')) expect(rules).toEqual(Object.keys(tree).map(() => 'example-too-slow'));
      expect(others, name).toBeGreaterThan(3);
      expect(counter.count, name).toBe(0);
    }
    const definition = { name: 'm', expression: costly, examples: examples(20) };
    const dry = await beside(git.call('POST', `${entities}/mapping?dryRun=true`, definition));
    expect(dry.answer.body).toContain('example-too-slow');
    expect(counter.count).toBe(0);

    const commit = commitCrafted(new WorkTree(git.gitDir), Object.assign({}, ...Object.values(attacks)));
    git.git('update-ref', 'refs/heads/pushed', commit);
    const read = await beside(git.call('GET', '/api/v1/pushed/flows', undefined, viewer));
    expect(read.answer.json().items).toMatchObject([{ name: 'costly' }]);
    expect(counter.count).toBe(0);
  } finally {
    counter.stop();
  }
}, 120_000);
