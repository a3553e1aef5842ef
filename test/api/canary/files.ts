function flow(name: string, tasks: string): string {
  return `document: { dsl: '1.0.3', namespace: test, name: ${name}, version: '1.0.0' }
use: { secrets: [canary] }
do:${tasks}
`;
}

/** A repository that uses the secret `canary` wherever one can be used. @param base where what it sends is echoed */
export function getFiles(base: string): Record<string, string> {
  return {
    'connections/echo.yaml': `kind: connection
name: echo
connector: http
config:
  baseUrl: ${base}
  auth: { type: basic, username: ada, password: { secret: canary, key: token } }
`,
    'environments/staging.yaml': 'kind: environment\nname: staging\nsecrets: staging\ndefault: true\n',
    'stores/kept.yaml': 'kind: store\nname: kept\n',
    'templates/letter.yaml':
      'kind: template\nname: letter\nengine: liquid\nbody: "Dear {{ token }}"\nparameters: { type: object }\n',
    'flows/use.yaml': flow(
      'use',
      `
  - header: { call: echo.get, with: { path: /h }, export: { as: '\${ {header: .} }' } }
  - body: { call: http, with: { method: post, endpoint: "${base}/b", body: { t: '\${ $secrets.canary.token }' } }, export: { as: '\${ $context + {body: .} }' } }
  - address: { call: http, with: { method: get, endpoint: "${base}/u", query: { t: '\${ $secrets.canary.token }' } }, export: { as: '\${ $context + {address: .} }' } }
  - script: { run: { script: { language: js, code: 'console.error("log", t); return { t, n: t + t }', arguments: { t: '\${ $secrets.canary.token }' } } }, export: { as: '\${ $context + {script: .} }' } }
  - encoded: { set: { b: '\${ $secrets.canary.token | @base64 }', u: '\${ $secrets.canary.token | @uri }' }, export: { as: '\${ $context + {encoded: .} }' } }
  - keep: { call: store/kept.set, with: { key: one, value: '\${ $secrets.canary.token }' } }
  - back: { call: store/kept.get, with: { key: one }, export: { as: '\${ $context + {same: (. == $secrets.canary.token)} }' } }
output: { as: '\${ $context }' }`,
    ),
    'flows/raise.yaml': flow(
      'raise',
      `
  - fail: { raise: { error: { type: 'https://example.org/no', status: 400, title: 'Not \${ $secrets.canary.token }', detail: '\${ $secrets.canary.token }' } } }`,
    ),
    'flows/refused.yaml': flow(
      'refused',
      `
  - call: { call: http, with: { method: post, endpoint: "${base}/fail", body: { t: '\${ $secrets.canary.token }' } } }`,
    ),
    'flows/cut.yaml': flow(
      'cut',
      `
  - cut: { set: { n: '\${ $secrets.canary.token | tonumber }' } }`,
    ),
    'flows/halves.yaml': flow(
      'halves',
      `
  - script: { run: { script: { language: js, code: 'console.error(JSON.stringify({ t })); console.error(t + "\\n" + t); return 1', arguments: { t: '\${ $secrets.canary.token }' } } } }`,
    ),
    'flows/header.yaml': flow(
      'header',
      `
  - answer: { set: { a: 1 }, output: { as: { status: 200, headers: { x-canary: '\${ $secrets.canary.token }' }, body: '\${ $secrets.canary.token }' } } }`,
    ),
    'flows/given.yaml': flow(
      'given',
      `
  - rest: { wait: PT0.05S }
  - say: { set: { same: '\${ $workflow.input.given }' } }`,
    ),
    'flows/letter.yaml': flow(
      'letter',
      `
  - write: { call: template/letter, with: { token: '\${ $secrets.canary.token }' } }`,
    ),
  };
}
