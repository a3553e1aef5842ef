import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A key that a test made, and the program that signs with it. */
export interface SigningKey {
  name: string;
  kind: 'ssh' | 'openpgp';
  /** As `Git.Verify.keys` takes it. */
  publicKey: string;
  /** As `Git.SigningKey` takes it. */
  privateKey: string;
  /** Returns the armour of a signature. @param args of ssh-keygen or gpg */
  sign(payload: Buffer | string, ...args: string[]): string;
}

/** Makes keys of SSH and OpenPGP in a folder. The agent of gpg ends by itself when its folder is gone. */
export class KeyMaker {
  readonly home: string;

  constructor(private readonly folder: string) {
    this.home = join(folder, 'gpg');
    mkdirSync(this.home, { mode: 0o700 });
  }

  ssh(name: string, ...args: string[]): SigningKey {
    const file = join(this.folder, name);
    execFileSync('ssh-keygen', ['-q', '-N', '', '-C', name, '-f', file, ...args]);
    return {
      name,
      kind: 'ssh',
      publicKey: readFileSync(`${file}.pub`, 'utf8').trim(),
      privateKey: readFileSync(file, 'utf8'),
      sign: (payload, ...more) => {
        const namespace = more.includes('-n') ? [] : ['-n', 'git'];
        const options = { input: payload, stdio: ['pipe', 'pipe', 'ignore'] as ['pipe', 'pipe', 'ignore'] };
        return execFileSync(
          'ssh-keygen',
          ['-Y', 'sign', ...namespace, '-f', file, ...more],
          options,
        ).toString();
      },
    };
  }

  /** @param args of gpg, such as `--faked-system-time` */
  openPgp(name: string, algorithm: string, expires = 'never', ...args: string[]): SigningKey {
    const address = `${name}@example.com`;
    this.gpg([...args, '--quick-gen-key', `${name} <${address}>`, algorithm, 'sign', expires]);
    return {
      name,
      kind: 'openpgp',
      publicKey: this.gpg(['--armor', '--export', address]),
      privateKey: this.gpg(['--armor', '--export-secret-keys', address]),
      sign: (payload, ...more) => this.gpg([...more, '--armor', '--detach-sign', '-u', address], payload),
    };
  }

  /** Revokes a key, and returns it as it is exported then. */
  revoke(key: SigningKey): SigningKey {
    const address = `${key.name}@example.com`;
    const [, fingerprint = ''] =
      /^fpr:+([0-9A-F]+):/m.exec(this.gpg(['--with-colons', '--list-keys', address])) ?? [];
    const file = join(this.home, 'openpgp-revocs.d', `${fingerprint}.rev`);
    this.gpg(['--import'], readFileSync(file, 'utf8').replace(':-----BEGIN', '-----BEGIN'));
    return { ...key, publicKey: this.gpg(['--armor', '--export', address]) };
  }

  gpg(args: readonly string[], input: Buffer | string = ''): string {
    const common = [
      '--batch',
      '--yes',
      '--quiet',
      '--no-tty',
      '--pinentry-mode',
      'loopback',
      '--passphrase',
      '',
    ];
    return execFileSync('gpg', ['--homedir', this.home, ...common, ...args], {
      input,
      stdio: ['pipe', 'pipe', 'ignore'],
    }).toString();
  }

  /** Configures a repository so that `git verify-commit` and `git commit -S` use these keys. */
  configure(gitDir: string, listed: readonly SigningKey[]): void {
    const signers = join(this.folder, 'allowed-signers');
    const lines = listed
      .filter(({ kind }) => kind === 'ssh')
      .map(({ name, publicKey }) => `${name} ${publicKey}\n`);
    writeFileSync(signers, lines.join(''));
    const program = join(this.folder, 'gpg-here');
    writeFileSync(program, `#!/bin/sh\nexec gpg --homedir '${this.home}' "$@"\n`, { mode: 0o755 });
    const set = (name: string, value: string) =>
      execFileSync('git', ['--git-dir', gitDir, 'config', name, value]);
    set('gpg.ssh.allowedSignersFile', signers);
    set('gpg.program', program);
  }
}
