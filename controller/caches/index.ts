export { createCaches } from './caches.js';
export type { CacheOptions, CachePolicy, Caches, Question } from './contract.js';
export { digest } from './digest.js';
