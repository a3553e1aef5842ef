import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { openRepository } from '../../../../controller/git/index.js';
import { mergeCommits } from '../../../../controller/writes/merging/merge-commits.js';
import { readYaml } from '../../../../controller/yaml-edit/read/yaml-value.js';
import { rewriteYaml } from '../../../../controller/yaml-edit/rewrite/rewrite-yaml.js';
import type { JsonObject } from '../../../../schemas/json/types.js';
import { WorkTree } from '../../git/git-fixture.js';

const limits = { depth: 100, aliases: 100 };
const names = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'];
const base = `# What all flows see.
kind: environment
name: shared
variables:
${names.map((name) => `  ${name}: 1 # about ${name}`).join('\n')}
`;
const path = 'environments/shared.yaml';

type Edits = ReadonlyMap<string, number | undefined>;

/** Each variable is changed by one side at most; undefined takes it away. */
const edits = fc
  .array(
    fc.tuple(fc.constantFrom('ours', 'theirs', 'neither'), fc.option(fc.nat(1_000), { nil: undefined })),
    {
      minLength: names.length,
      maxLength: names.length,
    },
  )
  .map((drawn) => {
    const of = (side: string): Edits =>
      new Map(drawn.flatMap(([who, value], at) => (who === side ? [[names[at] ?? '', value] as const] : [])));
    return { ours: of('ours'), theirs: of('theirs') };
  });

test('disjoint edits of one entity never conflict, and both stay with their comments', async () => {
  await fc.assert(
    fc.asyncProperty(edits, async ({ ours, theirs }) => {
      const work = WorkTree.create();
      const first = work.commit({ [path]: base });
      const into = work.commit({ [path]: edited(ours), 'a.txt': 'ours' });
      work.git('switch', '--quiet', '-c', 'side', first);
      const from = work.commit({ [path]: edited(theirs), 'b.txt': 'theirs' });
      const repository = await openRepository(join(work.dir, '.git'));
      onTestFinished(() => repository.close());

      const merge = await mergeCommits(repository, { into, from }, limits);
      expect(merge.conflicts).toEqual([]);
      const outcome = await repository.writer.commit({
        branch: 'main',
        expected: into,
        changes: merge.changes,
        mergedParents: [from],
        author: { name: 'Ada', email: 'ada@example.com' },
        message: 'Merge',
      });
      expect(outcome.ok).toBe(true);
      const merged = work.git('show', `main:${path}`);
      expect(readYaml(merged, { limits })).toEqual(definition(new Map([...ours, ...theirs])));
      for (const name of names) {
        const isKept =
          (ours.has(name) ? ours : theirs).get(name) !== undefined || !(ours.has(name) || theirs.has(name));
        if (isKept) expect(merged).toContain(`# about ${name}`);
      }
      expect(work.git('ls-tree', '-r', '--name-only', 'main').split('\n')).toEqual(['a.txt', 'b.txt', path]);
      expect(work.git('log', '-1', '--format=%P', 'main')).toBe(`${into} ${from}`);
    }),
    { numRuns: 12 },
  );
});

function definition(changed: Edits): JsonObject {
  const variables: JsonObject = {};
  for (const name of names) {
    const value = changed.has(name) ? changed.get(name) : 1;
    if (value !== undefined) variables[name] = value;
  }
  return { kind: 'environment', name: 'shared', variables };
}

function edited(changed: Edits): string {
  return rewriteYaml(base, definition(changed), { limits }).text;
}
