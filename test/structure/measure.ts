import { codeInStringsFigure } from './figures/code-in-strings.js';
import { cycleFigures } from './figures/cycles.js';
import type { Figure } from './figures/figure.js';
import { functionFigures } from './figures/functions.js';
import { nameFigure } from './figures/names.js';
import { packingSpreadFigure } from './figures/packing-spreads.js';
import { proseFigures } from './figures/prose.js';
import { roomFigures } from './figures/rooms.js';
import { sizeFigures } from './figures/sizes.js';
import { unusedExportFigure } from './figures/unused-exports.js';
import { getImports } from './tree/imports.js';
import { readSourceTree } from './tree/source-tree.js';

/** Measures everything about the source tree that has a limit. */
export async function measure(root: string): Promise<Figure[]> {
  const unused = unusedExportFigure(root);
  const tree = readSourceTree(root);
  const imports = getImports(tree.service);
  const figures = [
    ...roomFigures(tree, imports),
    ...cycleFigures(tree, imports),
    ...sizeFigures(tree),
    ...functionFigures(tree),
    packingSpreadFigure(tree),
    codeInStringsFigure(tree),
    nameFigure(tree),
    ...proseFigures(tree),
  ];
  return [...figures, await unused];
}
