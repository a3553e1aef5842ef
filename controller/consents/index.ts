export { Consents } from './consents.js';
export type * from './contract.js';
