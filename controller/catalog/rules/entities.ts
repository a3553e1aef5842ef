import type { StatedRule } from './rule.js';

/** Rules for the identity of an entity and the fields of its kind. */
export const entityRules: readonly StatedRule[] = [
  {
    id: 'duplicate-entity',
    across: true,
    summary: 'two files define one entity',
    what: 'Several files of the branch have the same kind and name. Each finding names the other files.',
    why: 'The service cannot know which file counts, so none does.',
    fix: 'Rename one of them, or delete it.',
    example: {
      wrong: '# a.yaml and b.yaml\nkind: connection\nname: shop',
      right: '# b.yaml\nkind: connection\nname: shop-eu',
    },
  },
  {
    id: 'duplicate-value',
    across: true,
    summary: 'two entities have a value that only one may have',
    what: 'Several entities have a value that only one entity of the kind may have, such as `default: true` of environments.',
    why: 'For a run without `--env`, the environment would not be clear.',
    fix: 'Remove it from all but one.',
    example: {
      wrong: '# staging.yaml and production.yaml\ndefault: true',
      right: '# production.yaml alone\ndefault: true',
    },
  },
  {
    id: 'field-invalid',
    summary: 'a field has a value that its schema refuses',
    what: "The value does not fit the kind's schema: it has another type or form, or is too small or too large.",
    why: 'The service would have to guess the intended value.',
    fix: 'Write a value that the message describes. Quotes turn numbers and `true` into text.',
    example: { wrong: 'version: 1.0', right: "version: '1.0'" },
  },
  {
    id: 'field-missing',
    summary: 'a required field is missing',
    what: "The kind's schema requires a field that the definition does not have.",
    why: 'The entity cannot work without it.',
    fix: 'Add the field. `/schemas/<kind>.json` shows all of them, with examples.',
    example: {
      wrong: 'kind: connection\nname: shop',
      right: 'kind: connection\nname: shop\nconnector: http',
    },
  },
  {
    id: 'field-unknown',
    summary: 'the kind has no such field',
    what: 'The kind has no field of this name; the hint names the nearest one.',
    why: 'A misspelt field would be ignored silently.',
    fix: 'Correct the name, or remove the field.',
    example: { wrong: 'conector: http', right: 'connector: http' },
  },
  {
    id: 'kind-missing',
    summary: 'the file does not state what it defines',
    what: 'The file has neither `kind` nor `document.dsl`. The finding is a warning when the file does not look like an entity.',
    why: 'The kind of an entity comes from its file, not from its folder.',
    fix: 'Add `kind`, or name the file in `.svcignore`.',
    example: { wrong: 'name: shop\nconnector: http', right: 'kind: connection\nname: shop\nconnector: http' },
  },
  {
    id: 'kind-unknown',
    summary: 'there is no such kind',
    what: '`kind` is not a known kind; the hint names the nearest one.',
    why: 'The service cannot use the file.',
    fix: 'Correct the kind. A flow has no `kind`: it is an Open Workflow document.',
    example: { wrong: 'kind: conection', right: 'kind: connection' },
  },
  {
    id: 'name-reserved',
    summary: 'the name is reserved',
    what: 'The name is `platform`, or begins with `platform-`, `platform.` or `platform/`.',
    why: 'These names belong to the installation itself.',
    fix: 'Choose another name.',
    example: { wrong: 'name: platform-mail', right: 'name: mail' },
  },
];

/** Rules for the comments that silence findings. */
export const ignoreRules: readonly StatedRule[] = [
  {
    id: 'ignore-unknown',
    severity: 'hint',
    summary: 'a comment silences a rule that does not exist',
    what: '`# svc-ignore:` names an unknown rule; the hint names the nearest one.',
    why: 'The finding that it should silence is still reported.',
    fix: 'Correct the name. `svc validate --explain <rule>` explains each rule.',
    example: {
      wrong: '# svc-ignore: yaml-suprise\ncountry: NO',
      right: '# svc-ignore: yaml-surprise\ncountry: NO',
    },
  },
  {
    id: 'ignore-unused',
    severity: 'hint',
    summary: 'a comment silences nothing',
    what: 'The line that `# svc-ignore:` covers has no finding of the rule: its own line, or the next one below a comment on a line of its own.',
    why: 'It would hide a later finding that no author decided to silence.',
    fix: 'Remove the comment.',
    example: { wrong: "# svc-ignore: yaml-surprise\ncountry: 'NO'", right: "country: 'NO'" },
  },
];
