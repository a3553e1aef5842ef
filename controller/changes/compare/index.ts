export { changesBetween, type ValueChange } from './changes-between.js';
export { isEqual } from './equal.js';
export { parsePointer, pointerTo } from './pointer.js';
export { type DiffLimits, type DiffSides, unifiedDiff } from './unified-diff.js';
