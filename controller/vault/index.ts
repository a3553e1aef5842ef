export type {
  MasterKeyStatus,
  Sealing,
  SecretSummary,
  SecretVersion,
  Signature,
  StoredDataKey,
  Vault,
  WrittenSecret,
} from './contract.js';
export { KeyRing, type KeyRingOptions } from './key-ring.js';
export { openVault } from './vault.js';
