import { nearest } from '../../schemas/nearest.js';

/** Names that other languages and tools use for a field, with the names of svc, the most likely one first. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  actions: ['do'],
  address: ['endpoint', 'uri', 'baseUrl'],
  args: ['with', 'arguments', 'parameters'],
  arguments: ['with', 'parameters'],
  auth: ['authentication'],
  baseURL: ['baseUrl'],
  collection: ['in'],
  command: ['code'],
  condition: ['when', 'if'],
  conditions: ['when'],
  content: ['body', 'text', 'code'],
  data: ['body'],
  description: ['summary', 'detail', 'title'],
  env: ['environment', 'variables'],
  exec: ['run'],
  expected: ['output'],
  expr: ['expression'],
  flow: ['workflow'],
  goto: ['then'],
  hrs: ['hours'],
  if: ['when'],
  inline: ['code'],
  input: ['with'],
  inputs: ['with', 'input', 'parameters'],
  item: ['each'],
  items: ['in'],
  jobs: ['do'],
  jq: ['expression'],
  json: ['body'],
  key: ['name'],
  kind: ['type'],
  labels: ['tags', 'metadata'],
  login: ['username', 'user'],
  message: ['detail', 'text', 'body'],
  millis: ['milliseconds'],
  mins: ['minutes'],
  ms: ['milliseconds'],
  msg: ['detail', 'text'],
  next: ['then'],
  of: ['in'],
  otherwise: ['then'],
  params: ['query', 'parameters', 'arguments', 'with'],
  parallel: ['fork'],
  pass: ['password'],
  people: ['members'],
  permissions: ['grants'],
  roles: ['grants'],
  payload: ['body', 'data'],
  retries: ['retry'],
  script: ['code', 'run'],
  secs: ['seconds'],
  source: ['code', 'body'],
  states: ['do'],
  step: ['do'],
  steps: ['do'],
  subflow: ['workflow'],
  tasks: ['do'],
  template: ['body'],
  transition: ['then'],
  type: ['connector', 'schema'],
  url: ['endpoint', 'uri', 'baseUrl', 'host'],
  uri: ['endpoint', 'baseUrl'],
  user: ['username'],
  users: ['members'],
  uses: ['call'],
  var: ['each'],
  vars: ['variables', 'environment'],
  when: ['if'],
};

const inTry = 'Put the task into the list `try` of a task with `try` and `catch`.';
const inOrder = 'Tasks run in the order of the list; `fork` runs them side by side.';
const inMinutes = 'Write `timeout: { after: { minutes: 5 } }`.';

/** Fields of other workflow languages that are no fields of flows, with what to write. */
const advice: Readonly<Record<string, string>> = {
  attempts: 'Write `limit: { attempt: { count: 3 } }`.',
  allowFailure: inTry,
  allow_failure: inTry,
  continueOnError: inTry,
  'continue-on-error': inTry,
  dependsOn: inOrder,
  depends_on: inOrder,
  'depends-on': inOrder,
  onFailure: inTry,
  on_failure: inTry,
  'timeout-minutes': inMinutes,
  timeoutMinutes: inMinutes,
  catch: inTry,
  description: 'Write it as a comment.',
  each: 'Write `for: { each: item, in: .items }`, and the tasks under `do` beside it.',
  else: 'Use a `switch` task: a case without `when` stands for all others.',
  finally: 'Put these tasks behind the task.',
  forEach: 'Write `for: { each: item, in: .items }`.',
  foreach: 'Write `for: { each: item, in: .items }`.',
  loop: 'Write `for: { each: item, in: .items }`.',
  maxAttempts: 'Write `limit: { attempt: { count: 3 } }`.',
  maxRetries: 'Write `limit: { attempt: { count: 3 } }`.',
  name: 'The name of a task is the key that it stands under.',
  needs: inOrder,
  onError: inTry,
  retry: 'Write it in `catch` of a `try` task: `catch: { retry: … }`.',
  retries: 'Define policies under `use.retries`, and name one in `catch.retry` of a `try` task.',
  return: 'Write `output: { as: … }`.',
  timeoutSeconds: 'Write `timeout: { after: { seconds: 30 } }`.',
  while: 'Write `while` beside `for` and `do`.',
};

const atTop = 'The fields of svc stand at the top level: `name`, and the fields of the kind.';
const enabled = 'Write `enabled: false`.';
const inDocument = 'Write `document:`, and indent the schema below it.';
const inConfig = 'Write `config:`, and indent it below.';

const inLog = 'Write `call: log@default` and `with: { message: … }`.';
const inWait = 'Write `wait: { seconds: 5 }`.';
const inCall = 'Write `call: http` and `with: { method: get, endpoint: … }`.';

/** Fields of other tools, with a field that is known in their place and what to write. */
const general: Readonly<Record<string, readonly [known: string, advice: string]>> = {
  auth: ['config', inConfig],
  baseUrl: ['config', inConfig],
  database: ['config', inConfig],
  delay: ['fork', inWait],
  echo: ['fork', inLog],
  http: ['fork', inCall],
  log: ['fork', inLog],
  print: ['fork', inLog],
  request: ['fork', inCall],
  sleep: ['fork', inWait],
  disabled: ['enabled', enabled],
  engine: ['config', inConfig],
  file: ['engine', 'Write the text in `body`: a template names no file.'],
  headers: ['config', inConfig],
  host: ['config', inConfig],
  metadata: ['kind', atTop],
  paused: ['enabled', enabled],
  properties: ['document', inDocument],
  required: ['document', inDocument],
  spec: ['kind', atTop],
  suspend: ['enabled', enabled],
  type: ['document', inDocument],
};

/** Returns the known field that a name most likely stands for: a word of another language, or a misspelt name. */
function fieldMeant(name: string, names: readonly string[], isFlow: boolean): string | undefined {
  const meant = Object.hasOwn(synonyms, name) ? synonyms[name] : undefined;
  const synonym = meant?.find((each) => names.includes(each));
  if (synonym !== undefined || adviceOn(name, names, isFlow) !== undefined) return synonym;
  return nearest(name, names);
}

function adviceOn(name: string, names: readonly string[], isFlow: boolean): string | undefined {
  if (isFlow && Object.hasOwn(advice, name)) return advice[name];
  const [field, text] = (Object.hasOwn(general, name) ? general[name] : undefined) ?? [];
  return field !== undefined && names.includes(field) ? text : undefined;
}

/** The part of a fault under a schema that suggestions depend on. */
interface FieldFault {
  pointer: string;
  hint?: string;
  /** For an unknown field: the names that are known there. */
  knownNames?: readonly string[];
  /** For a missing field: its name. */
  missing?: string;
}

/**
 * Adds the fields that unknown names most likely stand for. Leaves out that such a field is missing.
 * @param isFlow the value is a flow, which other workflow languages resemble
 */
export function withSuggestions<T extends FieldFault>(faults: readonly T[], isFlow = false): T[] {
  const suggested = new Set<string>();
  const hinted = faults.map((fault): T => {
    const { knownNames, pointer } = fault;
    if (knownNames === undefined) return fault;
    const parent = pointer.slice(0, pointer.lastIndexOf('/'));
    const name = pointer
      .slice(parent.length + 1)
      .replaceAll('~1', '/')
      .replaceAll('~0', '~');
    const meant = fieldMeant(name, knownNames, isFlow);
    if (meant !== undefined) suggested.add(`${parent}\0${meant}`);
    const hint = adviceOn(name, knownNames, isFlow) ?? listed(knownNames);
    return { ...fault, hint: meant === undefined ? (fault.hint ?? hint) : `Did you mean \`${meant}\`?` };
  });
  return hinted.filter(
    ({ missing, pointer }) => missing === undefined || !suggested.has(`${pointer}\0${missing}`),
  );
}

function listed(names: readonly string[]): string {
  return names.length === 0
    ? 'Nothing can stand here.'
    : `Known: ${names.map((one) => `\`${one}\``).join(', ')}.`;
}
