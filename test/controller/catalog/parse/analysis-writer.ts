import { AnalysisStore } from '../../../../controller/catalog/index.js';
import { openSqlite } from '../../../../controller/storage/index.js';

// Writes until it is killed; says when it has begun.
const store = new AnalysisStore({ path: process.argv[2] ?? '', version: '1', openDatabase: openSqlite });
for (let batch = 0; ; batch += 1) {
  const entries = Array.from({ length: 100 }, (_, index) => {
    const key = `${batch}-${index}`.padStart(40, '0');
    return [key, { text: 'x'.repeat(600), conclusions: '{}' }] as const;
  });
  store.write(new Map(entries));
  if (batch === 5) process.send?.('begun');
  await new Promise((resolve) => setImmediate(resolve));
}
