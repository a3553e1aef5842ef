import { createHmac } from 'node:crypto';

/** The secrets and names of the installation that version 0.1.0 left. None of them protects anything. */
export const given = {
  user: 'ada',
  password: 'correct horse battery',
  secret: { token: 'the-second-token-of-the-shop' },
  webhookSecret: 'the-secret-of-the-webhook',
  /** Settings that were changed while the service ran. */
  limits: { ListPage: 77 },
} as const;

/** Facts that only 0.1.0 itself knew: `facts.json` beside its installation. */
export interface Facts {
  /** The API key `ci` of an operator. */
  key: string;
  /** The token of the share link for the flow `greet`. */
  share: string;
  /** The path of the link to the form of the run `ask`. */
  link: string;
  /** The run of each flow, by the name of the flow. */
  runs: Record<string, string>;
  /** The file of the run `report`. */
  file: string;
  proposal: string;
  backup: string;
}

/** The members of answers that are looked at. */
export interface Answer {
  readonly code?: string;
  readonly id: string;
  readonly status: string;
  readonly version: string;
  readonly checks: readonly { readonly name: string; readonly status: string }[];
  readonly items: readonly {
    readonly id: string;
    readonly name: string;
    readonly title: string;
    readonly state: string;
    readonly file: string;
    readonly message: string;
  }[];
  readonly output: unknown;
  readonly error: unknown;
  readonly retryOf: string;
  readonly values: unknown;
  readonly access_token: string;
  readonly restore: unknown;
  readonly key: string;
  readonly token: string;
  readonly proposal: { readonly id: string };
}

const head = (name: string) => `document: { dsl: '1.0.3', namespace: shop, name: ${name}, version: 1.0.0 }\n`;

/** The repository as 0.1.0 served it. Runs wait for minutes, so that they are due when a newer version opens them. */
export const files: Readonly<Record<string, string>> = {
  'svc.yaml': `Flows: { AllowPrivateNetworks: true }
Retention: { CompletedRuns: 36500, FaultedRuns: 36500, Events: 36500, Audit: 36500, Deliveries: 36500, Occurrences: 36500 }
`,
  'connections/shop.yaml': `kind: connection
name: shop
connector: http
config:
  baseUrl: http://127.0.0.1:9
  auth: { type: bearer, token: { secret: shop/api, key: token } }
`,
  'flows/greet.yaml': `${head('greet')}do:
  - greet: { set: { message: '\${ "Hello, " + (.name // "you") }' } }
`,
  'flows/fail.yaml': `${head('fail')}do:
  - read: { set: { items: [1, 2] } }
  - total: { set: { sum: '\${ .items + 1 }' } }
`,
  'flows/nap.yaml': `${head('nap')}do:
  - before: { call: store/visits.increment, with: { key: nap } }
  - sleep: { wait: { minutes: 2 } }
  - after: { call: store/visits.increment, with: { key: nap } }
`,
  'flows/outer.yaml': `${head('outer')}do:
  - inner: { run: { workflow: { namespace: shop, name: nap, version: 1.0.0, input: {} } } }
  - done: { set: { inner: '\${ . }' } }
`,
  'flows/later.yaml': `${head('later')}do:
  - sleep: { wait: { minutes: 2 } }
  - done: { set: { slept: true } }
`,
  'flows/ask.yaml': `${head('ask')}do:
  - ask:
      call: human-task@default
      with:
        title: Refund the order?
        assignees: [ada]
        form: { type: object, required: [approved], properties: { approved: { type: boolean } } }
        notify:
          call: http
          with: { method: post, endpoint: 'http://127.0.0.1:PORT/', body: { link: '\${ .link }' } }
  - decide: { set: { refunded: '\${ .values.approved }', by: '\${ .completedBy }' } }
`,
  'flows/ask-again.yaml': `${head('ask-again')}do:
  - ask:
      call: human-task@default
      with:
        title: Send the parcel?
        assignees: [ada]
        form: { type: object, required: [approved], properties: { approved: { type: boolean } } }
  - decide: { set: { sent: '\${ .values.approved }' } }
`,
  'flows/hear.yaml': `${head('hear')}do:
  - listen: { listen: { to: { one: { with: { type: com.example.paid } } } } }
  - done: { set: { heard: '\${ . }' } }
`,
  'flows/report.yaml': `${head('report')}do:
  - fetch: { call: http, with: { method: get, endpoint: 'http://127.0.0.1:PORT/report.csv', output: file } }
`,
  'flows/call-shop.yaml': `${head('call-shop')}do:
  - call: { call: shop.get, with: { path: /orders } }
`,
  'flows/accept.yaml': `${head('accept')}do:
  - accept: { set: { order: '\${ .id }' } }
`,
  'stores/visits.yaml': `kind: store
name: visits
schema: { type: integer }
`,
  'triggers/nightly.yaml': `kind: trigger
name: nightly
flow: greet
schedule: { cron: 0 2 * * * }
`,
  'triggers/orders.yaml': `kind: trigger
name: orders
flow: accept
input: \${ .body }
webhook: { path: orders, signature: { scheme: github, secret: shop/webhook, key: secret } }
`,
  'triggers/yearly.yaml': `kind: trigger
name: yearly
flow: greet
schedule: { cron: 0 0 1 1 *, missed: skip }
`,
  'teams/support.yaml': `kind: team
name: support
members: [ada]
grants: [{ role: editor, types: [flow], names: [greet] }]
`,
};

/** The headers of a delivery to the webhook `orders`, and its body. */
export function delivery(id: string, order: object): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify(order);
  const digest = createHmac('sha256', given.webhookSecret).update(body).digest('hex');
  return {
    headers: {
      'x-hub-signature-256': `sha256=${digest}`,
      'x-github-delivery': id,
      'x-github-event': 'order',
    },
    body,
  };
}
