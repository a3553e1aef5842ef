import ignore, { type Ignore } from 'ignore';

/** The places of the file, the first that is there counts, as at the forges. */
export const codeOwnersPaths = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'];

const maxBytes = 65_536;
/** Each rule takes some 25 µs for a file in a deep folder. */
const maxRules = 400;
/** Comparisons of a rule with a file, for one judgement. */
const maxComparisons = 40_000;
const maxRuleLength = 1_024;
/** Each further `*` multiplies the cost of a comparison by the length of the path. */
const maxStars = 6;
/** Lines that are named as not read. */
const maxNotRead = 5;

interface OwnerRule {
  matcher: Ignore;
  owners: readonly string[];
}

/** The owners of files, by the rules of `CODEOWNERS`: the last rule that matches a path decides. */
export class CodeOwners {
  readonly #rules: OwnerRule[] = [];
  readonly #notRead: number[] = [];
  /** The reason for which the file costs too much to apply, so that no owners are known; undefined for one that does not. */
  readonly fault: string | undefined;

  constructor(content: Uint8Array) {
    if (content.byteLength > maxBytes) {
      this.fault = `\`CODEOWNERS\` has more than ${maxBytes} bytes, so no owners are known.`;
      return;
    }
    const lines = Buffer.from(content)
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .split(/\r?\n/);
    for (const [index, line] of lines.entries()) {
      const text = line.replace(/(?:^|\s)#.*$/, '').trim();
      if (text === '') continue;
      const [pattern = '', ...owners] = text.split(/(?<!\\)\s+/);
      if (/^[!^[]/.test(pattern)) this.#notRead.push(index + 1);
      else if (isCostly(pattern) || this.#rules.length === maxRules) {
        this.fault = `Line ${index + 1} of \`CODEOWNERS\` costs too much to apply, so no owners are known: there may be ${maxRules} rules, each with ${maxStars} \`*\`.`;
        return;
      } else this.#rules.push({ matcher: ignore({ ignorecase: false }).add(pattern), owners });
    }
  }

  /** Sentences about lines that are no rules of a path with owners, such as sections of GitLab. */
  get notes(): readonly string[] {
    const named = this.#notRead
      .slice(0, maxNotRead)
      .map((line) => `Line ${line} of \`CODEOWNERS\` is no rule that svc reads.`);
    const more = this.#notRead.length - named.length;
    return more > 0 ? [...named, `So are ${more} more.`] : named;
  }

  /** The most files whose owners are looked for at once. */
  get maxFiles(): number {
    return Math.floor(maxComparisons / Math.max(1, this.#rules.length));
  }

  /** Returns the owners of a file, as they are written; none where no rule names any. @param path from the root of the repository */
  findOwners(path: string): readonly string[] {
    return this.#rules.findLast(({ matcher }) => matcher.ignores(path))?.owners ?? [];
  }
}

function isCostly(pattern: string): boolean {
  return pattern.length > maxRuleLength || (pattern.match(/\*/g)?.length ?? 0) > maxStars;
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
