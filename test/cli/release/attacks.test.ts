import { copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeKeys } from '../../../cli/build/release/keys.js';
import { readMetadata } from '../../../cli/build/release/metadata-files.js';
import { rotateRoot } from '../../../cli/build/release/publish.js';
import { writeTimestamp } from '../../../cli/build/release/sign-roles.js';
import { fetch } from '../../../cli/release/update/fetch.js';
import { temporaryFolder } from '../test-io.js';
import { contextFor, getCode, getContent, getDirVersion } from './installation.js';
import { ReleaseRepository } from './release-repository.js';
import { serveRepository } from './repository-server.js';

const day = 86_400_000;

interface Scene {
  repository: ReleaseRepository;
  /** The repository as it was before the last publication. */
  before: string;
}

/** An attack changes the repository; the code is the one that the fetch is refused with. */
const attacks: Readonly<Record<string, { code: string; attack(scene: Scene): Promise<void> | void }>> = {
  'an altered archive': {
    code: 'release_altered',
    attack({ repository }) {
      const path = repository.archive('1.1.0');
      const bytes = readFileSync(path);
      bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1;
      writeFileSync(path, bytes);
    },
  },
  'an altered timestamp': {
    code: 'release_signature_invalid',
    attack: ({ repository }) =>
      repository.edit('timestamp.json', (text) => text.replace('"version": 2', '"version": 7')),
  },
  'a timestamp that is no JSON': {
    code: 'release_altered',
    attack: ({ repository }) => repository.edit('timestamp.json', () => '<html>Sign in</html>'),
  },
  'altered targets metadata': {
    code: 'release_inconsistent',
    attack: ({ repository }) => repository.edit('2.targets.json', (text) => text.replace('1.1.0', '1.2.0')),
  },
  'an older publication': {
    code: 'release_rolled_back',
    attack: ({ repository, before }) => {
      rmSync(repository.folder, { recursive: true });
      cpSync(before, repository.folder, { recursive: true });
    },
  },
  'a mix of two publications': {
    code: 'release_inconsistent',
    attack: ({ repository }) =>
      copyFileSync(repository.file('1.snapshot.json'), repository.file('2.snapshot.json')),
  },
  'targets of another publication': {
    code: 'release_inconsistent',
    attack: ({ repository }) =>
      copyFileSync(repository.file('1.targets.json'), repository.file('2.targets.json')),
  },
  'an expired timestamp': {
    code: 'release_metadata_expired',
    attack: async ({ repository }) => {
      await repository.publish([], new Date(Date.now() - 31 * day));
    },
  },
  'an expired snapshot': {
    code: 'release_metadata_expired',
    attack: async ({ repository }) => {
      const { folder, keys } = repository;
      await repository.publish([{ version: '1.2.0' }], new Date(Date.now() - 91 * day));
      const { timestamp } = readMetadata(folder);
      if (timestamp)
        writeTimestamp(
          { repository: folder, keys, now: new Date() },
          timestamp,
          timestamp.signed.snapshotMeta,
        );
    },
  },
  'a missing snapshot': {
    code: 'release_incomplete',
    attack: ({ repository }) => rmSync(repository.file('2.snapshot.json')),
  },
  'a missing archive': {
    code: 'release_incomplete',
    attack: ({ repository }) => rmSync(repository.archive('1.1.0')),
  },
  'no repository': {
    code: 'release_incomplete',
    attack: ({ repository }) => rmSync(repository.folder, { recursive: true }),
  },
  'endless metadata': {
    code: 'release_oversized',
    attack: ({ repository }) => repository.edit('timestamp.json', (text) => text + ' '.repeat(1_000_000)),
  },
  'a longer archive': {
    code: 'release_oversized',
    attack({ repository }) {
      const path = repository.archive('1.1.0');
      writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.alloc(1_000_000)]));
    },
  },
  'a shorter archive': {
    code: 'release_unreachable',
    attack({ repository }) {
      const path = repository.archive('1.1.0');
      writeFileSync(path, readFileSync(path).subarray(0, 300));
    },
  },
  'a root that one of the keys before has signed': {
    code: 'release_signature_invalid',
    attack: ({ repository }) => {
      const others = makeKeys(temporaryKeys());
      rotateRoot({ repository: repository.folder, now: new Date() }, repository.keys, others);
      repository.edit('2.root.json', (text) => removeSignature(text, repository.keys.root, 2));
    },
  },
  'a root that only its own keys have signed': {
    code: 'release_signature_invalid',
    attack: ({ repository }) => {
      const others = makeKeys(temporaryKeys());
      rotateRoot({ repository: repository.folder, now: new Date() }, repository.keys, others);
      repository.edit('2.root.json', (text) => removeSignature(text, repository.keys.root, 3));
    },
  },
  'a root that skips a version': {
    code: 'release_inconsistent',
    attack: ({ repository }) => {
      const { folder } = repository;
      rotateRoot({ repository: folder, now: new Date() }, repository.keys, repository.keys);
      rotateRoot({ repository: folder, now: new Date() }, repository.keys, repository.keys);
      copyFileSync(repository.file('3.root.json'), repository.file('2.root.json'));
    },
  },
  'the repository of another publisher': {
    code: 'release_signature_invalid',
    attack: async ({ repository }) => {
      const other = new ReleaseRepository(temporaryFolder());
      await other.publish([{ version: '1.0.0' }]);
      await other.publish([{ version: '9.0.0' }]);
      rmSync(repository.folder, { recursive: true });
      cpSync(other.folder, repository.folder, { recursive: true });
    },
  },
};

function temporaryKeys(): string {
  return join(temporaryFolder(), 'keys');
}

/** Removes the signatures of the first keys. */
function removeSignature(text: string, keys: readonly { key: { keyID: string } }[], count: number): string {
  const metadata = JSON.parse(text) as { signatures: { keyid: string }[] };
  const removed = keys.slice(0, count).map(({ key }) => key.keyID);
  const signatures = metadata.signatures.filter(({ keyid }) => !removed.includes(keyid));
  return JSON.stringify({ ...metadata, signatures });
}

async function scene(): Promise<Scene> {
  const scratch = temporaryFolder();
  const repository = new ReleaseRepository(scratch);
  await repository.publish([{ version: '1.0.0' }]);
  const before = join(scratch, 'before');
  cpSync(repository.folder, before, { recursive: true });
  return { repository, before };
}

describe.each(['file:', 'https:'])('over %s', (protocol) => {
  test.each(Object.entries(attacks))('%s is refused, and nothing changes', async (_, { code, attack }) => {
    const { repository, before } = await scene();
    const server = protocol === 'file:' ? undefined : await serveRepository(repository.folder);
    const url = server?.address ?? repository.address;
    const dir = temporaryFolder();
    const context = contextFor(dir, repository, server ? { ca: server.ca } : {});
    await fetch(context, { url });
    await repository.publish([{ version: '1.1.0' }]);
    // The installation has seen the metadata of the publication that an older one would replace.
    if (code === 'release_rolled_back') await getCode(fetch(context, { url, version: '0.0.1' }));
    await attack({ repository, before });
    const content = getContent(dir);
    expect(await getCode(fetch(context, { url }))).toBe(code);
    const isResumable = code === 'release_unreachable';
    if (!isResumable) expect(getContent(dir)).toEqual(content);
    expect(await getDirVersion(dir)).toBe('1.0.0');
  });
});

test('a new root that the keys before have signed is accepted, and their metadata is not any more', async () => {
  const { repository, before } = await scene();
  const dir = temporaryFolder();
  const context = contextFor(dir, repository);
  await fetch(context, { url: repository.address });
  const next = makeKeys(temporaryKeys());
  rotateRoot({ repository: repository.folder, now: new Date() }, repository.keys, next);
  await repository.publish([{ version: '1.1.0' }], new Date(), next);
  expect(await fetch(context, { url: repository.address })).toMatchObject({ version: '1.1.0' });
  rmSync(repository.folder, { recursive: true });
  cpSync(before, repository.folder, { recursive: true });
  expect(await getCode(fetch(context, { url: repository.address }))).toMatch(/signature_invalid|rolled_back/);
});

test('an answer without an end is read only as far as its length is known', async () => {
  const { repository } = await scene();
  const server = await serveRepository(repository.folder);
  let sent = 0;
  server.intercept = (request, response) => {
    if (!request.url?.startsWith('/targets/')) return false;
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
    };
    response.on('drain', more).writeHead(200);
    more();
    return true;
  };
  const context = contextFor(temporaryFolder(), repository, { ca: server.ca });
  expect(await getCode(fetch(context, { url: server.address }))).toBe('release_oversized');
  expect(sent).toBeLessThan(50_000_000);
});

test.each([
  ['http://example.com/', 'release_redirect_refused'],
  ['http://127.0.0.1:1/', 'release_redirect_refused'],
  ['file:///etc/', 'release_redirect_refused'],
  ['', 'release_redirect_refused'],
])('a redirect from https: to %j is refused', async (location, code) => {
  const { repository } = await scene();
  const server = await serveRepository(repository.folder);
  server.intercept = (_request, response) => {
    response.writeHead(302, location === '' ? {} : { location }).end();
    return true;
  };
  const dir = temporaryFolder();
  const context = contextFor(dir, repository, { ca: server.ca });
  expect(await getCode(fetch(context, { url: server.address }))).toBe(code);
});

test('redirects to https: are followed, a loop is refused', async () => {
  const { repository } = await scene();
  const [server, mirror] = [
    await serveRepository(repository.folder),
    await serveRepository(repository.folder),
  ];
  const ca = server.ca + mirror.ca;
  server.intercept = (request, response) => {
    response.writeHead(307, { location: new URL(request.url ?? '', mirror.address).href }).end();
    return true;
  };
  const dir = temporaryFolder();
  await fetch(contextFor(dir, repository, { ca }), { url: server.address });
  expect(await getDirVersion(dir)).toBe('1.0.0');
  mirror.intercept = (request, response) => {
    response.writeHead(307, { location: new URL(request.url ?? '', server.address).href }).end();
    return true;
  };
  const looped = fetch(contextFor(temporaryFolder(), repository, { ca }), { url: server.address });
  expect(await getCode(looped)).toBe('release_redirect_refused');
});

test('a server with an unknown certificate, and one that is away, cannot be reached', async () => {
  const { repository } = await scene();
  const server = await serveRepository(repository.folder);
  const context = contextFor(temporaryFolder(), repository);
  expect(await getCode(fetch(context, { url: server.address }))).toBe('release_unreachable');
  expect(await getCode(fetch(context, { url: 'https://127.0.0.1:1/' }))).toBe('release_unreachable');
});

test.each(['http://example.com/releases', 'ftp://example.com/', 'releases'])(
  'the address %s is refused',
  async (url) => {
    const { repository } = await scene();
    const context = contextFor(temporaryFolder(), repository);
    expect(await getCode(fetch(context, { url }))).toBe('release_address_invalid');
  },
);

test('expired metadata of a folder is accepted as of a date in its life, and that is recorded', async () => {
  const { repository } = await scene();
  const dir = temporaryFolder();
  const then = new Date(Date.now() - 40 * day);
  const old = new ReleaseRepository(temporaryFolder());
  await old.publish([{ version: '1.0.0' }], then);
  const context = contextFor(dir, old);
  expect(await getCode(fetch(context, { url: old.address }))).toBe('release_metadata_expired');
  await fetch(context, { url: old.address, asOf: new Date(then.getTime() + day) });
  const history = JSON.parse(readFileSync(join(dir, 'releases.json'), 'utf8')).releases;
  expect(history).toMatchObject([{ action: 'accept-expired', version: '1.0.0' }, { action: 'install' }]);
  expect(repository.folder).not.toBe(old.folder);
});
