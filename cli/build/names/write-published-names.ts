import { rmSync, writeFileSync } from 'node:fs';
import { codeRoot } from '../../../schemas/code-root.js';
import { publishedNamesFile } from '../../../schemas/published-names.js';
import { readPublishedNames } from './build-names.js';

// A step of `npm run build`, which runs from `dist` after `tsc` and before the manual is written.

const file = new URL(publishedNamesFile, codeRoot);
const names = readPublishedNames(process.env);
if (Object.keys(names).length > 0) writeFileSync(file, `${JSON.stringify(names, null, 2)}\n`);
else rmSync(file, { force: true });
