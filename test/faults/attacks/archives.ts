import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';
import type { Attack, AttackGroup } from './attack.js';
import type { Target } from './target.js';

interface Entry {
  name: string;
  content: Buffer | string;
}

const mega = 2 ** 20;

/** Bytes that compress well, but not so well that the archive counts as a decompression bomb. */
function filler(size: number): Buffer {
  const block = Buffer.concat([randomBytes(1_000), Buffer.alloc(99_000, 'a')]);
  return Buffer.concat(
    Array.from({ length: Math.ceil(size / block.length) }, () => block),
    size,
  );
}

const many = (count: number, name: (n: number) => string): Entry[] =>
  Array.from({ length: count }, (_, n) => ({ name: name(n), content: 'a' }));

/** Archives that cost much to unpack, to check or to refuse. @param part of the largest ones */
const archives: Record<string, (part: number) => Promise<Buffer> | Buffer> = {
  'a decompression bomb': (part) => gzipSync(Buffer.alloc(part * 400 * mega)),
  'one large entry': (part) =>
    packed([{ name: 'database/runs/1.ndjson', content: filler(part * 60 * mega) }]),
  'many entries': (part) => packed(many(part * 60_000, (n) => `files/flows/f${n}.yaml`)),
  'entries with long names': (part) =>
    packed(many(part * 20_000, (n) => `files/${'a'.repeat(200)}/${'b'.repeat(200)}/f${n}.yaml`)),
  'a large manifest': (part) =>
    packed([
      {
        name: 'manifest.json',
        content: `{"formatVersion":1,"files":[${Array.from({ length: part * 400_000 }, (_, n) => `{"path":"files/flows/f${n}.yaml","size":1,"sha256":"${'0'.repeat(64)}"}`).join()}]}`,
      },
    ]),
  'bytes without a form': (part) => randomBytes(part * 60 * mega),
};

async function packed(entries: readonly Entry[]): Promise<Buffer> {
  const archive = pack();
  const parts: Buffer[] = [];
  const read = (async () => {
    for await (const part of archive) parts.push(part as Buffer);
  })();
  for (const { name, content } of entries) archive.entry({ name }, content);
  archive.finalize();
  await read;
  return gzipSync(Buffer.concat(parts), { level: 1 });
}

/** Backups of strangers that an administrator uploads. */
export const uploads: AttackGroup = {
  name: 'archives',
  share: 1,
  attacks: (target, isShort): Attack[] =>
    Object.entries(archives).map(([name, make]) => ({
      name,
      run: async () => upload(target, name, await make(isShort ? 0.1 : 1)),
    })),
};

/** None of them is a backup. */
async function upload(target: Target, name: string, body: Buffer): Promise<void> {
  const answer = await target.service.request('/api/v1/platform/backups/upload', {
    method: 'POST',
    headers: { 'x-api-key': target.keys.admin, 'content-type': 'application/gzip' },
    body: new Uint8Array(body),
  });
  const text = await answer.text();
  if (answer.status < 400 || answer.status >= 500)
    target.report.fail(`${name} was answered ${answer.status}: ${text.slice(0, 300)}`);
}
