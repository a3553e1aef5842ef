export { createTriggers, type Triggers } from './triggers.js';
