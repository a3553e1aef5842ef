import { isGeneratedFresh } from './generated-folder.js';

// `npm run generate`: makes `generated/` where it is missing or stale.

if (!isGeneratedFresh()) {
  // The generators take a second to load.
  const { writeGenerated } = await import('./generation.js');
  process.stdout.write(`schemas/generated: ${await writeGenerated()} files written.\n`);
}
