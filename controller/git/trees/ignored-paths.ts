import ignore from 'ignore';
import { Problem } from '../../problems/index.js';

/** The file in the root of svc's folder that names files to pass over, by the rules of `.gitignore`. */
export const ignoreFile = '.svcignore';

/** Paths start at svc's folder. */
export interface IgnoredPaths {
  has(path: string): boolean;
  /** True for a folder whose files are all ignored, so that it need not be read. */
  hasFolder(path: string): boolean;
}

export const noneIgnored: IgnoredPaths = { has: () => false, hasFolder: () => false };

const maxBytes = 65_536;
const maxRules = 1_000;
/** Each further `*` in one part of a rule multiplies the cost of a comparison by the length of the name. */
const maxStars = 3;

/**
 * Reads the rules of an ignore file. Letter case counts, as in Git on Linux.
 * @param shown the path of the file, for messages
 * @throws Problem git_failed for a file that costs too much to apply
 */
export function parseIgnored(content: Uint8Array, shown: string = ignoreFile): IgnoredPaths {
  if (content.byteLength > maxBytes) throw tooCostly(shown, `it has more than ${maxBytes} bytes`);
  const lines = Buffer.from(content)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/);
  const rules = lines.filter((line) => line.trim() !== '' && !line.startsWith('#'));
  if (rules.length === 0) return noneIgnored;
  if (rules.length > maxRules) throw tooCostly(shown, `it has more than ${maxRules} rules`);
  for (const [index, line] of lines.entries()) {
    const fault = line.startsWith('#') ? undefined : findFault(line);
    if (fault !== undefined) throw tooCostly(`${shown}:${index + 1}`, fault);
  }
  const matcher = ignore({ ignorecase: false }).add(rules);
  return {
    has: (path) => matcher.ignores(path),
    hasFolder: (path) => matcher.ignores(`${path}/`),
  };
}

function findFault(rule: string): string | undefined {
  if (rule.length > 1_024) return 'the rule has more than 1024 characters';
  const parts = rule.split('/');
  const across = parts.filter((part) => part === '**').length;
  const within = parts.some((part) => part !== '**' && (part.match(/\*/g)?.length ?? 0) > maxStars);
  return across > maxStars || within ? `the rule has more than ${maxStars} \`*\` in one part` : undefined;
}

function tooCostly(place: string, fault: string): Problem {
  return new Problem('git_failed', `\`${place}\` cannot be applied: ${fault}.`, {
    hints: [`Split the rule, or name folders instead of files in \`${ignoreFile}\`.`],
  });
}
