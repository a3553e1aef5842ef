import { createHmac, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSignature } from '../../security/signatures/compare.js';
import { publishFile } from '../../storage/index.js';
import { splitSignature } from './signed-commit.js';

const keyFile = 'svc-key';
const keyBytes = 32;
const HEADER = '\nsvc-change ';

/**
 * Proves which commits svc wrote: each carries a header `svc-change <id> <code>`, whose code only this repository's key
 * makes over all other bytes of the commit, without a signature, which is added afterwards. Author, committer, message and trailers can be forged by everyone who pushes.
 */
export class CommitProofs {
  private constructor(private readonly key: Uint8Array) {}

  /** Reads the key of a repository, or makes one. A new key leaves the commits of the old one unproven. */
  static async open(gitDir: string): Promise<CommitProofs> {
    const path = join(gitDir, keyFile);
    const proof = await readFile(path).catch(() => undefined);
    // A crash can leave an empty file.
    if (proof?.length === keyBytes) return new CommitProofs(proof);
    const key = randomBytes(keyBytes);
    await writeFile(`${path}.new`, key, { mode: 0o600, flush: true });
    await publishFile(`${path}.new`, path);
    return new CommitProofs(key);
  }

  /** Adds the proof to the bytes of a commit. @param change names the change; a replayed commit keeps the name */
  prove(commit: Buffer, change: string): Buffer {
    const at = commit.indexOf('\n\n');
    const header = Buffer.from(`${HEADER}${change} ${this.#getCode(commit, change).toString('hex')}`);
    return Buffer.concat([commit.subarray(0, at), header, commit.subarray(at)]);
  }

  /** Returns the name of the change that svc wrote the commit for; undefined if svc did not write it. */
  findChange(commit: Uint8Array): string | undefined {
    const bytes = splitSignature(commit)?.payload ?? Buffer.from(commit);
    const end = bytes.indexOf('\n\n');
    const at = bytes.indexOf(HEADER);
    if (at < 0 || at > end) return undefined;
    const next = bytes.indexOf('\n', at + 1);
    const [change = '', code = ''] = bytes.toString('latin1', at + HEADER.length, next).split(' ');
    const expected = this.#getCode(Buffer.concat([bytes.subarray(0, at), bytes.subarray(next)]), change);
    return isSignature(code, expected, 'hex') ? change : undefined;
  }

  #getCode(commit: Uint8Array, change: string): Buffer {
    return createHmac('sha256', this.key).update(`${change}\n`).update(commit).digest();
  }
}
