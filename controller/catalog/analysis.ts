import type { NamedFile } from './attachments.js';
import type { EntityReference, Finding } from './contract.js';
import type { Content } from './file-content.js';
import type { Place } from './places.js';

/** A finding about a file's content, wherever the file lies: one blob has many paths and branches. */
export type ContentFinding = Omit<Finding, 'file'>;

export interface PlacedReference extends EntityReference {
  place: Place;
  /** The place of `needsAt`. */
  needsPlace?: Place;
}

/** A key that only one entity of a branch may hold. */
export interface Claim {
  key: string;
  place: Place;
  pointer: string;
  /** Said to each holder when there are several. */
  message: string;
}

/** A comment `# svc-ignore: <rule>, …`: the lines it is about, and the rules it names. */
export interface Ignore {
  readonly from: number;
  readonly to: number;
  readonly words: readonly { readonly rule: string; readonly place: Place }[];
}

/** All that one file's content says, whatever stands around it. Immutable; shared by all branches that have the blob. */
export interface Analysis {
  readonly text: string;
  readonly identity:
    | { readonly kind: string; readonly name: string; readonly place: Place; readonly pointer: string }
    | undefined;
  /** Of a file that defines an entity. */
  readonly content: Content | undefined;
  /** All that can be told, in a file with errors too: those of its references are found with them. */
  readonly references: readonly PlacedReference[];
  readonly claims: readonly Claim[];
  readonly files: readonly NamedFile[];
  readonly offers: ReadonlySet<string> | undefined;
  readonly findings: readonly ContentFinding[];
  /** The comments that silence findings of this file, of whatever origin. */
  readonly ignores: readonly Ignore[];
  /** No finding is an error, but for silenced ones that do no harm. */
  readonly valid: boolean;
}

/** Of a file that nothing can be made of. */
export function unreadable(text: string, findings: readonly ContentFinding[]): Analysis {
  return {
    text,
    identity: undefined,
    content: undefined,
    references: [],
    claims: [],
    files: [],
    offers: undefined,
    findings,
    ignores: [],
    valid: false,
  };
}
