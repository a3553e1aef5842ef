import { Problem } from '../../problems/index.js';
import { isBranchName } from '../../repository/index.js';

/** Branches that svc makes itself. */
const ownPrefix = 'proposals/';

/** @throws Problem branch_name_invalid for what Git refuses, and for names with another meaning */
export function requireBranchName(name: string): void {
  const reason = reasonAgainst(name);
  if (reason === undefined) return;
  throw new Problem('branch_name_invalid', `No branch can be named \`${name.slice(0, 300)}\`: ${reason}.`, {
    errors: [{ pointer: '/name', message: reason }],
  });
}

function reasonAgainst(name: string): string | undefined {
  if (name === 'live' || name === 'local') return `\`${name}\` has a meaning of its own`;
  if (/^platform(?:$|[-/.])/.test(name))
    return 'names that start with `platform` are those of the installation';
  if (name.startsWith(ownPrefix) || name === 'proposals') return '`proposals/` is where svc puts proposals';
  if (name === 'HEAD' || name.startsWith('refs/')) return 'Git would take it for something else';
  if (/^[0-9a-f]{40}$/.test(name)) return 'it looks like a commit';
  if (isBranchName(name)) return undefined;
  const found = /[\s~^:?*[\\\p{Cc}]/u.exec(name)?.[0];
  if (found !== undefined) return `it contains ${JSON.stringify(found)}`;
  if (/\.\.|\/\/|@\{/.test(name)) return 'it contains `..`, `//` or `@{`';
  if (/^[-./]|[./]$|\/\.|\.lock(?:\/|$)/.test(name)) {
    return 'no part of it may begin with `.`, or end with `.lock`, and it may not begin with `-` nor end with `/` or `.`';
  }
  return name === '' ? 'it is empty' : 'Git does not take it (`git check-ref-format`)';
}
