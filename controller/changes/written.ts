import { newestFile } from '../catalog/index.js';
import { unifiedDiff } from '../repository/index.js';
import type { WritePreview, WrittenEntity } from './contract.js';
import type { FileEdit } from './edits/file-edit.js';
import type { Plan } from './edits/plan.js';

export function writtenBy({ edits, next }: Plan): WrittenEntity[] {
  return edits.map(({ type, name, change, path }) => {
    return { type, name, change, path, etag: newestFile(next, type, name)?.etag ?? null };
  });
}

export function previewOf(plan: Plan): WritePreview {
  const { findings, refusal, edits } = plan;
  return { entities: writtenBy(plan), diff: diffOf(edits), findings, valid: refusal === undefined };
}

/** All edits as one unified diff. */
export function diffOf(edits: readonly FileEdit[]): string {
  return edits
    .map(({ path, before, after }) =>
      unifiedDiff(
        { path, content: before ? Buffer.from(before.text) : null },
        { path, content: after ? Buffer.from(after.text) : null },
      ),
    )
    .join('');
}
