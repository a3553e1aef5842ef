export { StoreError, type StoreOptions, type StoreRequest, type Stores } from './contract.js';
export { createStores } from './stores.js';
