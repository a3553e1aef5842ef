import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { splitSignature, withSignature } from '../../../../controller/git/objects/signed-commit.js';
import { CommitKeys } from '../../../../controller/git/signatures/commit-keys.js';
import { openCommitSigner } from '../../../../controller/git/signatures/commit-signer.js';
import { hasPrograms } from '../../../programs.js';
import { temporaryFolder } from '../git-fixture.js';
import { KeyMaker, type SigningKey } from './signing-keys.js';

const hasBoth = hasPrograms('gpg', 'ssh-keygen');
const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** A repository of its own, its keys, and what Git says about a commit in it. */
function makeOracle() {
  const folder = temporaryFolder();
  const gitDir = join(folder, 'repository.git');
  execFileSync('git', ['init', '--quiet', '--bare', gitDir]);
  execFileSync('git', ['--git-dir', gitDir, 'hash-object', '-w', '-t', 'tree', '--stdin'], { input: '' });
  const keys = new KeyMaker(folder);
  const verifies = (commit: Buffer): boolean => {
    const git = (args: string[], input?: Buffer) =>
      spawnSync('git', ['--git-dir', gitDir, ...args], { input });
    const written = git(['hash-object', '-w', '-t', 'commit', '--literally', '--stdin'], commit);
    const id = written.stdout.toString().trim();
    return git(['verify-commit', id]).status === 0;
  };
  return { gitDir, keys, verifies };
}

function makePayload(time = Math.floor(Date.now() / 1000) - randomInt(1, 3600)): Buffer {
  const lines = [
    'gpgsig looks like a header',
    ' and goes on',
    'Größe',
    '',
    randomBytes(9).toString('base64'),
  ];
  const message = Array.from({ length: randomInt(1, 5) }, () => lines[randomInt(lines.length)]).join('\n');
  return Buffer.from(
    `tree ${emptyTree}\nauthor Ada <ada@example.com> ${time} +0200\ncommitter Ada <ada@example.com> ${time} +0200\n\n${message}\n${randomInt(1e9)}\n`,
  );
}

function altered(commit: Buffer): Buffer {
  return Buffer.concat([commit, Buffer.from('more\n')]);
}

/** Changes one character in the middle of the armour. */
function withOtherCharacter(armour: string): string {
  const lines = armour.trimEnd().split('\n');
  const at = lines.findIndex((line, index) => index > 1 && line.length > 40);
  const line = lines[at] ?? '';
  const column = randomInt(5, 35);
  lines[at] = `${line.slice(0, column)}${line[column] === 'A' ? 'B' : 'A'}${line.slice(column + 1)}`;
  return `${lines.join('\n')}\n`;
}

type Variant = (key: SigningKey, other: SigningKey) => Buffer;

const tag = `object ${emptyTree}\ntype tree\ntag v1\ntagger Ada <ada@example.com> 1700000000 +0000\n\nv1\n`;

const variants: Readonly<Record<string, Variant>> = {
  valid(key) {
    const payload = makePayload();
    return withSignature(payload, key.sign(payload));
  },
  'with an unknown header'(key) {
    const payload = Buffer.from(makePayload().toString().replace('\n\n', '\nsvc-change a b\n\n'));
    return withSignature(payload, key.sign(payload));
  },
  'with an altered message'(key) {
    const payload = makePayload();
    return altered(withSignature(payload, key.sign(payload)));
  },
  'with another author'(key) {
    const payload = makePayload();
    const signed = withSignature(payload, key.sign(payload)).toString();
    return Buffer.from(signed.replace('author Ada', 'author Eve'));
  },
  'with an altered signature'(key) {
    const payload = makePayload();
    return withSignature(payload, withOtherCharacter(key.sign(payload)));
  },
  'by a key that is not listed'(_, other) {
    const payload = makePayload();
    return withSignature(payload, other.sign(payload));
  },
  'without a signature'() {
    return makePayload();
  },
  'with the same signature twice'(key) {
    const payload = makePayload();
    const signature = key.sign(payload);
    return withSignature(withSignature(payload, signature), signature);
  },
  'with a foreign signature after the good one'(key, other) {
    const payload = makePayload();
    return withSignature(withSignature(payload, key.sign(payload)), other.sign(payload));
  },
  'with a foreign signature before the good one'(key, other) {
    const payload = makePayload();
    return withSignature(withSignature(payload, other.sign(payload)), key.sign(payload));
  },
  'with the signature of a tag'(key) {
    return withSignature(makePayload(), key.sign(tag));
  },
  'with the signature of another commit'(key) {
    return withSignature(makePayload(), key.sign(makePayload()));
  },
  'with a signature for SHA-256 too'(key) {
    const payload = makePayload();
    const signed = withSignature(payload, key.sign(payload)).toString();
    return Buffer.from(signed.replace('\ngpgsig ', '\ngpgsig-sha256 abc\n def\ngpgsig '));
  },
  'with the signature only for SHA-256'(key) {
    const payload = makePayload();
    return Buffer.from(
      withSignature(payload, key.sign(payload)).toString().replace('gpgsig ', 'gpgsig-sha256 '),
    );
  },
  'with another armour'(key) {
    const payload = makePayload();
    return withSignature(payload, key.sign(payload).replaceAll('SIGNATURE', 'NOTE'));
  },
  'with a signature that ends early'(key) {
    const payload = makePayload();
    return withSignature(payload, key.sign(payload).split('\n').slice(0, 4).join('\n'));
  },
  'with noise in place of a signature'(key) {
    const begin = key.kind === 'ssh' ? 'SSH' : 'PGP';
    const noise = randomBytes(200).toString('base64');
    return withSignature(
      makePayload(),
      `-----BEGIN ${begin} SIGNATURE-----\n\n${noise}\n-----END ${begin} SIGNATURE-----\n`,
    );
  },
};

test.skipIf(!hasBoth)(
  'the verdict on commits with all kinds of signatures is that of git verify-commit',
  { timeout: 240_000 },
  async () => {
    const { gitDir, keys, verifies } = makeOracle();
    const listed = [
      keys.ssh('ed25519', '-t', 'ed25519'),
      keys.ssh('p256', '-t', 'ecdsa', '-b', '256'),
      keys.ssh('p521', '-t', 'ecdsa', '-b', '521'),
      keys.ssh('rsa', '-t', 'rsa', '-b', '2048'),
      keys.openPgp('ada', 'ed25519'),
      keys.openPgp('bob', 'rsa2048'),
    ];
    const commitKeys = await CommitKeys.parse(listed.map(({ publicKey }) => publicKey));
    const unlisted = keys.ssh('unlisted', '-t', 'ed25519');
    // gpg counts every key in its folder: the one that is not listed is in another.
    const otherHome = new KeyMaker(temporaryFolder());
    const stranger = otherHome.openPgp('eve', 'ed25519');
    keys.configure(gitDir, listed);
    const wrong: string[] = [];
    let count = 0;
    let valid = 0;
    for (const [name, make] of Object.entries(variants)) {
      for (const key of listed) {
        const commit = make(key, key.kind === 'ssh' ? unlisted : stranger);
        const [ours, theirs] = [await commitKeys.verify(commit), verifies(commit)];
        count++;
        if (theirs) valid++;
        if (ours.isValid !== theirs)
          wrong.push(`${name}, ${key.name}: Git says ${theirs}, svc ${JSON.stringify(ours)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThanOrEqual(100);
    expect(valid).toBeGreaterThanOrEqual(12);
  },
);

test.skipIf(!hasBoth)(
  'expired and revoked keys, expired signatures, other namespaces and times count as for git verify-commit',
  { timeout: 120_000 },
  async () => {
    const { gitDir, keys, verifies } = makeOracle();
    const past = ['--faked-system-time', '20200101T000000!'];
    const expired = keys.openPgp('expired', 'ed25519', '1y', ...past);
    const present = keys.openPgp('present', 'ed25519');
    const lost = keys.openPgp('lost', 'ed25519');
    const ssh = keys.ssh('ssh', '-t', 'ed25519');
    const payload = makePayload();
    const old = makePayload(Date.UTC(2020, 5, 1) / 1000);
    const byLost = withSignature(payload, lost.sign(payload));
    const commits: Record<string, Buffer> = {
      'in the life of a key that has ended': withSignature(
        old,
        expired.sign(old, '--faked-system-time', '20200601T000000!'),
      ),
      'with a signature that has ended': withSignature(
        payload,
        present.sign(
          payload,
          '--default-sig-expire',
          'seconds=1',
          '--faked-system-time',
          String(Math.floor(Date.now() / 1000) + 1),
        ),
      ),
      'by a revoked key': byLost,
      'for another namespace': withSignature(payload, ssh.sign(payload, '-n', 'file')),
      'with the shorter hash of SSH': withSignature(payload, ssh.sign(payload, '-O', 'hashalg=sha256')),
      'by a clock that is ahead': withSignature(
        payload,
        present.sign(payload, '--faked-system-time', String(Math.floor(Date.now() / 1000) + 300)),
      ),
      'by a sound key': withSignature(payload, present.sign(payload)),
    };
    const all = [expired, present, keys.revoke(lost), ssh];
    const commitKeys = await CommitKeys.parse(all.map(({ publicKey }) => publicKey));
    keys.configure(gitDir, all);
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    const outcome: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const [name, commit] of Object.entries(commits)) {
      outcome[name] = (await commitKeys.verify(commit)).isValid;
      expected[name] = verifies(commit);
    }
    expect(outcome).toEqual(expected);
    expect(Object.values(expected)).toEqual([false, false, false, false, true, true, true]);
  },
);

test.skipIf(!hasBoth)(
  'what svc signs passes git verify-commit, with keys of SSH and OpenPGP',
  { timeout: 60_000 },
  async () => {
    const { gitDir, keys, verifies } = makeOracle();
    const made = [
      keys.ssh('ed25519', '-t', 'ed25519'),
      keys.ssh('p384', '-t', 'ecdsa', '-b', '384'),
      keys.ssh('rsa', '-t', 'rsa', '-b', '2048'),
      keys.ssh('pem', '-t', 'rsa', '-b', '2048', '-m', 'PEM'),
      keys.openPgp('ada', 'ed25519'),
      keys.openPgp('bob', 'rsa2048'),
    ];
    keys.configure(gitDir, made);
    const commitKeys = await CommitKeys.parse(made.map(({ publicKey }) => publicKey));
    for (const { name, privateKey } of made) {
      const signer = await openCommitSigner(privateKey);
      for (let count = 0; count < 5; count++) {
        const commit = await signer.sign(makePayload());
        expect({ name, isValid: (await commitKeys.verify(commit)).isValid, git: verifies(commit) }).toEqual({
          name,
          isValid: true,
          git: true,
        });
        expect(verifies(altered(commit))).toBe(false);
      }
    }
  },
);

test.skipIf(!hasBoth)(
  'the options of allowed signers limit namespaces and times, as for ssh-keygen',
  async () => {
    const keys = new KeyMaker(temporaryFolder());
    const ssh = keys.ssh('ada', '-t', 'ed25519');
    const payload = makePayload(Date.UTC(2024, 0, 15) / 1000);
    const commit = withSignature(payload, ssh.sign(payload));
    const judge = async (options: string) =>
      (await (await CommitKeys.parse([`ada@example.com ${options} ${ssh.publicKey}`])).verify(commit))
        .isValid;
    expect(await judge('')).toBe(true);
    expect(await judge('namespaces="file,git"')).toBe(true);
    expect(await judge('namespaces="file"')).toBe(false);
    expect(await judge('namespaces="*,!git"')).toBe(false);
    expect(await judge('valid-after="20240101Z",valid-before="20240201Z"')).toBe(true);
    expect(await judge('valid-after="20240201Z"')).toBe(false);
    expect(await judge('valid-before="202401141200Z"')).toBe(false);
    await expect(judge('cert-authority')).rejects.toThrow(/keys\[0\].*cert-authority/);
  },
);

test('keys that cannot be read are refused with their place, and private keys are never shown', async () => {
  await expect(CommitKeys.parse(['# nothing'])).rejects.toThrow('`keys[0]`: it has no key');
  await expect(CommitKeys.parse(['ssh-dss AAAA'])).rejects.toThrow(/known type/);
  await expect(CommitKeys.parse(['ssh-ed25519 AAAA'])).rejects.toThrow('`keys[0]`');
  await expect(openCommitSigner('the-secret-text')).rejects.toThrow(/^(?!.*the-secret-text)/);
});

test('whatever a signature contains, it is not valid and nothing is thrown', async () => {
  const ssh = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIEwKNy52cJDCiwOFjnpZfJKDcXgKmwlztTjQn5hJKela';
  const commitKeys = await CommitKeys.parse([ssh]);
  const armours = ['SSH SIGNATURE', 'PGP SIGNATURE', 'PGP MESSAGE', 'SIGNED MESSAGE'];
  for (let count = 0; count < 200; count++) {
    const armour = armours[count % armours.length];
    const bytes = randomBytes(randomInt(0, 300));
    const content = count % 3 === 0 ? Buffer.concat([Buffer.from('SSHSIG\0\0\0\x01'), bytes]) : bytes;
    const text = `-----BEGIN ${armour}-----\n\n${content.toString('base64')}\n-----END ${armour}-----`;
    const verdict = await commitKeys.verify(withSignature(makePayload(), text));
    expect(verdict).toMatchObject({ isValid: false, reason: expect.any(String) });
  }
  const large = withSignature(makePayload(), `-----BEGIN SSH SIGNATURE-----\n${'A'.repeat(70_000)}\n`);
  expect(await commitKeys.verify(large)).toMatchObject({ reason: expect.stringContaining('too large') });
  for (const bytes of ['', '\n', 'gpgsig ', 'gpgsig x', 'gpgsig -----BEGIN SSH SIGNATURE-----\n x\n\n'])
    expect(await commitKeys.verify(Buffer.from(bytes))).toMatchObject({ isValid: false });
});

test('a commit is split into what was signed and its signature, and put together again', () => {
  const payload = makePayload();
  const signed = withSignature(payload, 'one\ntwo\n');
  expect(splitSignature(signed)?.payload.equals(payload)).toBe(true);
  expect(splitSignature(signed)?.signature.toString()).toBe('one\ntwo\n');
  expect(splitSignature(payload)).toBeUndefined();
});
