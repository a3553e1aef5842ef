import { parse, stringify } from 'yaml';
import type { Edit } from './edit.js';
import { inputs } from './edit.js';

/** Edits that any flow takes without another outcome. */
export const generalEdits: readonly { name: string; edit(text: string): string }[] = [
  {
    name: 'comments',
    edit: (text) => text.replaceAll(/^ {2}- (\w+):/gm, '  # The task $1.\n  - $1: # as before'),
  },
  {
    name: 'texts for people',
    edit: (text) =>
      text.replace(/summary: .*/, 'summary: Another sentence.').replace(/title: .*/, 'title: Another title'),
  },
  { name: 'another version', edit: (text) => text.replace(/^ {2}version: .*/m, '  version: 9.9.9') },
  { name: 'written as JSON', edit: (text) => JSON.stringify(parse(text), null, 1) },
  { name: 'members in another order', edit: (text) => stringify(reversed(parse(text))) },
  { name: 'tasks with other names', edit: renamed },
  {
    name: 'a line of the log before the first task',
    edit: (text) =>
      text.replace(/^do:\n/m, 'do:\n  - say:\n      call: log@default\n      with: { message: It begins }\n'),
  },
];

/** Flows that other flows run by their version keep it. */
export const subflows: ReadonlySet<string> = new Set(['notify-team']);

function reversed(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => reversed(item));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  // The order of what is defined here has no meaning; expressions with members in an order have.
  return Object.fromEntries(
    (key === '' ? members.reverse() : members).map(([name, item]) => [name, reversed(item)]),
  );
}

/** Gives each task that calls or sets another name, where the flow goes to it too. */
function renamed(text: string): string {
  const names = [...text.matchAll(/^ *- (\w+):$/gm)].map(([, name = '']) => name);
  return names.reduce(
    (result, name) =>
      result
        .replace(new RegExp(`^( *- )${name}:$`, 'm'), `$1${name}Renamed:`)
        .replaceAll(new RegExp(`then: ${name}$`, 'gm'), `then: ${name}Renamed`),
    text,
  );
}

const notify = `      run:
        workflow:
          namespace: shop-ops
          name: notify-team
          version: 1.0.0
          input:
            topic: sales
            text: \${ .text }
`;

export const keepingEdits: readonly Edit[] = [
  { name: 'a number written otherwise', flow: 'restock', replace: [['// 500', '// 5e2']] },
  {
    name: 'equivalent jq: length of an empty list',
    flow: 'restock',
    replace: [['(.lines | length) == 0', '.lines == []']],
  },
  {
    name: 'equivalent jq: a sum by reduce',
    flow: 'restock',
    replace: [
      ['[.lines[] | .quantity * .price] | add // 0', 'reduce .lines[] as $l (0; . + $l.quantity * $l.price)'],
    ],
  },
  {
    name: 'equivalent jq: a selection by map',
    flow: 'restock',
    replace: [
      [
        '[.items[]\n                | select(.onHand < .reorderAt)\n                |',
        '[.items | map(select(.reorderAt > .onHand)) | .[] |',
      ],
    ],
  },
  {
    name: 'another name for the item of a loop',
    flow: 'restock',
    replace: [
      ['each: line', 'each: piece'],
      ['$line', '$piece'],
    ],
  },
  {
    name: 'cases of a switch in another order where only one holds',
    flow: 'accept-order',
    replace: [
      [
        '        - sumsUp:\n            when: ([.lines[] | .quantity * .price] | add) == .total\n            then: createOrder\n        - doesNot:\n            then: refuse',
        '        - doesNot:\n            when: ([.lines[] | .quantity * .price] | add) != .total\n            then: refuse\n        - sumsUp:\n            then: createOrder',
      ],
    ],
  },
  {
    name: 'equivalent jq: members by name',
    flow: 'accept-order',
    replace: [
      [
        'lines: ${ .lines | map({ sku, quantity }) }',
        "lines: '${ .lines | map({ sku: .sku, quantity: .quantity }) }'",
      ],
    ],
  },
  { name: 'a condition turned round', flow: 'accept-order', replace: [['.total >= 100', '100 <= .total']] },
  {
    name: 'a text put together otherwise',
    flow: 'accept-order',
    replace: [
      [
        '"Large order \\(.orderId) from the market place: \\(.total)."',
        '"Large order " + .orderId + " from the market place: " + (.total | tostring) + "."',
      ],
    ],
  },
  {
    name: 'branches in another order, put right by a sort',
    flow: 'service-status',
    replace: [
      [
        '          - checkout:\n              call: shop.get\n              with: { path: /services/checkout/health }\n          - payments:\n              call: shop.get\n              with: { path: /services/payments/health }',
        '          - payments:\n              call: shop.get\n              with: { path: /services/payments/health }\n          - checkout:\n              call: shop.get\n              with: { path: /services/checkout/health }',
      ],
      ['map({ (.service)', 'sort_by(.service) | map({ (.service)'],
      ['to_entries | map("\\(.key) \\(.value)")', 'to_entries | sort_by(.key) | map("\\(.key) \\(.value)")'],
    ],
  },
  {
    name: 'all by select',
    flow: 'service-status',
    replace: [['if all(.[]; .healthy) then', 'if ([.[] | select(.healthy | not)] | length) == 0 then']],
  },
  {
    name: 'a member of an if',
    flow: 'service-status',
    replace: [
      [
        '.overall != "operational" and ($workflow.input.quiet | not)',
        '($workflow.input.quiet | not) and .overall == "degraded"',
      ],
    ],
  },
  {
    name: 'independent calls in another order',
    flow: 'customer-profile',
    replace: [
      [
        '        as: \'${ $context + { orders: . } }\'\n  - readTickets:\n      call: desk.get\n      with:\n        path: /tickets\n        query:\n          customerId: ${ $context.customer.id }\n      output:\n        as: ${ .items | map(select(.status == "open")) }\n',
        "        as: '${ $context + { orders: . } }'\n  - pass: { set: { tickets: '${ $context.tickets }' }, output: { as: '${ .tickets }' } }\n",
      ],
      [
        '          customer: ${ . }\n',
        '          customer: ${ . }\n  - readTickets:\n      call: desk.get\n      with:\n        path: /tickets\n        query:\n          customerId: ${ $context.customer.id }\n      output:\n        as: ${ .items | map(select(.status == "open")) }\n      export:\n        as: \'${ $context + { tickets: . } }\'\n',
      ],
    ],
  },
  {
    name: 'a path with its parameter in it',
    flow: 'customer-profile',
    replace: [
      [
        'path: /customers/{customerId}\n        pathParams:\n          customerId: ${ .customerId }',
        "path: /customers/{customerId}\n        pathParams: { customerId: '${ $workflow.input.customerId }' }",
      ],
    ],
  },
  {
    name: 'equivalent jq: any by select',
    flow: 'customer-profile',
    replace: [['any(.[]; .priority == "high")', '([.[] | select(.priority == "high")] | length) > 0']],
  },
  {
    name: 'equivalent jq: add by reduce',
    flow: 'customer-profile',
    replace: [['[$context.orders[].total] | add // 0', 'reduce $context.orders[] as $o (0; . + $o.total)']],
  },
  {
    name: 'a set before the last task',
    flow: 'customer-profile',
    replace: [['  - join:', '  - keep:\n      set: ${ . }\n  - join:']],
  },
  {
    name: 'a value in two steps',
    flow: 'daily-sales-report',
    replace: [
      ['revenue: ${ [.items[].revenue] | add // 0 }', 'revenue: ${ .items | map(.revenue) | add // 0 }'],
    ],
  },
  {
    name: 'group by with a variable',
    flow: 'daily-sales-report',
    replace: [
      [
        'map({ category: .[0].category, revenue: (map(.revenue) | add) })',
        'map(. as $group | { category: ($group | first | .category), revenue: ([$group[].revenue] | add) })',
      ],
    ],
  },
  {
    name: 'the subflow put in place',
    flow: 'introduce-customer',
    replace: [
      [
        notify,
        '      call: chat.post\n      with:\n        path: /messages\n        body:\n          channel: ${ $runtime.metadata.environment.variables.salesChannel }\n          text: ${ .text }\n',
      ],
    ],
  },
  {
    name: 'a call moved into a function',
    flow: 'fulfil-order',
    replace: [
      [
        "do:\n  - reserveStock:\n      call: shop.post\n      with:\n        path: /reservations\n        body: { orderId: '${ .orderId }' }\n",
        "use:\n  functions:\n    reserve:\n      call: shop.post\n      with:\n        path: /reservations\n        body: { orderId: '${ .orderId }' }\ndo:\n  - reserveStock:\n      call: reserve\n      with: { orderId: '${ .orderId }' }\n",
      ],
    ],
  },
  {
    name: 'tasks moved into a do',
    flow: 'fulfil-order',
    replace: [
      [
        "  - writeToCustomer:\n      call: shop.post\n      with:\n        path: /confirmations\n        body: { orderId: '${ .orderId }' }\n      output:\n        as: '${ $input + { confirmedTo: .sentTo } }'",
        "  - last:\n      do:\n        - writeToCustomer:\n            call: shop.post\n            with:\n              path: /confirmations\n              body: { orderId: '${ .orderId }' }\n            output:\n              as: '${ $input + { confirmedTo: .sentTo } }'",
      ],
    ],
  },
  {
    name: 'calls moved into a subflow',
    flow: 'fulfil-order',
    replace: [
      [
        "  - printLabel:\n      call: shop.post\n      with:\n        path: /labels\n        body: { orderId: '${ .orderId }' }\n      output:\n        as: '${ $input + { tracking: .trackingNumber } }'\n",
        "  - printLabel:\n      run:\n        workflow: { namespace: shop-ops, name: print-label, version: 1.0.0, input: { orderId: '${ .orderId }', reservation: '${ .reservation }', payment: '${ .payment }', amount: '${ .amount }' } }\n",
      ],
    ],
    files: {
      'flows/print-label.yaml':
        "document: { dsl: '1.0.3', namespace: shop-ops, name: print-label, version: 1.0.0 }\ndo:\n  - print:\n      call: shop.post\n      with:\n        path: /labels\n        body: { orderId: '${ .orderId }' }\n      output:\n        as: '${ $input + { tracking: .trackingNumber } }'\n",
    },
  },
  {
    name: 'a wait',
    flow: 'fulfil-order',
    replace: [['  - bookPickup:', '  - pause: { wait: { seconds: 30 } }\n  - bookPickup:']],
  },
  {
    name: 'a try around a call that succeeds',
    flow: 'refund-order',
    replace: [
      [
        '  - readOrder:\n      call: shop.get\n      with:\n        path: /orders/{orderId}\n        pathParams:\n          orderId: ${ .orderId }\n',
        '  - readOrder:\n      try:\n        - read:\n            call: shop.get\n            with:\n              path: /orders/{orderId}\n              pathParams:\n                orderId: ${ .orderId }\n      catch:\n        retry: { limit: { attempt: { count: 3 } } }\n',
      ],
    ],
  },
  {
    name: 'a limit in a variable of the same value',
    flow: 'refund-order',
    replace: [['.total <= ($runtime', '(.total - 0) <= ($runtime']],
  },
  {
    name: 'a longer delay between attempts',
    flow: 'ship-orders',
    replace: [['milliseconds: 300', 'milliseconds: 900']],
  },
  { name: 'more attempts than are needed', flow: 'ship-orders', replace: [['count: 5', 'count: 9']] },
  {
    name: 'the retry in place',
    flow: 'ship-orders',
    replace: [
      [
        'retry: busyCarrier',
        'retry: { delay: { milliseconds: 300 }, backoff: { exponential: {} }, limit: { attempt: { count: 5 } } }',
      ],
    ],
  },
  {
    name: 'a list with an item put otherwise',
    flow: 'ship-orders',
    replace: [
      [
        'shipped: ($input.shipped + [{ order: $order.id, tracking: .trackingNumber }])',
        'shipped: [$input.shipped[], { tracking: .trackingNumber, order: $order.id }]',
      ],
    ],
  },
  {
    name: 'an output that names all members',
    flow: 'introduce-customer',
    replace: [["as: '${ $input + { text: . } }'", "as: '${ . as $text | $input | .text = $text }'"]],
  },
];

/** The number of edits with those that each flow takes. */
export const keepingCount = keepingEdits.length + generalEdits.length * Object.keys(inputs).length;
