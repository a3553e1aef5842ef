import { fileURLToPath } from 'node:url';
import { createManual, type Manual } from '../api/manual/manual.js';
import { indexTopics } from '../api/manual/topics/search-index.js';
import { manualTopics } from '../cli/build/manual-topics.js';

/** The folder with the guides and the examples of expressions. */
export const manualSources = fileURLToPath(new URL('../api/manual', import.meta.url));

let built: Manual | undefined;

/** Returns the manual of the sources, as `npm run build` would write it. */
export function builtManual(): Manual {
  if (built) return built;
  const topics = manualTopics(manualSources);
  built = createManual(topics, () => JSON.stringify(indexTopics(topics)));
  return built;
}
