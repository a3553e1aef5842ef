import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { assets, fileInPackage } from './assets.js';

// Runs from `dist` after `tsc`: copies the files of the page beside its code.
for (const asset of assets) {
  copyFileSync(fileInPackage(asset), fileURLToPath(new URL(asset.name, import.meta.url)));
}
