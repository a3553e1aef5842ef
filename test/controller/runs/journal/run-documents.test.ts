import { expect, test } from 'vitest';
import type { Snapshot } from '../../../../controller/catalog/index.js';
import { RunDocuments } from '../../../../controller/runs/journal/run-documents.js';
import { Branch } from '../../catalog/branch.js';

const tree = {
  'a.yaml': 'kind: thing\nname: a\nuses: [b]\n',
  'b.yaml': 'kind: thing\nname: b\nfile: b.md\n',
  'b.md': 'the first text',
};

test('a run keeps the text that an attached file had when the run started', async () => {
  const branch = new Branch();
  const before = await branch.load(tree);
  const documents = documentsOf(before);
  const after = await branch.advance(before, { ...tree, 'b.md': 'another' });
  const again = RunDocuments.parse(documents.id, documents.text, () => undefined);
  expect(again.text).toBe(documents.text);
  expect(again.definition('thing', 'b')).toMatchObject({ body: 'the first text' });
  expect(documentsOf(after).definition('thing', 'b')).toMatchObject({ body: 'another' });
  expect(documentsOf(after).id).not.toBe(documents.id);
});

function documentsOf(snapshot: Snapshot): RunDocuments {
  const record = snapshot.get('thing', 'a');
  if (!record) throw new Error('there is no thing `a`');
  return RunDocuments.of(snapshot, record, undefined, () => undefined);
}
