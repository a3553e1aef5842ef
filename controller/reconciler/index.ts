export { type Clock, systemClock } from './clock.js';
export { FileHeldStore, type HeldStore } from './held-store.js';
export { createReconciler, type ReconcilerOptions } from './reconciler.js';
