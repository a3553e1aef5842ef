import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Manifest,
  toJsonParts,
  toSignedParts,
} from '../../../../controller/backups/archive/manifest.js';

const toManifest = (names: readonly string[], path: string | undefined): Manifest => ({
  format: 'svc-backup',
  formatVersion: 1,
  id: 'b',
  takenAt: '2026-03-10T03:00:00Z',
  svcVersion: '0.2.0',
  categories: ['flows'],
  branch: 'main',
  revision: 'r',
  ...(path === undefined ? {} : { path }),
  rows: { users: 1 },
  textsKey: null,
  entries: names.map((name) => ({ name, size: 1, sha256: '0', categories: ['flows'] })),
  signature: { keyId: 'k', mac: 'm' },
});

async function join(parts: AsyncIterable<string>): Promise<string> {
  const list: string[] = [];
  for await (const part of parts) list.push(part);
  return list.join('');
}

test('the parts of a manifest are what `JSON.stringify` makes of it, with and without its signature', async () => {
  const names = fc.array(fc.string({ unit: 'binary' }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(names, fc.option(fc.string(), { nil: undefined }), async (list, path) => {
      const manifest = toManifest(list, path);
      const { signature: _, ...unsigned } = manifest;
      expect(await join(toJsonParts(manifest))).toBe(JSON.stringify(manifest));
      expect(await join(toSignedParts(manifest))).toBe(JSON.stringify(unsigned));
    }),
  );
});

test('a manifest of many entries is whole, and no part has more than some hundred of them', async () => {
  const manifest = toManifest(
    Array.from({ length: 12_345 }, (_, n) => `files/${n}.yaml`),
    undefined,
  );
  const lengths: number[] = [];
  for await (const part of toJsonParts(manifest)) lengths.push(part.length);
  expect(Math.max(...lengths)).toBeLessThan(100_000);
  expect(await join(toJsonParts(manifest))).toBe(JSON.stringify(manifest));
});
