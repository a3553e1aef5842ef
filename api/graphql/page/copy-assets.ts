import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { assets, fileInPackage } from './assets.js';

// Run from `dist` after `tsc`: puts the files of the page beside its code.
for (const asset of assets) {
  copyFileSync(fileInPackage(asset), fileURLToPath(new URL(asset.name, import.meta.url)));
}
