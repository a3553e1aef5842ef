import { SshPublicKey, sshKeyTypes } from './ssh-public-key.js';
import { gitNamespace } from './ssh-signature.js';

/** A line of OpenSSH's allowed signers, ssh-keygen(1): a key, and from when to when it counts. */
export interface AllowedSigner {
  key: SshPublicKey;
  /** Seconds since the epoch. */
  validAfter: number;
  validBefore: number;
  isForGit: boolean;
}

/** Reads one line: `[principals [options]] type base64 [comment]`. @throws Error saying what is wrong with it */
export function parseAllowedSigner(line: string): AllowedSigner {
  const fields = line.match(/(?:"[^"]*"|[^\s"])+/g) ?? [];
  const at = fields.slice(0, 3).findIndex((field) => sshKeyTypes.has(field));
  if (at < 0) throw new Error('it has no key of a known type, such as `ssh-ed25519 AAAA…`');
  const encoded = fields[at + 1] ?? '';
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) throw new Error('the key after its type is not base64');
  const key = new SshPublicKey(Buffer.from(encoded, 'base64'));
  if (key.type !== fields[at]) throw new Error(`the key is of the type \`${key.type}\``);
  return { key, ...parseOptions(at === 2 ? (fields[1] ?? '') : '') };
}

function parseOptions(text: string): Omit<AllowedSigner, 'key'> {
  const limits = {
    validAfter: Number.NEGATIVE_INFINITY,
    validBefore: Number.POSITIVE_INFINITY,
    isForGit: true,
  };
  for (const option of text.match(/(?:"[^"]*"|[^,"])+/g) ?? []) {
    const [name = '', ...rest] = option.split('=');
    const value = rest.join('=').replaceAll('"', '');
    switch (name.toLowerCase()) {
      case 'namespaces':
        limits.isForGit = matchesList(gitNamespace, value);
        break;
      case 'valid-after':
        limits.validAfter = parseTime(value);
        break;
      case 'valid-before':
        limits.validBefore = parseTime(value);
        break;
      case 'cert-authority':
        throw new Error('certificates (`cert-authority`) are not supported: list the keys themselves');
      default:
        throw new Error(`the option \`${name}\` is not known`);
    }
  }
  return limits;
}

/** Matches a list of patterns of ssh_config(5): one has to match, and none that begins with `!`. */
function matchesList(text: string, list: string): boolean {
  const patterns = list.split(',').map((pattern) => pattern.trim());
  const denied = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  const allowed = patterns.filter((pattern) => !pattern.startsWith('!'));
  return allowed.some((each) => matches(text, each)) && !denied.some((each) => matches(text, each));
}

function matches(text: string, pattern: string): boolean {
  const expression = pattern
    .replaceAll(/\*+/g, '*')
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${expression}$`).test(text);
}

/** Reads `YYYYMMDD[HHMM[SS]]`, in the time of this machine, or in UTC with `Z` at its end. */
function parseTime(text: string): number {
  const match = /^(\d{4})(\d\d)(\d\d)(?:(\d\d)(\d\d)(\d\d)?)?(Z?)$/i.exec(text);
  if (!match) throw new Error(`the time \`${text}\` is not of the form YYYYMMDD[HHMM[SS]][Z]`);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const parts = [year, month - 1, day, hour, minute, second] as const;
  return (match[7] ? Date.UTC(...parts) : new Date(...parts).getTime()) / 1000;
}
