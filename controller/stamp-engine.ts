import { writeFileSync } from 'node:fs';
import { codeHash, stampFile } from './engine-version.js';

// Run from `dist` after all else that the build puts there.

writeFileSync(stampFile, codeHash());
