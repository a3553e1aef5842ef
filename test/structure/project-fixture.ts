import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { removeFolder } from '../remove-folder.js';
import type { Figure } from './figures/figure.js';
import { readSourceTree, type SourceTree } from './tree/source-tree.js';

/** Writes these files into a temporary folder, removed at the end of the test, and returns the folder. */
export function projectFolder(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'svc-structure-'));
  onTestFinished(() => removeFolder(root));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

export function project(files: Readonly<Record<string, string>>): SourceTree {
  return readSourceTree(projectFolder(files));
}

/** @throws Error when there is no figure of this name */
export function figure(figures: readonly Figure[], name: string): Figure {
  const found = figures.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`there is no figure \`${name}\``);
  return found;
}
