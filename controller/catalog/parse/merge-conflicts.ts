import type { TextFinding } from '../../yaml-edit/read/yaml-document.js';

/** A line that Git writes around the versions of a conflict. */
const marker = /^(<{7}|\|{7}|={7}|>{7})(?:[ \t][^\r\n]*)?\r?$/gm;

/** Conflicts beyond this number are one with the last. */
const maxConflicts = 20;

/**
 * Finds the conflicts that a merge left in a text, and returns the text without their markers and without the version of
 * the branch that was merged. Everything stays at its offset. Undefined for a text without a conflict.
 */
export function resolveConflicts(text: string): { text: string; findings: TextFinding[] } | undefined {
  const findings: TextFinding[] = [];
  const kept: string[] = [];
  let from = 0;
  let dropping = false;
  let isOpen = false;
  for (const { 0: line, 1: sign = '', index } of text.matchAll(marker)) {
    const before = text.slice(from, index);
    kept.push(dropping ? blank(before) : before, blank(line));
    from = index + line.length;
    if (!isOpen || sign.startsWith('<')) findings.push(conflict(index, line));
    isOpen = !sign.startsWith('>');
    dropping = sign.startsWith('=') || sign.startsWith('|');
  }
  if (findings.length === 0) return undefined;
  // Without its end, a conflict would hide the rest of the file.
  kept.push(text.slice(from));
  return { text: kept.join(''), findings: findings.slice(0, maxConflicts) };
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}

function conflict(start: number, line: string): TextFinding {
  return {
    rule: 'merge-conflict',
    message: `a conflict of a merge is left here: \`${line.trimEnd().slice(0, 60)}\``,
    hint: 'Keep one of the two versions, or join them, and remove the lines `<<<<<<<`, `=======` and `>>>>>>>`.',
    start,
    end: start + line.trimEnd().length,
  };
}
