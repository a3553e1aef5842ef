import { writeFileSync } from 'node:fs';
import { codeHash, stampFile } from './engine-version.js';

// Runs from `dist`, after the build has put all other files there.

writeFileSync(stampFile, codeHash());
