export { type AppliedStore, DatabaseAppliedStore, type StoredBranch } from './applied-store.js';
export { FollowedBranch } from './followed-branch.js';
export { getUnverifiedProblem } from './guard.js';
export type { Clock } from './next-pass.js';
export { createReconciler, type ReconcilerOptions } from './reconciler.js';
export { Validations } from './validations.js';
