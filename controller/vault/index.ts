export type { SecretSummary, Vault } from './contract.js';
export { loadMasterKey } from './master-key.js';
export { openVault } from './vault.js';
