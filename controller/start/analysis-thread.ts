import { answerJobs } from '../catalog/index.js';
import { kinds } from '../kinds/index.js';

// Entry of a worker thread that analyses files.
answerJobs(kinds);
