import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Manifest } from '../../../../controller/backups/archive/manifest.js';
import { readManifest } from '../../../../controller/backups/archive/read-manifest.js';
import { Problem } from '../../../../controller/problems/index.js';

const maxEntries = 1_000_000;

const entry = (name: string) => ({
  name: `files/${name}.yaml`,
  size: 1,
  sha256: '0'.repeat(64),
  categories: ['flows'],
});

const manifest = {
  format: 'svc-backup',
  formatVersion: 1,
  id: 'b',
  takenAt: '2026-03-10T03:00:00Z',
  svcVersion: '0.2.0',
  categories: ['flows'],
  branch: 'main',
  revision: 'r',
  rows: { users: 1 },
  textsKey: null,
  entries: ['a', 'b'].map(entry),
  signature: { keyId: 'k', mac: 'm' },
};

/** Gives the parts of a text, of so many bytes each. */
async function* partsOf(text: string, size = 16_384): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const read = (text: string, size?: number, max = maxEntries): Promise<Manifest> =>
  readManifest(partsOf(text, size), max);

async function refusal(
  text: string,
): Promise<{ code: string; message: string; pointer: string | undefined }> {
  const error = await read(text).catch((reason: unknown) => reason);
  if (!(error instanceof Problem)) throw new Error('The manifest was not refused', { cause: error });
  const { code, message, errors } = error;
  return { code, message, pointer: errors?.[0]?.pointer };
}

/** Returns the manifest with the text of another list of entries. */
const withList = (list: string): string =>
  JSON.stringify({ ...manifest, entries: 0 }).replace('"entries":0', `"entries":${list}`);

test('a manifest is read as `JSON.parse` reads it, however its bytes are divided', async () => {
  const names = fc.array(fc.string({ unit: 'binary' }), { maxLength: 20 });
  const indents = fc.constantFrom('', ' ', '\n\t');
  await fc.assert(
    fc.asyncProperty(names, indents, fc.integer({ min: 1, max: 400 }), async (list, indent, size) => {
      const whole = { ...manifest, branch: list.join(), entries: list.map(entry) };
      const text = JSON.stringify(whole, null, indent);
      expect(JSON.stringify(await read(text, size))).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

test('a list of many batches is read whole, and the members keep their order', async () => {
  const text = JSON.stringify({
    ...manifest,
    entries: Array.from({ length: 5_000 }, (_, n) => entry(`f${n}`)),
  });
  expect(JSON.stringify(await read(text))).toBe(text);
});

test('an empty list of entries is read', async () => {
  expect((await read(withList('[ ]'))).entries).toEqual([]);
});

test('requests are served while a manifest of many megabytes is read', async () => {
  const list = Array.from({ length: 100_000 }, (_, n) => entry(`flows/f${n}`));
  const text = JSON.stringify({ ...manifest, entries: list });
  let turns = 0;
  let isReading = true;
  const request = (): void => {
    turns += 1;
    if (isReading) setImmediate(request);
  };
  setImmediate(request);
  const began = performance.now();
  expect((await read(text)).entries).toHaveLength(100_000);
  isReading = false;
  // Computations have turns of ten milliseconds.
  expect(turns).toBeGreaterThan((performance.now() - began) / 100);
});

test('no more entries are kept than are wanted, and all of them are checked', async () => {
  const list = Array.from({ length: 3_000 }, (_, n) => JSON.stringify(entry(`f${n}`)));
  expect((await read(withList(`[${list}]`), 16_384, 7)).entries).toHaveLength(7);
  expect(await refusal(withList(`[${list},7]`))).toMatchObject({ pointer: '/entries/3000' });
});

describe('refuses', () => {
  const one = JSON.stringify(entry('a'));
  const many = `${one},`.repeat(1_000);
  const blank = ' '.repeat(70_000);
  test.each([
    ['a comma before the first entry', `[,${one}]`],
    ['a comma after the last entry', `[${one},]`],
    ['two commas', `[${one},,${one}]`],
    ['two commas between batches', `[${many},${one}]`],
    ['a comma after many entries', `[${many}]`],
    ['nothing but blanks for a batch', `[${blank},${one}]`],
    ['entries without a comma', `[${one}${one}]`],
    ['a list that a brace closes', `[${one}}`],
    ['an entry that a bracket closes', '[{"name":"a"]]'],
    ['a list without an end', `[${one}`],
  ])('%s', async (_what, list) => {
    expect(await refusal(withList(list))).toMatchObject({
      code: 'backup_invalid',
      message: expect.stringContaining('is not JSON'),
    });
  });

  test.each([
    ['no list', JSON.stringify({ ...manifest, entries: undefined }), '/entries'],
    ['an object for the list', withList('{}'), '/entries'],
    ['two lists', withList(`[${one}],"entries":[${one}]`), '/entries'],
    ['a second list with an escape in its name', withList(`[${one}],"entr\\u0069es":[${one}]`), '/entries'],
    ['a list under a name that ends in the same way', withList('0,"x\\"entries":[]'), '/entries'],
    ['an entry of another type', withList(`[${many}7]`), '/entries/1000'],
    ['an entry of hundreds of kilobytes', withList(`[{"name":"${'a'.repeat(300_000)}"}]`), '/entries/0'],
    ['hundreds of kilobytes of other members', JSON.stringify({ ...manifest, files: many.repeat(3) }), ''],
  ])('%s', async (_what, text, pointer) => {
    expect(await refusal(text)).toMatchObject({ code: 'backup_invalid', pointer });
  });

  test('a newer format, whatever its entries are', async () => {
    const text = withList('[7]').replace('"formatVersion":1', '"formatVersion":2');
    expect(await refusal(text)).toMatchObject({ code: 'backup_unsupported' });
  });
});
