import type { Ignore } from './analysis.js';
import type { NamedFile } from './attachments.js';
import type { AttachmentRule, TextFault } from './contract.js';
import type { Decoded } from './decode.js';
import type { Content } from './file-content.js';
import { isIgnored } from './ignores.js';
import type { Places } from './places.js';
import { findRule } from './rules/index.js';
import { tokenFaults } from './rules/secrets.js';

/** The texts that a document names in files, with what is to be looked for in each. */
export function namedFiles(
  rules: readonly AttachmentRule[],
  content: Pick<Content, 'definition'>,
  places: Places,
  ignores: readonly Ignore[],
): NamedFile[] {
  if (rules.length === 0) return [];
  const { definition } = content;
  const written = rules.flatMap(({ field, holds }) => {
    const file = definition[field];
    const pointer = `/${field}`;
    return typeof file === 'string' ? [{ holds, file, pointer, place: places.of(pointer) }] : [];
  });
  return withChecks(written, rules, content, ignores);
}

/** A file as it is named, without what is to be looked for in it. */
export type WrittenFile = Pick<NamedFile, 'holds' | 'file' | 'pointer' | 'place'>;

export function withChecks(
  files: readonly WrittenFile[],
  rules: readonly AttachmentRule[],
  content: Pick<Content, 'definition'>,
  ignores: readonly Ignore[],
): NamedFile[] {
  return files.flatMap((file) => {
    const rule = rules.find(({ field, holds }) => holds === file.holds && file.pointer === `/${field}`);
    if (!rule) return [];
    const { line } = file.place;
    const tolerates = ({ rule }: TextFault) =>
      findRule(rule)?.harmless === true && isIgnored(ignores, { rule, line });
    return [{ ...file, faultsIn: checker(rule, content), tolerates }];
  });
}

/** The check of a rule and the search for tokens, their answers kept as long as the texts are. */
function checker({ check }: AttachmentRule, source: Pick<Content, 'definition'>): NamedFile['faultsIn'] {
  const known = new WeakMap<Decoded, readonly TextFault[]>();
  return (content) => {
    let faults = known.get(content);
    if (!faults) {
      const fault = check?.(content.text, source.definition);
      faults = [...(fault ? [fault] : []), ...tokenFaults(content.text)];
      known.set(content, faults);
    }
    return faults;
  };
}
