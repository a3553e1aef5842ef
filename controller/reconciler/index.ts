export { type AppliedStore, DatabaseAppliedStore, type StoredBranch } from './applied-store.js';
export { type Clock, systemClock } from './clock.js';
export { findingsWith } from './findings-with.js';
export { createReconciler, type ReconcilerOptions } from './reconciler.js';
