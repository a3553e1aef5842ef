import { ensureGenerated } from '../schemas/generated-folder.js';

/** Runs before all tests, so that the processes of tests find what they read. */
export default ensureGenerated;
