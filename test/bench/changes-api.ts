import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { type BuiltService, startBuiltService } from './built-service.js';
import { makeRepository } from './changes-repository.js';
import { table } from './measure.js';

const sizes = [100, 10_000];
const seconds = 8;

/**
 * Measures writes of one field over HTTP, acknowledged when they are on disk and in service. `writer` returns the
 * commits per second of the repository's writer alone, for the same files.
 */
export async function benchApi(
  folder: string,
  writer: (size: number, writers: number) => Promise<number>,
): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const size of sizes) {
    const service = await start(join(folder, `api-${size}`), size);
    try {
      for (const writers of [1, 64]) {
        await write(service, size, writers, 3);
        const { requests, latency } = await write(service, size, writers, seconds);
        const alone = await writer(size, writers);
        const share = `${Math.round((100 * requests.average) / alone)} %`;
        rows.push([
          size,
          writers,
          Math.round(requests.average),
          latency.p50,
          latency.p99,
          Math.round(alone),
          share,
        ]);
      }
    } finally {
      service.child.kill();
    }
  }
  console.log('\nPATCH of one field over HTTP, acknowledged when on disk and in service:\n');
  table(['entities', 'writers', 'writes/s', 'p50 ms', 'p99 ms', 'repository/s', 'share'], rows);
}

async function start(folder: string, size: number): Promise<BuiltService> {
  mkdirSync(join(folder, '.svc'), { recursive: true });
  writeFileSync(join(folder, 'svc.yaml'), 'Git: { Enabled: true, Branch: main }\n');
  const repository = await makeRepository(size, join(folder, '.svc', 'repository.git'));
  await repository.close();
  return startBuiltService(folder);
}

let count = 0;

/** Writes a new text to another entity with each request. @throws when a write is not acknowledged */
async function write({ url, apiKey }: BuiltService, size: number, connections: number, duration: number) {
  const result = await autocannon({
    url,
    connections,
    duration,
    requests: [
      {
        method: 'PATCH',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/merge-patch+json' },
        setupRequest(request) {
          count++;
          const path = `/api/v1/main/entities/platform/flow/flow-${(count * 7919) % size}`;
          return { ...request, path, body: JSON.stringify({ document: { summary: `Change ${count}` } }) };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${result.non2xx} answers were not 2xx, ${result.errors} failed`);
  }
  return result;
}
