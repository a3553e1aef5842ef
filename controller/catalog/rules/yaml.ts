import type { StatedRule } from './rule.js';

const unreadable = 'A file that cannot be read defines nothing, so nothing in it is checked or served.';

/** Rules for files that cannot be read at all. Comments cannot silence these findings. */
export const yamlRules: readonly StatedRule[] = [
  {
    id: 'json-syntax',
    summary: 'a .json file is not JSON',
    what: 'A file that ends in `.json` has comments, trailing commas or other text that is not JSON.',
    why: 'Other tools expect JSON in a file with this name.',
    fix: 'Write it as JSON, or rename it to `.yaml`.',
    example: {
      wrong: '{ "kind": "environment", "name": "staging", }',
      right: '{ "kind": "environment", "name": "staging" }',
    },
  },
  {
    id: 'yaml-aliases',
    summary: 'aliases expand too often',
    what: 'The file expands more aliases (`*name`) than `Limits.YamlAliases` allows.',
    why: 'A few lines of nested aliases can expand to billions of values.',
    fix: 'Write the values out.',
    example: {
      wrong: 'variables: { a: &a [x, x, …], b: &b [*a, *a, …], c: [*b, *b, …] }',
      right: 'variables: { a: [x, x], b: [x, x] }',
    },
  },
  {
    id: 'yaml-anchor',
    summary: 'an alias has no anchor, or is inside its own anchor',
    what: 'An alias (`*name`) has no anchor before it, or is inside the value that it repeats.',
    why: unreadable,
    fix: 'Put the anchor (`&name`) before its aliases, or write the values out.',
    example: {
      wrong: 'variables: { region: *region }',
      right: 'variables: { region: &region eu-west-1, fallback: *region }',
    },
  },
  {
    id: 'yaml-depth',
    summary: 'the file is nested too deeply',
    what: 'Lists and objects are nested more deeply than `Limits.YamlDepth` allows.',
    why: 'Deep nesting can exhaust the stack of programs that read the file.',
    fix: 'Flatten the value, or move inner tasks into a flow of their own.',
    example: { wrong: 'value: [[[[… a hundred and more …]]]]', right: 'value: []' },
  },
  {
    id: 'yaml-documents',
    summary: 'the file holds more than one YAML document',
    what: 'A line `---` begins a second document.',
    why: 'One file defines one entity, so that the history of the file is that of the entity.',
    fix: 'Give each entity a file of its own.',
    example: {
      wrong: 'kind: environment\nname: a\n---\nkind: environment\nname: b',
      right: 'kind: environment\nname: a',
    },
  },
  {
    id: 'yaml-duplicate-key',
    summary: 'an object has the same key twice',
    what: 'The same key is written twice in one object.',
    why: 'YAML readers differ in which of the two counts, and one of them must be a mistake.',
    fix: 'Remove one of them.',
    example: { wrong: 'name: staging\nname: production', right: 'name: staging' },
  },
  {
    id: 'yaml-encoding',
    summary: 'the file is not UTF-8 text',
    what: 'The bytes are not UTF-8, or contain a NUL character.',
    why: unreadable,
    fix: 'Save the file as UTF-8.',
    example: { wrong: 'description: Gr\\xfc\\xdfe', right: 'description: Grüße' },
  },
  {
    id: 'yaml-key',
    summary: 'a key is not a plain name',
    what: 'A key is a list or an object, or is `__proto__`.',
    why: 'Entities are converted to JSON, where every key is a text.',
    fix: 'Write the key as text.',
    example: { wrong: '? [a, b]\n: 1', right: 'a-b: 1' },
  },
  {
    id: 'yaml-merge',
    summary: 'merge keys are not part of YAML 1.2',
    what: 'The key `<<` merges another object into this one.',
    why: 'It belongs to YAML 1.1, and tools treat it differently.',
    fix: 'Write the members out. Aliases of whole values are supported.',
    example: { wrong: '<<: *defaults', right: 'retries: 3' },
  },
  {
    id: 'yaml-number',
    summary: 'a number cannot be held exactly',
    what: 'A number is infinite, not a number, or has more digits than fit.',
    why: 'An account number of twenty digits would silently change.',
    fix: 'Put it in quotes to keep all digits as text.',
    example: { wrong: 'account: 12345678901234567890', right: "account: '12345678901234567890'" },
  },
  {
    id: 'yaml-size',
    summary: 'the file is too large',
    what: 'The file has more bytes than `Limits.YamlFile` allows, or too many parts.',
    why: 'Every file is read as a whole for every branch.',
    fix: 'Split it, or keep the data elsewhere.',
    example: { wrong: '# more than 1 MiB', right: '# a few KiB' },
  },
  {
    id: 'yaml-syntax',
    summary: 'the file is not YAML',
    what: 'The text cannot be read as YAML 1.2.',
    why: unreadable,
    fix: 'Check indentation, quotes, and colons inside texts at the place of the finding.',
    example: { wrong: 'title: Orders: the late ones', right: "title: 'Orders: the late ones'" },
  },
  {
    id: 'yaml-tab',
    summary: 'a tab is used for indentation',
    what: 'A line is indented with a tab.',
    why: 'YAML forbids it, because tabs have no fixed width.',
    fix: 'Indent with spaces, and set the editor to do so in YAML files.',
    example: {
      wrong: 'config:\n\tbaseUrl: https://example.com',
      right: 'config:\n  baseUrl: https://example.com',
    },
  },
  {
    id: 'yaml-tag',
    summary: 'a value has a tag that is not supported',
    what: 'A value carries a tag such as `!!binary` or `!env`.',
    why: 'Its meaning depends on the reader, and JSON cannot express it.',
    fix: 'Write the plain value.',
    example: { wrong: 'photo: !!binary R0lGODlhDAAMAIQAAP', right: 'photo: R0lGODlhDAAMAIQAAP' },
  },
];
