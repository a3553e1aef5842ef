import { expect, test } from 'vitest';
import type { Snapshot } from '../../../controller/catalog/index.js';
import { Closure } from '../../../controller/runs/closure.js';
import { Branch } from '../catalog/branch.js';

const tree = {
  'a.yaml': 'kind: thing\nname: a\nuses: [b]\n',
  'b.yaml': 'kind: thing\nname: b\nfile: b.md\n',
  'b.md': 'the first text',
};

test('a run keeps the text that a file had when it started', async () => {
  const branch = new Branch();
  const before = await branch.load(tree);
  const closure = closureOf(before);
  const after = await branch.advance(before, { ...tree, 'b.md': 'another' });
  const stored = closure.toStore();
  const again = Closure.parse(closure.id, stored?.content ?? '', () => undefined);
  expect(again.definition('thing', 'b')).toMatchObject({ body: 'the first text' });
  expect(closureOf(after).definition('thing', 'b')).toMatchObject({ body: 'another' });
  expect(closureOf(after).id).not.toBe(closure.id);
});

function closureOf(snapshot: Snapshot): Closure {
  const record = snapshot.get('thing', 'a');
  if (!record) throw new Error('there is no thing `a`');
  return Closure.of(snapshot, record, undefined, () => undefined);
}
