import { readFile } from 'node:fs/promises';
import { CommitKeys, type CommitSigner, CommitTrust, EMPTY_TREE, openCommitSigner } from '../git/index.js';
import { Problem } from '../problems/index.js';
import type { Vault } from '../security/vault/contract.js';
import type { BranchSources } from '../sources/index.js';
import type { Base } from './base.js';

interface CommitSigning {
  /** `Git.Verify.keys`; undefined where commits need no signature. */
  keys: CommitKeys | undefined;
  /** Undefined where svc's commits are not signed. */
  signer: CommitSigner | undefined;
}

/**
 * Reads the keys that commits are checked against, and svc's own. A start that could write no commit that it applies is refused.
 * @throws Problem settings_invalid
 */
export async function openCommitSigning(
  { settings, trial }: Pick<Base, 'settings' | 'trial'>,
  vault: Pick<Vault, 'secrets'>,
): Promise<CommitSigning> {
  const { Enabled, Verify, SigningKey } = settings.Git;
  if (trial) return { keys: undefined, signer: undefined };
  if (!Enabled) {
    if (!Verify) return { keys: undefined, signer: undefined };
    throw new Problem('settings_invalid', '`Git.Verify` needs commits, and `Git.Enabled` is false.', {
      hints: ['Keep the files in a Git repository and set `Git.Enabled: true`, or remove `Git.Verify`.'],
    });
  }
  const signer = SigningKey && (await openSigner(SigningKey, vault));
  const keys = Verify && (await openKeys(Verify.keys));
  if (keys) await requireOwnKey(keys, signer);
  return { keys, signer };
}

/** Opens the judge of commits; undefined where they need no signature. */
export async function openCommitTrust(
  { settings, storage }: Pick<Base, 'settings' | 'storage'>,
  { git, production }: Pick<BranchSources, 'git' | 'production'>,
  keys: CommitKeys | undefined,
): Promise<CommitTrust | undefined> {
  const { Verify } = settings.Git;
  if (!keys || !git || !Verify) return undefined;
  const { repository } = git;
  const trust = new CommitTrust({ repository, keys, commits: Verify.commits ?? 'tip', production });
  const rows = await storage.db.selectFrom('applied_branches').select(['branch', 'revision']).execute();
  for (const { branch, revision } of rows) if (revision.length === 40) trust.note(branch, revision);
  repository.signOnlyOn((commit) => trust.trusts(commit));
  return trust;
}

async function openKeys(texts: readonly string[]): Promise<CommitKeys> {
  try {
    return await CommitKeys.parse(texts);
  } catch (cause) {
    throw new Problem('settings_invalid', `\`Git.Verify\`: ${(cause as Error).message}`, {
      hints: ['List public keys: `cat ~/.ssh/id_ed25519.pub`, or `gpg --armor --export <address>`.'],
      cause,
    });
  }
}

async function openSigner(
  { Secret, KeyFile, Passphrase }: { Secret?: string; KeyFile?: string; Passphrase?: string },
  vault: Pick<Vault, 'secrets'>,
): Promise<CommitSigner> {
  try {
    const values: Readonly<Record<string, string>> =
      Secret === undefined ? {} : await vault.secrets.read(Secret);
    const key = KeyFile === undefined ? values['privateKey'] : await readFile(KeyFile, 'utf8');
    if (key === undefined) throw new Error(missingKey(Secret));
    return await openCommitSigner(key, Passphrase ?? values['passphrase']);
  } catch (cause) {
    const detail = `svc's key for commits (\`Git.SigningKey\`) cannot be used: ${(cause as Error).message}`;
    const hints = [
      'Give a private key of SSH (`ssh-keygen -t ed25519`) or OpenPGP as `KeyFile`, or as `privateKey` of a secret. To store the secret, start svc once without `Git.SigningKey` and `Git.Verify`.',
    ];
    throw new Problem('settings_invalid', detail, { hints, cause });
  }
}

function missingKey(secret: string | undefined): string {
  return secret === undefined
    ? 'it names neither `Secret` nor `KeyFile`'
    : `the secret \`${secret}\` has no \`privateKey\``;
}

async function requireOwnKey(keys: CommitKeys, signer: CommitSigner | undefined): Promise<void> {
  if (!signer) {
    const detail =
      '`Git.Verify` is set, and svc has no key to sign its own commits with: it would not apply them.';
    const hints = ['Set `Git.SigningKey`, and list its public key under `Git.Verify.keys`.'];
    throw new Problem('settings_invalid', detail, { hints });
  }
  const now = Math.floor(Date.now() / 1000);
  // No commit of a repository: it shows whether svc's signature counts.
  const sample = `tree ${EMPTY_TREE}\ncommitter svc <svc@localhost> ${now} +0000\n\nsample\n`;
  const verdict = await keys.verify(await signer.sign(Buffer.from(sample)));
  if (verdict.isValid) return;
  const detail = `\`Git.Verify\` does not accept the commits of svc, which \`Git.SigningKey\` signs: ${verdict.reason}.`;
  const hints = [
    "List the public key of `Git.SigningKey` under `Git.Verify.keys`: svc's own commits need it.",
  ];
  throw new Problem('settings_invalid', detail, { hints });
}
