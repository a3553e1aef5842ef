import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { extract, type Header, pack } from 'tar-stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { flow, platform, RealService } from '../../identity/real-service.js';

interface Entry {
  name: string;
  content: string | Buffer;
  /** Header fields that differ from those of a plain file. */
  header?: Partial<Header>;
}

let service: RealService;
let genuine: Buffer;
let entries: Entry[];

beforeAll(async () => {
  service = await RealService.start({}, { SVC_Limits__RequestsPerMinute: '100000' });
  const { id } = (
    await service.call('POST', `${platform}/entities/platform/backup`, {
      categories: ['flows', 'config', 'users', 'settings'],
    })
  ).json();
  genuine = (await service.call('GET', `${platform}/backups/${id}/download`)).rawPayload;
  entries = await unpacked(genuine);
});
afterAll(() => service.remove());

async function unpacked(file: Buffer): Promise<Entry[]> {
  const found: Entry[] = [];
  const archive = extract();
  archive.end(gunzipSync(file));
  for await (const entry of archive) {
    const parts: Buffer[] = [];
    for await (const part of entry) parts.push(part as Buffer);
    found.push({ name: entry.header.name, content: Buffer.concat(parts) });
  }
  return found;
}

/** A `.tar.gz` of the entries, in their order. */
async function packed(list: readonly Entry[]): Promise<Buffer> {
  const archive = pack();
  for (const { name, content, header } of list) {
    if (header?.type === undefined || header.type === 'file') archive.entry({ name, ...header }, content);
    else archive.entry({ name, ...header });
  }
  archive.finalize();
  const parts: Buffer[] = [];
  for await (const part of archive) parts.push(part as Buffer);
  return gzipSync(Buffer.concat(parts));
}

const manifest = (): Record<string, unknown> =>
  JSON.parse(String(entries.find(({ name }) => name === 'manifest.json')?.content));
const others = (): Entry[] => entries.filter(({ name }) => name !== 'manifest.json');

/** Returns the archive with more entries, and a manifest that lists them correctly. */
async function withEntries(added: readonly Entry[], changes: object = {}): Promise<Buffer> {
  const list = [...others().filter(({ name }) => !added.some((one) => one.name === name)), ...added];
  const listed = list.map(({ name, content }) => ({
    name,
    size: Buffer.from(content).length,
    sha256: createHash('sha256').update(content).digest('hex'),
    ...(name.startsWith('files/') ? { categories: ['config'] } : {}),
  }));
  return withManifest({ ...manifest(), entries: listed, ...changes }, list);
}

function withManifest(content: unknown, list: readonly Entry[] = others()): Promise<Buffer> {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  return packed([...list, { name: 'manifest.json', content: text }]);
}

function upload(content: Buffer) {
  const headers = { 'x-api-key': service.adminKey, 'content-type': 'application/gzip' };
  return service.app.inject({ method: 'POST', url: `${platform}/backups/upload`, headers, payload: content });
}

/** Every file below the folder, with its size and time; the database and its journal, which records go to, left out. */
function everyFile(): string[] {
  const paths = readdirSync(service.folder, { recursive: true, encoding: 'utf8' });
  return paths
    .filter((path) => !/svc\.db|\.db-/.test(path))
    .map((path) => {
      const found = statSync(join(service.folder, path));
      return `${path} ${found.isFile() ? `${found.size} ${found.mtimeMs}` : ''}`;
    })
    .sort();
}

async function refused(content: Buffer, code = 'backup_invalid'): Promise<string> {
  const before = everyFile();
  const answer = await upload(content);
  expect(answer.json()).toMatchObject({ code, hints: [{ text: expect.any(String) }] });
  expect(everyFile()).toEqual(before);
  const { items } = (await service.call('GET', `${platform}/backups`)).json();
  expect(items).toHaveLength(1);
  return answer.json().detail;
}

test('the genuine archive is accepted, unchanged and packed again', async () => {
  for (const file of [genuine, await withEntries([])]) {
    const answer = await upload(file);
    expect(answer.statusCode).toBe(201);
    await service.call('DELETE', `${platform}/backups/${answer.json().id}`);
  }
});

describe('names', () => {
  const names = [
    '../evil.yaml',
    '/etc/evil.yaml',
    'files/../../evil.yaml',
    'files//etc/evil.yaml',
    'files/./evil.yaml',
    'C:\\evil.yaml',
    'files/C:\\evil.yaml',
    'C:/evil.yaml',
    'files/C:/evil.yaml',
    'files/..\\evil.yaml',
    'files/.svc/settings.json',
    'files/.git/hooks/x.sh',
    'files/.GIT/x.yaml',
    'files/git~1/x.yaml',
    'files/svc.yaml',
    'files/.env.yaml',
    'files/run.exe',
    'files/node_modules/x.js',
    'files/',
    'files/new\nline.yaml',
    'files/esc\u001b[2J.yaml',
    'files/bell\u0007.yaml',
    'files/del\u007f.yaml',
    `files/${'a'.repeat(300)}.yaml`,
    `files/${'a/'.repeat(3000)}x.yaml`,
    'database/users/../1.ndjson',
    'database/users/x.sql',
    'other.json',
    'files/evil.yaml/',
    `files/\ud800.yaml`,
  ];
  test.each(names.map((name) => [JSON.stringify(name).slice(0, 60), name]))(
    'the name %s is refused',
    async (_shown, name) => {
      const detail = await refused(await withEntries([{ name, content: 'kind: folio\nname: evil\n' }]));
      // biome-ignore lint/suspicious/noControlCharactersInRegex: no control character of a forged archive may reach a terminal or a log.
      expect(detail).not.toMatch(/[\x00-\x1f\x7f]/);
    },
  );

  test('an entry that occurs twice is refused', async () => {
    const twice = others().flatMap((entry) => (entry.name.startsWith('files/') ? [entry, entry] : [entry]));
    expect(await refused(await withManifest(manifest(), twice))).toMatch(/twice/);
  });
});

test.each(['symlink', 'link', 'character-device', 'block-device', 'fifo', 'directory'] as const)(
  'an entry that is a %s is refused',
  async (type) => {
    const entry = { name: 'files/evil.yaml', content: '', header: { type, linkname: '/etc/passwd' } };
    expect(await refused(await withEntries([entry]))).toContain(type);
  },
);

describe('sizes', () => {
  test('a gzip of nothing but zeros is refused before it is unpacked', async () => {
    const bomb = gzipSync(Buffer.alloc(128 * 1_048_576), { level: 9 });
    const before = process.memoryUsage.rss();
    await refused(bomb);
    expect(process.memoryUsage.rss() - before).toBeLessThan(150 * 1_048_576);
  });

  test('an entry of hundreds of megabytes is refused by what its header says', async () => {
    const huge = { name: 'files/huge.yaml', content: Buffer.alloc(100 * 1_048_576, 'a') };
    await refused(await withEntries([huge]), 'backup_too_large');
  });

  test('repeated entries that unpack to too many bytes are refused', async () => {
    const content = Buffer.alloc(20 * 1_048_576);
    const many = Array.from({ length: 5 }, (_, at) => ({ name: `files/f-${at}.yaml`, content }));
    await refused(await withEntries(many));
  });

  test('thousands of tiny entries that the manifest does not list are refused', async () => {
    const many = Array.from({ length: 5_000 }, (_, at) => ({ name: `files/f-${at}.yaml`, content: `${at}` }));
    await refused(await withManifest(manifest(), [...others(), ...many]));
  });

  test('a header that claims more than the file has is refused', async () => {
    const whole = gunzipSync(await withEntries([]));
    whole.write('77777777777\0', 124, 'latin1');
    await refused(gzipSync(whole));
  });
});

describe('manifests', () => {
  const first = () => manifest()['entries'] as { name: string; size: number; sha256: string }[];
  test.each<[string, () => unknown, RegExp, string?]>([
    [
      'has a wrong digest',
      () => ({ ...manifest(), entries: first().map((one) => ({ ...one, sha256: 'a'.repeat(64) })) }),
      /not what it was/,
    ],
    [
      'has a wrong size',
      () => ({ ...manifest(), entries: first().map((one) => ({ ...one, size: one.size + 1 })) }),
      /not what it was/,
    ],
    [
      'names other files',
      () => ({ ...manifest(), entries: first().map((one) => ({ ...one, name: `${one.name}x` })) }),
      /is missing/,
    ],
    ['names fewer files', () => ({ ...manifest(), entries: first().slice(1) }), /not in the list/],
    ['names a file twice', () => ({ ...manifest(), entries: [...first(), first()[0]] }), /listed twice/],
    [
      'is of a newer format',
      () => ({ ...manifest(), formatVersion: 2, entries: 'new' }),
      /format 2/,
      'backup_unsupported',
    ],
    ['is of another program', () => ({ ...manifest(), format: 'zip' }), /backup of svc/],
    ['has a category there is not', () => ({ ...manifest(), categories: ['floss'] }), /as svc writes it/],
    ['lacks its entries', () => ({ ...manifest(), entries: undefined }), /as svc writes it/],
    ['has entries of the wrong type', () => ({ ...manifest(), entries: [null, 7] }), /as svc writes it/],
    ['has a time that is none', () => ({ ...manifest(), takenAt: 'yesterday' }), /as svc writes it/],
    ['is no JSON', () => '{"format":', /not JSON/],
    ['is a list', () => [], /backup of svc/],
    ['is nested without an end', () => `${'['.repeat(100_000)}`, /not JSON|backup of svc/],
  ])('a manifest that %s is refused', async (_what, content, message, code) => {
    expect(await refused(await withManifest(content()), code)).toMatch(message);
  });

  test('a manifest that is missing, or not the last entry, is refused', async () => {
    expect(await refused(await packed(others()))).toMatch(/missing/);
    expect(await refused(await packed([...entries].reverse()))).toMatch(/comes after/);
  });

  test('members such as `__proto__` are members and nothing else', async () => {
    const text = JSON.stringify(manifest())
      .replace('{"format"', '{"__proto__":{"polluted":1},"format"')
      .replace('"rows":{', '"rows":{"__proto__":1,');
    const answer = await upload(await withManifest(text));
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    if (answer.statusCode === 201) await service.call('DELETE', `${platform}/backups/${answer.json().id}`);
    else expect(answer.json().code).toBe('backup_invalid');
  });
});

test('a file that is cut off at any twentieth of its length is refused', async () => {
  for (let part = 0; part < 20; part++)
    await refused(genuine.subarray(0, Math.floor((genuine.length * part) / 20)));
});

describe('forged rows and settings', () => {
  async function getRestore(added: readonly Entry[], changes: object = {}) {
    const sent = await upload(await withEntries(added, changes));
    expect(sent.statusCode).toBe(201);
    const { id } = sent.json();
    const before = everyFile().filter((line) => !line.includes(id));
    const answer = await service.call('POST', `${platform}/backups/${id}/restore`);
    await service.call('DELETE', `${platform}/backups/${id}`);
    expect(everyFile()).toEqual(before);
    return answer.json();
  }

  test('are not restored under a signature of another installation', async () => {
    const row = {
      name: 'eve',
      role: 'admin',
      password: 'x',
      created_at: 1,
      disabled: 0,
      last_sign_in_at: null,
    };
    const rows = { name: 'database/users/1.ndjson', content: `${JSON.stringify(row)}\n` };
    expect(await getRestore([rows])).toMatchObject({ code: 'backup_invalid' });
    const signature = { keyId: 'someone', mac: 'a'.repeat(64) };
    expect(await getRestore([rows], { signature })).toMatchObject({ code: 'backup_foreign' });
    const settings = { name: 'settings.json', content: '{"Limits":{"ListPage":1}}' };
    expect(await getRestore([settings], { signature, categories: ['settings'] })).toMatchObject({
      code: 'backup_foreign',
    });
    expect((await service.call('GET', `${platform}/users/eve`)).statusCode).toBe(404);
  });

  /** Returns an archive with a valid signature, which only a holder of the master key can make. */
  const signed = (added: readonly Entry[]) => {
    const { vault } = service.controller;
    return async () => {
      const file = await withEntries(added);
      const list = await unpacked(file);
      const { signature: _, ...rest } = JSON.parse(String(list.at(-1)?.content));
      const text = { ...rest, signature: vault.masterKeys.sign(JSON.stringify(rest)) };
      return withManifest(text, list.slice(0, -1));
    };
  };
  const good = () => {
    const found = entries.find(({ name }) => name === 'database/users/1.ndjson');
    return JSON.parse(String(found?.content).split('\n')[0] ?? '') as Record<string, unknown>;
  };

  test.each<[string, () => string, string]>([
    ['keys of a prototype', () => `{"__proto__":{"role":"admin"},"name":"eve"}`, 'backup_invalid'],
    ['a column there is not', () => JSON.stringify({ ...good(), constructor: 'x' }), 'backup_unsupported'],
    ['a column of another type', () => JSON.stringify({ ...good(), created_at: 'soon' }), 'backup_invalid'],
    ['SQL for a name', () => JSON.stringify({ ...good(), 'name") values (1);--': 'x' }), 'backup_invalid'],
    ['no JSON', () => '{"name": ', 'backup_invalid'],
    ['a list', () => '[1, 2]', 'backup_invalid'],
    ['the same row twice', () => `${JSON.stringify(good())}\n${JSON.stringify(good())}`, 'backup_invalid'],
  ])('%s: refused, and the users stay as they were', async (_what, line, code) => {
    const users = (await service.call('GET', `${platform}/users`)).json();
    const file = await signed([{ name: 'database/users/1.ndjson', content: `${line()}\n` }])();
    const { id } = (await upload(file)).json();
    const answer = await service.call('POST', `${platform}/backups/${id}/restore`);
    expect(answer.json()).toMatchObject({ code });
    await service.call('DELETE', `${platform}/backups/${id}`);
    expect((await service.call('GET', `${platform}/users`)).json()).toEqual(users);
  });

  test.each(['{"Limits":{"NoSuch":1}}', '{"Server":{"Port":1}}', '[]', '{"__proto__":{"a":1}}', 'x'])(
    'settings that are %j: refused',
    async (content) => {
      const { id } = (await upload(await signed([{ name: 'settings.json', content }])())).json();
      const answer = await service.call('POST', `${platform}/backups/${id}/restore`);
      expect(answer.json()).toMatchObject({ code: 'backup_unsupported' });
      await service.call('DELETE', `${platform}/backups/${id}`);
    },
  );

  test('a forged file is written only into the folder of the branch', async () => {
    const signature = { keyId: 'someone', mac: 'a'.repeat(64) };
    const sent = await upload(
      await withEntries([{ name: 'files/flows/other.yaml', content: flow('other') }], { signature }),
    );
    const { id } = sent.json();
    const answer = await service.call('POST', `${platform}/backups/${id}/restore`, {
      categories: ['config'],
    });
    expect(answer.json().restore).toMatchObject({ status: 'completed' });
    expect(readFileSync(join(service.folder, 'flows/other.yaml'), 'utf8')).toBe(flow('other'));
  });
});
