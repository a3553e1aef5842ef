import ignore, { type Ignore } from 'ignore';

/** The places of the file, the first that is there counts, as at the forges. */
export const codeOwnersPaths = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'];

const maxBytes = 65_536;
const maxRules = 1_000;
const maxRuleLength = 1_024;
/** Each further `*` multiplies the cost of a comparison by the length of the path. */
const maxStars = 6;

interface OwnerRule {
  matcher: Ignore;
  owners: readonly string[];
}

/** The owners of files, by the rules of `CODEOWNERS`: the last rule that matches a path decides. */
export class CodeOwners {
  readonly #rules: readonly OwnerRule[];
  /** Lines that are not rules of a path with owners, such as sections of GitLab; one sentence each. */
  readonly notRead: readonly string[];

  constructor(content: Uint8Array) {
    const rules: OwnerRule[] = [];
    const notRead: string[] = [];
    if (content.byteLength > maxBytes) notRead.push(`\`CODEOWNERS\` has more than ${maxBytes} bytes.`);
    const lines = Buffer.from(content.subarray(0, maxBytes))
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/);
    for (const [index, line] of lines.entries()) {
      const text = line.replace(/(?:^|\s)#.*$/, '').trim();
      if (text === '') continue;
      const [pattern = '', ...owners] = text.split(/(?<!\\)\s+/);
      const isRule = !/^[!^[]/.test(pattern) && pattern.length <= maxRuleLength;
      if (!isRule || rules.length === maxRules || (pattern.match(/\*/g)?.length ?? 0) > maxStars) {
        notRead.push(`Line ${index + 1} of \`CODEOWNERS\` is no rule that svc reads.`);
        continue;
      }
      rules.push({ matcher: ignore({ ignorecase: false }).add(pattern), owners });
    }
    this.#rules = rules;
    this.notRead = notRead;
  }

  /** Returns the owners of a file, as they are written; none where no rule names any. @param path from the root of the repository */
  findOwners(path: string): readonly string[] {
    return this.#rules.findLast(({ matcher }) => matcher.ignores(path))?.owners ?? [];
  }
}

/**
 * Tells whether a principal is meant by an owner as it is written: `@ada` and `ada@example.com` are users and people of the
 * issuer, `@crew/payments` and `@payments` are teams, and so is each principal by its id.
 * @param teams of the principal
 */
export function isOwner(owner: string, principal: string, teams: readonly string[]): boolean {
  if (owner === principal) return true;
  const name = owner.replace(/^@/, '').split('/').at(-1) ?? '';
  if (owner.startsWith('@') && teams.includes(name)) return true;
  if (owner.startsWith('team:')) return teams.includes(owner.slice('team:'.length));
  return !owner.includes('/') && (principal === `user:${name}` || principal === `oidc:${name}`);
}
