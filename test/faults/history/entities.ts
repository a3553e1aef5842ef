const document = (name: string, tasks: string, output: string): string =>
  `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }\noutput: { as: '\${ ${output} }' }\ndo:\n${tasks}`;

const callStore = (action: string, more = ''): string =>
  `  - use: { call: store/numbers.${action}, with: { key: '\${ .key }'${more} } }\n`;

const numbers = [0, 1, 2];
export const counters = numbers.map((number) => `counter-${number}`);
/** Entries of the store that clients write and read. */
export const entries = numbers.map((number) => `entry-${number}`);
/** Flows that clients write and read. */
export const notes = numbers.map((number) => `note-${number}`);

/** The file of a flow whose output is the number of a write. */
const note = (name: string): string => document(name, '  - say:\n      set:\n        n: 0\n', '.n');

/** A flow whose output is the number of a write, as an entity. */
export function toNote(name: string, n: number) {
  return {
    document: {
      dsl: '1.0.3',
      namespace: 'test',
      name,
      version: '1.0.0',
    },
    output: { as: `\${ .n }` },
    do: [{ say: { set: { n } } }],
  };
}

/** The number of the write that an entity has. */
export function getNumberOfNote({ do: [task] }: ReturnType<typeof toNote>): number | undefined {
  return task?.say.set.n;
}

const form =
  '{ type: object, required: [answer], properties: { answer: { type: integer } }, additionalProperties: false }';

/** The files of the service. The output of each flow is a number. */
export const entities: Readonly<Record<string, string>> = {
  'stores/numbers.yaml': 'kind: store\nname: numbers\nschema: { type: integer }\n',
  'flows/increment.yaml': document('increment', callStore('increment'), '.'),
  'flows/put.yaml': document('put', callStore('set', `, value: '\${ .n }'`), '$workflow.input.n'),
  'flows/get.yaml': document('get', callStore('get'), '. // 0'),
  'flows/double.yaml': document(
    'double',
    `  - one: { set: { n: '\${ .n }' } }\n  - rest: { wait: PT0.3S }\n  - two: { set: { n: '\${ 2 * .n }' } }\n`,
    '.n',
  ),
  'flows/ask.yaml': document(
    'ask',
    `  - ask: { call: human-task@default, with: { title: Which number?, assignees: [admin], form: ${form} } }\n`,
    '.values.answer',
  ),
  'flows/tick.yaml': document('tick', '  - say: { set: { n: 1 } }\n', '.n'),
  'tick.yaml':
    "kind: trigger\nname: tick\nflow: tick\ninput: { time: '${ .time }' }\nschedule: { every: PT1S, missed: last }\n",
  ...Object.fromEntries(notes.map((name) => [`flows/${name}.yaml`, note(name)])),
};
