import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CommitKeys, CommitTrust, openCommitSigner, openRepository } from '../../../controller/git/index.js';
import { withSignature } from '../../../controller/git/objects/signed-commit.js';
import { formatSshSignature } from '../../../controller/git/signatures/ssh-signature.js';
import { temporaryFolder } from './git-fixture.js';

interface NewCommit {
  parents?: readonly string[];
  files?: Readonly<Record<string, string>>;
  sign?: (commit: Buffer) => Promise<Buffer> | Buffer;
}

/** A repository with commits of any bytes, and a key that counts. */
async function open({ commits = 'tip', path }: { commits?: 'tip' | 'all'; path?: string } = {}) {
  const { generateKey } = await import('openpgp');
  const { privateKey, publicKey } = await generateKey({
    userIDs: [{ name: 'Ada', email: 'ada@example.com' }],
    format: 'armored',
    date: new Date(Date.now() - 60_000),
  });
  const dir = join(temporaryFolder(), 'repository.git');
  const repository = await openRepository(dir, path === undefined ? {} : { path });
  const keys = await CommitKeys.parse([publicKey]);
  const signer = await openCommitSigner(privateKey);
  const trust = new CommitTrust({ repository, keys, commits, production: 'main' });
  const git = (args: readonly string[], input: Buffer | string = '') =>
    execFileSync('git', ['--git-dir', dir, ...args], { input })
      .toString()
      .trim();
  const makeTree = (files: Readonly<Record<string, string>>): string => {
    const entries = Object.entries(files).map(([name, content]) => {
      const [folder = '', ...rest] = name.split('/');
      return rest.length === 0
        ? `100644 blob ${git(['hash-object', '-w', '--stdin'], content)}\t${folder}`
        : `040000 tree ${makeTree({ [rest.join('/')]: content })}\t${folder}`;
    });
    return git(['mktree'], entries.map((entry) => `${entry}\n`).join(''));
  };
  let count = 0;
  const add = async ({ parents = [], files = {}, sign }: NewCommit): Promise<string> => {
    count++;
    const lines = [
      `tree ${makeTree(files)}`,
      ...parents.map((parent) => `parent ${parent}`),
      `author Ada <ada@example.com> ${1_700_000_000 + count} +0000`,
      `committer Ada <ada@example.com> ${1_700_000_000 + count} +0000`,
    ];
    const plain = Buffer.from(`${lines.join('\n')}\n\ncommit ${count}\n`);
    const commit = sign ? await sign(plain) : plain;
    return git(['hash-object', '-w', '-t', 'commit', '--literally', '--stdin'], commit);
  };
  return { trust, add, dir, privateKey, sign: (commit: Buffer) => signer.sign(commit) };
}

/** Moves the signature of a commit right behind its tree, where readers of commits end the list of parents. */
function withEarlySignature(commit: Buffer): Buffer {
  const text = commit.toString('latin1');
  const [signature = ''] = /gpgsig .*\n(?: .*\n)*/.exec(text) ?? [];
  const [tree = ''] = /^tree .*\n/.exec(text) ?? [];
  return Buffer.from(tree + signature + text.slice(tree.length).replace(signature, ''), 'latin1');
}

test('a signature that is moved before the parents hides no unsigned commit below it', async () => {
  const { trust, add, sign } = await open({ commits: 'all' });
  const first = await add({ files: { a: '1' }, sign });
  trust.note('main', first);
  const unsigned = await add({ files: { a: '2' }, parents: [first] });
  const child = { files: { a: '2' }, parents: [unsigned] };
  expect((await trust.findUnverified('main', await add({ ...child, sign })))?.commit).toBe(unsigned);
  const moved = await add({ ...child, sign: async (commit) => withEarlySignature(await sign(commit)) });
  expect((await trust.findUnverified('main', moved))?.commit).toBe(moved);
  expect(
    await trust.findUnverified('main', await add({ files: { a: '2' }, parents: [first], sign })),
  ).toBeUndefined();
});

test('a history that the remote ends at a signed commit hides no unsigned commit below it', async () => {
  const { trust, add, sign, dir } = await open({ commits: 'all' });
  const first = await add({ files: { a: '1' }, sign });
  trust.note('main', first);
  const unsigned = await add({ files: { a: '2' }, parents: [first] });
  const tip = await add({ files: { a: '2' }, parents: [unsigned], sign });
  writeFileSync(join(dir, 'shallow'), `${tip}\n`);
  expect(await trust.findUnverified('main', tip)).toMatchObject({
    commit: tip,
    reason: expect.stringContaining('does not give its parents'),
  });
});

test('a signature of OpenPGP that covers no content does not make a commit valid', async () => {
  const { trust, add, privateKey } = await open();
  const { armor, config, enums, readPrivateKey, SignaturePacket } = await import('openpgp');
  const { keyPacket } = await readPrivateKey({ armoredKey: privateKey });
  const makeSignature = async (type: number, content: Buffer) => {
    const packet = new SignaturePacket();
    packet.signatureType = type as typeof packet.signatureType;
    packet.publicKeyAlgorithm = keyPacket.algorithm;
    packet.hashAlgorithm = enums.hash.sha512;
    const data = { text: null, getBytes: () => new Uint8Array(content) };
    // The types of the library lack the last parameter.
    await Reflect.apply(packet.sign, packet, [keyPacket, data, new Date(), true, config]);
    const { PacketList } = await import('openpgp');
    const list = new PacketList();
    list.push(packet as never);
    return armor(enums.armor.signature, list.write()).replaceAll('\r\n', '\n');
  };
  const judge = async (type: number) => {
    const commit = await add({
      sign: async (plain) => withSignature(plain, await makeSignature(type, plain)),
    });
    return (await trust.findUnverified('main', commit))?.reason;
  };
  expect(await judge(enums.signature.binary)).toBeUndefined();
  expect(await judge(enums.signature.standalone)).toContain('not one of a document');
  expect(await judge(enums.signature.timestamp)).toContain('not one of a document');
});

test('the reason for a refused signature shows no control characters of the signature, and is short', async () => {
  const { trust, add } = await open();
  const parts = {
    key: Buffer.from('k'),
    namespace: 'git',
    reserved: Buffer.alloc(0),
    signature: Buffer.from('s'),
  };
  const armour = formatSshSignature({ ...parts, hash: `\u001b[31m${'x'.repeat(9_000)}` as 'sha512' });
  const refused = await trust.findUnverified(
    'main',
    await add({ sign: (plain) => withSignature(plain, armour) }),
  );
  expect(refused?.reason).toMatch(/^its SSH signature cannot be read: Its hash \P{C}+$/u);
  expect(refused?.reason.length).toBeLessThanOrEqual(300);
});

test('a commit whose headers are millions of lines is refused, and is not taken apart', async () => {
  const { trust, add, sign } = await open();
  const commit = await add({
    sign: async (plain) => {
      const signed = (await sign(plain)).toString('latin1');
      return Buffer.from(signed.replace('\n\n', `\n${'gpgsig-x\n'.repeat(200_000)}\n`), 'latin1');
    },
  });
  expect((await trust.findUnverified('main', commit))?.reason).toBe('it is too large to be checked');
});

test('an unsigned commit that puts a file in the place of the folder is held, and a signed one after it is applied', async () => {
  const { trust, add, sign } = await open({ path: 'config' });
  const first = await add({ files: { 'config/a': '1' }, sign });
  trust.note('main', first);
  const broken = await add({ files: { config: 'a file' }, parents: [first] });
  expect((await trust.findUnverified('main', broken))?.commit).toBe(broken);
  const unsigned = await add({ files: { 'config/a': '2' }, parents: [broken] });
  expect((await trust.findUnverified('main', unsigned))?.commit).toBe(unsigned);
  const repaired = await add({ files: { 'config/a': '2' }, parents: [broken], sign });
  expect(await trust.findUnverified('main', repaired)).toBeUndefined();
});

test('svc signs on top of what production has in service, not of what another branch has had since before', async () => {
  const { trust, add, sign } = await open();
  const old = await add({ files: { a: '1' } });
  const production = await add({ files: { a: '2' }, parents: [old] });
  trust.note('main', production);
  expect(await trust.trusts(old)).toBe(true);
  expect(await trust.trusts(production)).toBe(true);
  const ofBranch = await add({ files: { a: '3' }, parents: [production] });
  trust.note('feature', ofBranch);
  expect(await trust.trusts(ofBranch)).toBe(false);
  expect(await trust.trusts(await add({ files: { a: '4' }, parents: [ofBranch], sign }))).toBe(true);
});
