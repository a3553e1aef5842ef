import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { files } from '../../api/manual/manual.js';
import { indexTopics } from '../../api/manual/topics/search-index.js';
import { manualTopics } from './manual-topics.js';

// A step of `npm run build`, which runs from `dist` after `tsc`: writes the manual to `dist/manual`.

const sources = fileURLToPath(new URL('../../../api/manual', import.meta.url));
const folder = fileURLToPath(new URL('../../manual', import.meta.url));

const topics = manualTopics(sources);
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, files.topics), JSON.stringify(topics));
writeFileSync(join(folder, files.search), JSON.stringify(indexTopics(topics)));
