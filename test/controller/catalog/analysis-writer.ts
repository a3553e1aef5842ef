import { openAnalysisStore } from '../../../controller/catalog/index.js';

// Writes until it is killed; says when it has begun.
const store = openAnalysisStore({ path: process.argv[2] ?? '', version: '1' });
for (let batch = 0; ; batch += 1) {
  const entries = Array.from({ length: 100 }, (_, index) => {
    const key = `${batch}-${index}`.padStart(40, '0');
    return [key, { text: 'x'.repeat(600), conclusions: '{}' }] as const;
  });
  store.write(new Map(entries));
  if (batch === 5) process.send?.('begun');
  await new Promise((resolve) => setImmediate(resolve));
}
