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
    .map(({ path, before, after, texts = [] }) => {
      const sides = [before, after].map((side) => ({ path, content: side ? Buffer.from(side.text) : null }));
      const [was = { path, content: null }, is = { path, content: null }] = sides;
      const beside = texts.map((text) =>
        unifiedDiff({ path: text.path, content: text.before ?? null }, text),
      );
      return [unifiedDiff(was, is), ...beside].join('');
    })
    .join('');
}
