import { workerData } from 'node:worker_threads';
import { answerJobs } from '../catalog/index.js';
import { builtInConnectors } from '../connectors/index.js';
import { createKinds } from '../kinds/index.js';
import { allConnectors, type Installed } from './installed-connectors.js';

// Entry of a worker thread that analyses files.
const { installed } = workerData as { installed: Installed };
answerJobs(createKinds(await allConnectors(builtInConnectors(), installed)));
