import type { Rule } from './rule.js';

/** About the comments that silence findings. */
export const ignoreRules: readonly Rule[] = [
  {
    id: 'ignore-unknown',
    severity: 'hint',
    summary: 'a comment silences a rule that does not exist',
    what: '`# svc-ignore:` names something that is no rule; the hint names the nearest one.',
    why: 'The finding it is meant for will still be there.',
    mend: 'Correct the name. `svc validate --explain <rule>` knows all of them.',
    example: {
      wrong: '# svc-ignore: yaml-suprise\ncountry: NO',
      right: '# svc-ignore: yaml-surprise\ncountry: NO',
    },
  },
  {
    id: 'ignore-unused',
    severity: 'hint',
    summary: 'a comment silences nothing',
    what: 'There is no finding of the rule on the line that `# svc-ignore:` is about: its own, or the next one below a comment that stands alone.',
    why: 'It would hide the next finding there without anybody having decided so.',
    mend: 'Remove the comment.',
    example: { wrong: "# svc-ignore: yaml-surprise\ncountry: 'NO'", right: "country: 'NO'" },
  },
];
