import type { Rule } from './rule.js';

/** What entities name that lies in other files. */
export const referenceRules: readonly Rule[] = [
  {
    id: 'file-missing',
    severity: 'error',
    summary: 'a file that an entity names is not there',
    what: 'The path in `file` leads to no file of the branch; the hint names the nearest one.',
    why: 'The entity would have no text.',
    mend: "Correct the path. It is relative to the entity's folder; with a leading slash, to the root.",
    example: { wrong: 'file: refund-polcy.md', right: 'file: refund-policy.md' },
  },
  {
    id: 'file-outside',
    severity: 'error',
    summary: 'a path leads out of the branch',
    what: 'The path in `file` goes above the root, or is an address.',
    why: 'What is served comes from the commit, and from nowhere else.',
    mend: 'Put the file into the repository.',
    example: { wrong: 'file: ../../../etc/hosts', right: 'file: texts/hosts.md' },
  },
  {
    id: 'file-unreadable',
    severity: 'error',
    summary: 'a file that an entity names cannot be its text',
    what: 'The file is too large, not UTF-8, in a hidden folder, or of an ending that texts do not have.',
    why: 'The entity would have no text.',
    mend: 'Save the file as UTF-8 text with a known ending.',
    example: { wrong: 'file: policy.pdf', right: 'file: policy.md' },
  },
  {
    id: 'reference-dangling',
    severity: 'error',
    summary: 'a name leads to nothing',
    what: 'The entity that is named does not exist in this branch; the hint names the nearest one.',
    why: 'A run would fail when it comes to it.',
    mend: 'Correct the name, or add the entity.',
    example: { wrong: 'call: shpo.get', right: 'call: shop.get' },
  },
  {
    id: 'reference-unmet',
    severity: 'error',
    summary: 'the entity that is named does not have what is asked of it',
    what: 'The entity exists, but has no such action.',
    why: 'A run would fail when it comes to it.',
    mend: 'Correct the name of the action; the hint names the nearest one.',
    example: { wrong: 'call: shop.gett', right: 'call: shop.get' },
  },
  {
    id: 'reference-unknown',
    severity: 'error',
    summary: 'a name is not defined in the flow',
    what: 'A function, error, retry policy, timeout, authentication or secret is used that `use` does not define.',
    why: 'The flow would fail when it comes to it.',
    mend: 'Define it under `use`, or correct the name.',
    example: {
      wrong: 'timeout: shrt',
      right: 'use: { timeouts: { short: { after: PT5S } } }\ntimeout: short',
    },
  },
];
