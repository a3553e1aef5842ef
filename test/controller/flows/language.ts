import type { Json, JsonObject } from '../../../schemas/json/types.js';

/** A construct of the language, named by the schema's words, and a flow that uses it. */
export interface Construct {
  /** YAML of the flow without its `document`; `SERVER` is the address of a server that answers every request. */
  flow: string;
  input?: Json;
}

const http = (with_: string, more = '') =>
  `do: [{ ask: { call: http, with: { method: get, ${with_} }${more} } }]`;
const asked = (authentication: string) =>
  `use: { secrets: [login] }\n${http(`endpoint: { uri: 'SERVER/', authentication: ${authentication} }`)}`;
const note = 'do: [{ note: { set: { done: true } } }]';
const tokens = "authority: 'SERVER', grant: client_credentials";
const person = '{ username: ada, password: "${ $secrets.login.password }" }';
const remote = "resource: { endpoint: 'SERVER/schema.json' }";
const field = (name: string, value: string) => `do: [{ note: { set: { done: true }, ${name}: ${value} } }]`;
const caught = (fields: string) =>
  `do: [{ careful: { try: [{ fail: { raise: { error: { type: 'https://example.com/e', status: 503 } } } }], catch: { ${fields} } } }]`;
const process = (run: string) => `do: [{ go: { run: { ${run} } } }]`;
const script = (more: string) => process(`script: { language: js, ${more} }`);
const shell = (more: string) => process(`shell: { command: echo hi${more} }`);
const event = '{ with: { type: com.example.paid.v1 } }';
/** Sends the event, and listens for it. */
const heard = (to: string, more = '', read = 'data') =>
  `do: [{ tell: { emit: { event: ${event} } } }, { hear: { listen: { to: ${to}, read: ${read} }${more} } }]`;
const subflow = (more: string) =>
  process(`workflow: { namespace: test, name: other, version: latest${more} }`);

/** Flows by the construct that each uses. Names of fields come from the schema of the language. */
export const constructs: Readonly<Record<string, Construct>> = {
  // Tasks
  'task call': { flow: http("endpoint: 'SERVER/'") },
  'task do': { flow: 'do: [{ outer: { do: [{ note: { set: { a: 1 } } }] } }]' },
  'task fork': { flow: 'do: [{ both: { fork: { branches: [{ a: { set: { a: 1 } } }] } } }]' },
  'task emit': { flow: `do: [{ tell: { emit: { event: ${event} } } }]` },
  'task for': { flow: 'do: [{ each: { for: { in: "[1, 2]" }, do: [{ note: { set: { a: 1 } } }] } }]' },
  'task listen': { flow: heard(`{ one: ${event} }`) },
  'task raise': { flow: caught('') },
  'task run': { flow: shell('') },
  'task set': { flow: note },
  'task switch': { flow: 'do: [{ way: { switch: [{ always: { then: end } }] } }]' },
  'task try': { flow: caught('') },
  'task wait': { flow: 'do: [{ pause: { wait: { milliseconds: 1 } } }]' },
  // Fields of every task
  'field if': { flow: field('if', "'true'") },
  'field input': { flow: field('input', '{ from: "{ a: 1 }", schema: { document: { type: object } } }') },
  'field output': { flow: field('output', '{ as: ., schema: { format: json, document: true } }') },
  'field export': { flow: field('export', '{ as: . }') },
  'field timeout': { flow: field('timeout', '{ after: PT5S }') },
  'field then': { flow: field('then', 'end') },
  'field metadata': { flow: field('metadata', '{ owner: shop }') },
  'schema resource': { flow: field('input', `{ schema: { ${remote} } }`) },
  'schema format': { flow: field('input', '{ schema: { format: avro, document: {} } }') },
  // Calls
  'call http': { flow: http("endpoint: 'SERVER/'") },
  'call asyncapi': {
    flow: "do: [{ ask: { call: asyncapi, with: { document: { endpoint: 'SERVER/async.json' }, operation: a, message: { payload: {} } } } }]",
  },
  'call grpc': {
    flow: "do: [{ ask: { call: grpc, with: { proto: { endpoint: 'SERVER/a.proto' }, service: { name: A, host: localhost }, method: B } } }]",
  },
  'call openapi': {
    flow: "do: [{ ask: { call: openapi, with: { document: { endpoint: 'SERVER/a.json' }, operationId: a } } }]",
  },
  'call a2a': { flow: "do: [{ ask: { call: a2a, with: { method: tasks/list, server: 'SERVER' } } }]" },
  'call mcp': {
    flow: "do: [{ ask: { call: mcp, with: { method: tools/list, transport: { http: { endpoint: 'SERVER' } } } } }]",
  },
  'call of a function': { flow: 'use: { functions: { f: { set: { a: 1 } } } }\ndo: [{ ask: { call: f } }]' },
  'call of a catalog': { flow: "do: [{ ask: { call: 'log:1.0.0@default', with: { message: hi } } }]" },
  // Arguments of call: http
  'http method': { flow: http("endpoint: 'SERVER/'") },
  'http endpoint': { flow: http("endpoint: { uri: 'SERVER/' }") },
  'http headers': { flow: http("endpoint: 'SERVER/', headers: { Accept: application/json }") },
  'http query': { flow: http("endpoint: 'SERVER/', query: { q: '${ .q }' }"), input: { q: 'a' } },
  'http body': {
    flow: "do: [{ ask: { call: http, with: { method: post, endpoint: 'SERVER/', body: { a: 1 } } } }]",
  },
  'http bodyFile': {
    flow: "do: [{ load: { call: http, with: { method: get, endpoint: 'SERVER/', output: file } } }, { put: { call: http, with: { method: put, endpoint: 'SERVER/', bodyFile: '${ . }' } } }]",
  },
  'http output': { flow: http("endpoint: 'SERVER/', output: response") },
  'http redirect': { flow: http("endpoint: 'SERVER/', redirect: true") },
  'template {name}': { flow: http("endpoint: 'SERVER/{id}'"), input: { id: 'a' } },
  'template {+name}': { flow: http("endpoint: 'SERVER/{+id}'"), input: { id: 'a' } },
  'template {?name}': { flow: http("endpoint: 'SERVER/{?id}'"), input: { id: 'a' } },
  'template {/name}': { flow: http("endpoint: 'SERVER{/id}'"), input: { id: 'a' } },
  'template {name*}': { flow: http("endpoint: 'SERVER/{id*}'"), input: { id: 'a' } },
  'template {a,b}': { flow: http("endpoint: 'SERVER/{a,b}'"), input: { a: 'a', b: 'b' } },
  'template {name:3}': { flow: http("endpoint: 'SERVER/{id:3}'"), input: { id: 'abcd' } },
  // Authentication
  'authentication basic': { flow: asked(`{ basic: ${person} }`) },
  'authentication bearer': { flow: asked("{ bearer: { token: '${ $secrets.login.token }' } }") },
  'authentication digest': { flow: asked(`{ digest: ${person} }`) },
  'authentication oauth2': { flow: asked(`{ oauth2: { ${tokens}, client: { id: a } } }`) },
  'authentication oidc': { flow: asked(`{ oidc: { ${tokens}, client: { id: a } } }`) },
  'authentication use': {
    flow: `use: { authentications: { named: { bearer: { token: a } } } }\n${http("endpoint: { uri: 'SERVER/', authentication: { use: named } }")}`,
  },
  'basic use': { flow: asked('{ basic: { use: login } }') },
  'bearer use': { flow: asked('{ bearer: { use: login } }') },
  'digest use': { flow: asked('{ digest: { use: login } }') },
  'oauth2 use': { flow: asked('{ oauth2: { use: login } }') },
  'oidc use': { flow: asked('{ oidc: { use: login } }') },
  'grant authorization_code': {
    flow: asked("{ oauth2: { authority: 'SERVER', grant: authorization_code } }"),
  },
  'grant client_credentials': { flow: asked(`{ oauth2: { ${tokens} } }`) },
  'grant password': {
    flow: asked("{ oauth2: { authority: 'SERVER', grant: password, username: a, password: b } }"),
  },
  'grant refresh_token': { flow: asked("{ oauth2: { authority: 'SERVER', grant: refresh_token } }") },
  'grant urn:ietf:params:oauth:grant-type:token-exchange': {
    flow: asked(
      "{ oauth2: { authority: 'SERVER', grant: 'urn:ietf:params:oauth:grant-type:token-exchange', subject: { token: a, type: b }, actor: { token: a, type: b } } }",
    ),
  },
  ...Object.fromEntries(
    ['client_secret_basic', 'client_secret_post', 'client_secret_jwt', 'private_key_jwt', 'none'].map(
      (name) => [
        `client ${name}`,
        {
          flow: asked(
            `{ oauth2: { ${tokens}, client: { id: a, secret: b, assertion: c, authentication: ${name} } } }`,
          ),
        },
      ],
    ),
  ),
  'oauth2 authority': {
    flow: asked("{ oauth2: { authority: 'SERVER/{realm}', grant: client_credentials } }"),
  },
  'oauth2 request': { flow: asked(`{ oauth2: { ${tokens}, request: { encoding: application/json } } }`) },
  'oauth2 scopes': { flow: asked(`{ oauth2: { ${tokens}, scopes: [a], audiences: [b] } }`) },
  'oauth2 endpoints': { flow: asked(`{ oauth2: { ${tokens}, endpoints: { token: /oauth2/token } } }`) },
  // Loops, forks, switches
  'for each': {
    flow: 'do: [{ each: { for: { each: one, in: "[1]" }, do: [{ note: { set: { a: "${ $one }" } } }] } }]',
  },
  'for at': {
    flow: 'do: [{ each: { for: { at: place, in: "[1]" }, do: [{ note: { set: { a: "${ $place }" } } }] } }]',
  },
  'for in': { flow: 'do: [{ each: { for: { in: [{ a: 1 }] }, do: [{ note: { set: { a: 1 } } }] } }]' },
  'for while': {
    flow: 'do: [{ each: { for: { in: "[1]" }, while: "true", do: [{ note: { set: { a: 1 } } }] } }]',
  },
  'fork compete': {
    flow: 'do: [{ race: { fork: { compete: true, branches: [{ a: { set: { a: 1 } } }] } } }]',
  },
  'switch when': {
    flow: 'do: [{ way: { switch: [{ yes: { when: "true", then: exit } }, { no: { then: end } }] } }]',
  },
  // Errors
  'catch errors': { flow: caught('errors: { with: { status: 503 } }') },
  'catch as': { flow: caught('as: problem, when: $problem.status == 503') },
  'catch when': { flow: caught('when: $error.status == 503') },
  'catch exceptWhen': { flow: caught('exceptWhen: $error.status == 500') },
  'catch retry': {
    flow: caught('retry: { delay: { milliseconds: 1 }, limit: { attempt: { count: 1 } } }, do: []'),
  },
  'catch do': { flow: caught('do: [{ note: { set: { a: 1 } } }]') },
  'catch then': { flow: caught('then: continue') },
  ...Object.fromEntries(
    ['constant', 'exponential', 'linear'].map((name) => [
      `backoff ${name}`,
      {
        flow: caught(
          `retry: { delay: { milliseconds: 1 }, backoff: { ${name}: {} }, jitter: { from: PT0S, to: PT0.001S }, limit: { attempt: { count: 1, duration: PT5S }, duration: PT5S } }, do: []`,
        ),
      },
    ]),
  ),
  // Processes
  'run workflow': { flow: subflow(', input: { a: 1 }') },
  'run container': { flow: process('container: { image: alpine }') },
  'run script': { flow: script('code: return 1;') },
  'run shell': { flow: shell('') },
  'run await': { flow: process('await: false, shell: { command: echo hi }') },
  'run return of a flow': {
    flow: process('return: none, workflow: { namespace: test, name: other, version: latest }'),
  },
  ...Object.fromEntries(
    ['stdout', 'stderr', 'code', 'all', 'none'].map((name) => [
      `return ${name}`,
      { flow: process(`return: ${name}, shell: { command: echo hi }`) },
    ]),
  ),
  'script source': { flow: script("source: { name: a, endpoint: 'SERVER/script.js' }") },
  'script arguments': { flow: script('code: return 1;, arguments: [a], environment: { A: b }, stdin: a') },
  'script python': { flow: process('script: { language: python, code: print(1) }') },
  'shell arguments': { flow: shell(', arguments: [a], environment: { A: b }, stdin: a') },
  // The flow itself
  'flow input': { flow: `input: { from: ., schema: { document: {} } }\n${note}` },
  'flow output': { flow: `output: { as: ., schema: { document: {} } }\n${note}` },
  'flow timeout': { flow: `timeout: { after: PT5S }\n${note}` },
  'flow evaluate': { flow: `evaluate: { language: jq, mode: loose }\n${note}` },
  'evaluate language': { flow: `evaluate: { language: js }\n${note}` },
  'schedule every': { flow: `schedule: { every: PT5M }\n${note}` },
  'schedule cron': { flow: `schedule: { cron: 0 6 * * * }\n${note}` },
  'schedule after': { flow: `schedule: { after: PT5M }\n${note}` },
  'schedule on': { flow: `schedule: { on: { one: ${event} } }\n${note}` },
  'schedule read': { flow: `schedule: { on: { one: ${event} }, read: envelope }\n${note}` },
  'read data': { flow: `schedule: { on: { one: ${event} }, read: data }\n${note}` },
  'read envelope': { flow: `schedule: { on: { one: ${event} }, read: envelope }\n${note}` },
  'read raw': { flow: `schedule: { on: { one: ${event} }, read: raw }\n${note}` },
  'events all': { flow: `schedule: { on: { all: [${event}] } }\n${note}` },
  'events any': { flow: `schedule: { on: { any: [${event}] } }\n${note}` },
  'events one': { flow: `schedule: { on: { one: ${event} } }\n${note}` },
  'events until': { flow: `schedule: { on: { any: [${event}], until: '.done' } }\n${note}` },
  'filter correlate': {
    flow: `schedule: { on: { one: { with: { type: a }, correlate: { order: { from: .data.id } } } } }\n${note}`,
  },
  'listen all': { flow: heard(`{ all: [${event}] }`) },
  'listen any': { flow: heard(`{ any: [${event}] }`) },
  'listen until': { flow: heard(`{ any: [${event}], until: length == 1 }`) },
  'listen until events': {
    flow: heard(`{ any: [{ with: { type: a } }], until: { one: ${event} } }`),
  },
  'listen read': { flow: heard('{ any: [] }', '', 'envelope') },
  'listen foreach': {
    flow: heard(
      '{ any: [] }',
      ", foreach: { item: found, at: place, do: [{ note: { set: { a: '${ $found }', b: '${ $place }' } } }], output: { as: .b }, export: { as: . } }",
    ),
  },
  'listen correlate': {
    flow: heard(
      '{ one: { with: { type: com.example.paid.v1 }, correlate: { kind: { from: .type, expect: \'${ "com.example.paid.v1" }\' } } } }',
    ),
  },
  // Components
  'use authentications': { flow: `use: { authentications: { a: { bearer: { token: b } } } }\n${note}` },
  'use errors': {
    flow: `use: { errors: { late: { type: 'https://example.com/late', status: 503 } } }\ndo: [{ careful: { try: [{ fail: { raise: { error: late } } }], catch: {} } }]`,
  },
  'use extensions': { flow: `use: { extensions: [{ a: { extend: all, before: [] } }] }\n${note}` },
  'use functions': { flow: 'use: { functions: { f: { set: { a: 1 } } } }\ndo: [{ ask: { call: f } }]' },
  'use retries': {
    flow: `use: { retries: { r: { limit: { attempt: { count: 1 } } } } }\n${caught('retry: r, do: []')}`,
  },
  'use secrets': {
    flow: `use: { secrets: [login] }\ndo: [{ note: { set: { a: '\${ $secrets.login.token }' } } }]`,
  },
  'use timeouts': { flow: `use: { timeouts: { t: { after: PT5S } } }\n${field('timeout', 't')}` },
  'use catalogs': { flow: `use: { catalogs: { c: { endpoint: 'SERVER' } } }\n${note}` },
};

/** The secret `login`, which fits every scheme. */
export function loginSecret(server: string): JsonObject {
  const client = { id: 'a', secret: 'b' };
  return {
    username: 'ada',
    password: 'x',
    token: 't',
    authority: server,
    grant: 'client_credentials',
    client,
  };
}
