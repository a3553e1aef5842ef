import type { Edit } from '../edit.js';

const edit = (flow: string, name: string, ...replace: readonly (readonly [string, string])[]): Edit => ({
  flow,
  name,
  replace,
});

/** The connection with another member, and another end of its address. */
const connection = (member: string, end = ''): string => `kind: connection
name: workshop
description: The API of the workshop.
connector: http
config:
  ${member}
  baseUrl: ADDRESS${end}
`;

/** Edits that keep what the flows of the workshop do. */
export const keepingEdits: readonly Edit[] = [
  // quote-repair
  edit('quote-repair', 'the function called in place', [
    "      call: readRepair\n      with: { repair: '${ .repair }' }\n",
    "      call: workshop.get\n      with: { path: '/repairs/{repair}', pathParams: { repair: '${ .repair }' } }\n",
  ]),
  edit('quote-repair', 'a path put together', [
    "        path: /repairs/{repair}\n        pathParams: { repair: '${ .repair }' }\n",
    '        path: \'${ "/repairs/" + .repair }\'\n',
  ]),
  edit('quote-repair', 'an export by names', [
    "'${ $context + { owner: .owner, parts: .parts } }'",
    "'${ $context + ({ owner, parts }) }'",
  ]),
  edit('quote-repair', 'an export that nothing reads', ['parts: .parts } }', 'parts: .parts, all: . } }']),
  edit('quote-repair', 'cases with both bounds', [
    'when: .total < 200',
    'when: .total >= 60 and .total < 200',
  ]),
  edit(
    'quote-repair',
    'an if in place of a switch',
    [
      `  - size:
      switch:
        - small:
            when: .total < 60
            then: accept
        - medium:
            when: .total < 200
            then: ask
        - large:
            then: refuse
  - refuse:
      raise:`,
      `  - refuse:
      if: .total >= 200
      raise:`,
    ],
    ['  - ask:\n      set:', '  - ask:\n      if: .total >= 60\n      set:'],
  ),
  edit('quote-repair', 'a script in place', [
    "          source: { endpoint: 'svc:script/estimate' }\n",
    '          code: |\n            let sum = 0;\n            for (const part of parts) sum += part.price * part.count;\n            return { total: sum + parts.length * rate };\n',
  ]),
  edit('quote-repair', 'the script gives more', [
    'rate: ${ $workflow.input.rate // 20 }',
    'rate: ${ ($workflow.input.rate // 20) }\n            spare: 1',
  ]),
  edit(
    'quote-repair',
    'the error in use',
    [
      `        error:
          type: https://workshop.example/errors/too-large
          status: 422
          title: The repair costs more than the bicycle
          detail: \${ "It would be \\(.total) EUR" }`,
      `        error: tooLarge`,
    ],
    [
      '  functions:\n',
      `  errors:
    tooLarge:
      type: https://workshop.example/errors/too-large
      status: 422
      title: The repair costs more than the bicycle
      detail: \${ "It would be \\(.total) EUR" }
  functions:
`,
    ],
  ),
  edit('quote-repair', 'the input of a task', [
    "      call: mapping/labels\n      with:\n        parts: ${ $context.parts }\n      output:\n        as: '${ $input + { labels: . } }'\n",
    "      call: mapping/labels\n      with:\n        parts: ${ $context.parts }\n      output:\n        as: '${ . as $labels | $input | .labels = $labels }'\n",
  ]),
  edit('quote-repair', 'the mapping as jq', [
    "      call: mapping/labels\n      with:\n        parts: ${ $context.parts }\n      output:\n        as: '${ $input + { labels: . } }'\n",
    '      set: \'${ . + { labels: [$context.parts[] | (.count | tostring) + " x " + .name] } }\'\n',
  ]),
  edit('quote-repair', 'an output by members', [
    "'${ { state, total, text } }'",
    "{ state: '${ .state }', total: '${ .total }', text: '${ .text }' }",
  ]),
  edit('quote-repair', 'a stricter input', [
    'repair: { type: string,',
    "repair: { type: string, pattern: '^r-', maxLength: 20,",
  ]),
  edit('quote-repair', 'a time limit', [
    'do:\n  - repair:\n',
    'timeout: { after: { hours: 2 } }\ndo:\n  - repair:\n',
  ]),
  edit('quote-repair', 'a try around the call', [
    `      call: readRepair
      with: { repair: '\${ .repair }' }
      export:`,
    `      try:
        - readIt:
            call: readRepair
            with: { repair: '\${ .repair }' }
      catch:
        errors: { with: { status: 404 } }
        do:
          - unknown: { set: { owner: unknown, parts: [] } }
      export:`,
  ]),
  {
    ...edit('quote-repair', 'the template written otherwise'),
    files: {
      'templates/reminder.yaml': `kind: template
name: reminder
engine: liquid
parameters:
  type: object
  required: [owner, parts]
  properties:
    owner: { type: string }
    parts: { type: array, items: { type: string } }
    total: { type: number }
body: "Hello {{owner|capitalize}}: {% for part in parts %}{{ part }}{% unless forloop.last %}, {% endunless %}{% endfor %}{% if total > 50 %} (please bring {{ total | round }} EUR){% endif %}"
`,
    },
  },
  {
    ...edit('quote-repair', 'the mapping written otherwise'),
    files: {
      'mappings/labels.yaml': `kind: mapping
name: labels
description: Texts for parts.
input: { type: object, properties: { parts: { type: array } } }
expression: '.parts | map((.count | tostring) + " x " + .name)'
`,
    },
  },
  {
    ...edit('quote-repair', 'the script written otherwise'),
    files: {
      'scripts/estimate.yaml': `kind: script
name: estimate
language: js
parameters: { type: object, properties: { parts: { type: array }, rate: { type: number } } }
code: |
  // The parts, and an amount for each.
  let sum = 0;
  for (const { price, count } of parts) {
    sum += price * count;
  }
  const work = rate * parts.length;
  return { parts: sum, work, total: sum + work };
`,
    },
  },
  {
    ...edit('quote-repair', 'a slower connection, and a slash at its end'),
    files: {
      'connections/workshop.yaml': connection('timeout: 90', '/'),
    },
  },
  // order-parts
  edit(
    'order-parts',
    'another item and position',
    ['each: part', 'each: wantedPart'],
    ['$part', '$wantedPart'],
    ['at: position', 'at: index'],
    ['$position', '$index'],
  ),
  edit(
    'order-parts',
    'a condition turned round',
    ['if: .now > 0', 'if: (.now == 0) | not'],
    ['if: .now == 0\n', 'if: (.now > 0) | not\n'],
  ),
  edit('order-parts', 'a switch in place of conditions', [
    `        - there:
            if: .now > 0
            set: '\${ . + { inStock: (.inStock + 1) } }'
        - order:
            if: .now == 0
            call`,
    `        - which:
            switch:
              - has: { when: .now > 0, then: there }
              - none: { then: order }
        - there:
            set: '\${ .inStock += 1 }'
            then: exit
        - order:
            call`,
  ]),
  edit('order-parts', 'a list in place of the expression', [
    'wanted: ${ .parts }',
    'wanted: ${ [.parts[]] }',
  ]),
  edit('order-parts', 'the bound as a selection', [
    'while: (.ordered | length) < 3',
    "while: '${ (.ordered | length | . >= 3) == false }'",
  ]),
  edit('order-parts', 'members of the body in another order', [
    '                part: ${ $part }\n                line: ${ $position }',
    '                line: ${ $position }\n                part: ${ $part }',
  ]),
  edit('order-parts', 'a wait between rounds', [
    '        - there:\n',
    '        - rest: { wait: { milliseconds: 5 } }\n        - there:\n',
  ]),
  edit('order-parts', 'all in one do', [
    "      do:\n        - look:\n            call: workshop.get\n            with:\n              path: /stock/{part}\n              pathParams: { part: '${ $part }' }\n            output:\n              as: '${ $input + { now: .onHand } }'\n",
    "      do:\n        - look:\n            do:\n              - ask:\n                  call: workshop.get\n                  with:\n                    path: /stock/{part}\n                    pathParams: { part: '${ $part }' }\n            output:\n              as: '${ $input + { now: .onHand } }'\n",
  ]),
  edit('order-parts', 'begin in two steps', [
    '        wanted: ${ .parts }\n        ordered: []\n        inStock: 0\n',
    "        wanted: ${ .parts }\n  - empty:\n      set: '${ . + { ordered: [], inStock: 0 } }'\n",
  ]),
  edit('order-parts', 'the output as one expression', [
    '  as:\n    ordered: ${ .ordered }\n    inStock: ${ .inStock }',
    "  as: '${ { ordered, inStock } }'",
  ]),
  // check-suppliers
  edit(
    'check-suppliers',
    'branches in another order',
    [
      `          - west:
              call: workshop.get
              with: { path: /suppliers/west }
              output:
                as: '\${ { name: "west", price } }'
`,
      '',
    ],
    [
      '          - north:\n',
      `          - west:
              call: workshop.get
              with: { path: /suppliers/west }
              output:
                as: '\${ { name: "west", price } }'
          - north:
`,
    ],
  ),
  edit('check-suppliers', 'a minimum by sorting', ['min_by(.price) | .name', 'sort_by(.price) | first.name']),
  edit('check-suppliers', 'a set as an output', [
    `              do:
                - readNorth:
                    call: workshop.get
                    with: { path: /suppliers/north }
                - shortenNorth:
                    set:
                      name: north
                      price: \${ .price }
`,
    `              call: workshop.get
              with: { path: /suppliers/north }
              output: { as: { name: north, price: '\${ .price }' } }
`,
  ]),
  edit('check-suppliers', 'another name of the fault', ['as: problem', 'as: fault'], ['$problem', '$fault']),
  edit('check-suppliers', 'the fault chosen by a condition', [
    '                errors:\n                  with:\n                    status: 503\n                as: problem',
    '                as: problem\n                when: $problem.status == 503',
  ]),
  edit('check-suppliers', 'one after the other', [
    `      fork:
        branches:
          - north:`,
    `      fork:
        branches:
          # As before.
          - north:`,
  ]),
  edit('check-suppliers', 'a text put together', [
    '"No answer of \\(.missing | join(", "))"',
    '"No answer of " + (.missing | join(", "))',
  ]),
  edit('check-suppliers', 'a condition on the list', ['if: (.missing | length) > 0', 'if: .missing != []']),
  edit(
    'check-suppliers',
    'a function for the calls',
    [
      '              call: workshop.get\n              with: { path: /suppliers/west }\n',
      '              call: askWest\n',
    ],
    [
      'do:\n  - ask:\n',
      'use:\n  functions:\n    askWest:\n      call: workshop.get\n      with: { path: /suppliers/west }\ndo:\n  - ask:\n',
    ],
  ),
  edit('check-suppliers', 'a retry that never begins', [
    '                as: problem\n',
    '                as: problem\n                retry: { when: "${ $problem.status == 418 }", delay: { milliseconds: 10 }, limit: { attempt: { count: 2 } } }\n',
  ]),
  // book-slot
  edit('book-slot', 'the retry in place', [
    '        retry: busy\n',
    "        retry: { when: '$failure.status == 503', delay: { milliseconds: 20 }, limit: { attempt: { count: 2 } } }\n",
  ]),
  edit('book-slot', 'a longer pause', [
    'delay: { milliseconds: 20 }',
    'delay: { seconds: 2 }\n      jitter: { from: { milliseconds: 0 }, to: { milliseconds: 500 } }',
  ]),
  edit('book-slot', 'more attempts', ['count: 2', 'count: 4']),
  edit('book-slot', 'a switch in the handler', [
    `          - full:
              if: $failure.status == 409
              set: { slot: null, waiting: true }
          - other:
              if: $failure.status != 409
              raise:`,
    `          - kind:
              switch:
                - isFull: { when: $failure.status == 409, then: full }
                - isOther: { then: other }
          - full:
              set: { slot: null, waiting: true }
              then: exit
          - other:
              raise:`,
  ]),
  edit('book-slot', 'hours by default', [
    'hours: ${ .hours // 1 }',
    'hours: ${ if .hours then .hours else 1 end }',
  ]),
  edit('book-slot', 'the day as it came', [
    "body: { day: '${ $workflow.input.day }' }",
    "body: { day: '${ $workflow.input | .day }' }",
  ]),
  edit('book-slot', 'the output by a set', [
    "            output:\n              as: '${ { slot: .slot, waiting: false } }'\n",
    "        - keep:\n            set: { slot: '${ .slot }', waiting: false }\n",
  ]),
  edit('book-slot', 'a text put together', [
    '"It answered \\($failure.status)"',
    '"It answered " + ($failure.status | tostring)',
  ]),
  edit('book-slot', 'the place by name', ["'${ $input + { place } }'", "'${ $input + { place: .place } }'"]),
  // agree
  edit('agree', 'a text put together', [
    '"Repair \\(.repair) for \\(.total) EUR?"',
    '"Repair " + .repair + " for " + (.total | tostring) + " EUR?"',
  ]),
  edit('agree', 'an if in place of the second case', [
    '        - no:\n            then: close',
    '        - no:\n            when: (.values.agreed | not)\n            then: close',
  ]),
  edit('agree', 'the path put together', [
    "        path: /repairs/{repair}/close\n        pathParams: { repair: '${ $workflow.input.repair }' }",
    '        path: \'${ "/repairs/" + $workflow.input.repair + "/close" }\'',
  ]),
  edit(
    'agree',
    'the values kept in the context',
    [
      '            words: { type: string }\n',
      "            words: { type: string }\n      export: { as: '${ { answer: .values } }' }\n",
    ],
    ['\'${ .values.words // "-" }\'', '\'${ $context.answer.words // "-" }\''],
  ),
  edit('agree', 'the output as members', [
    'as: \'${ { state: "started", number: .number } }\'',
    "as: { state: started, number: '${ .number }' }",
  ]),
  edit('agree', 'a duration written otherwise', ['dueAfter: P2D', 'dueAfter: PT48H']),
  edit('agree', 'a case without a name for the rest', [
    'when: .values.agreed\n',
    'when: .values.agreed == true\n',
  ]),
  // await-payment
  edit('await-payment', 'a text put together', ['"b-" + .repair', '"b-\\(.repair)"']),
  edit('await-payment', 'the difference by another form', ['.total - .paid', '[.total, -.paid] | add']),
  edit('await-payment', 'the event without a selection', [
    "              data: '${ .amount != null }'\n",
    '              data: \'${ .amount | type == "number" }\'\n',
  ]),
  edit('await-payment', 'a longer time limit', [
    '      listen:\n',
    '      timeout: { after: P30D }\n      listen:\n',
  ]),
  edit('await-payment', 'a value by name', [
    '        bill: ${ .bill }\n        open:',
    '        bill: ${ $input.bill }\n        open:',
  ]),
  edit('await-payment', 'the bill as a variable', [
    "value: { open: '${ .open }' }",
    "value: '${ { open } }'",
  ]),
  edit('await-payment', 'compare by an input', [
    '  - compare:\n      set:\n',
    "  - compare:\n      input: { from: '${ . }' }\n      set:\n",
  ]),
  // import-repairs
  edit('import-repairs', 'a count by map', [
    '[.items[] | select(.state == "open")] | length',
    '.items | map(select(.state == "open")) | length',
  ]),
  edit('import-repairs', 'a count by reduce', [
    '[.items[] | select(.state == "open")] | length',
    'reduce (.items[] | select(.state == "open")) as $_ (0; . + 1)',
  ]),
  edit('import-repairs', 'names by unique_by', [
    '[.items[].owner] | unique',
    '.items | unique_by(.owner) | map(.owner)',
  ]),
  edit('import-repairs', 'pages by if', [
    '        - again:\n            when: .more\n            then: read\n        - done:\n            then: count\n',
    '        - done:\n            when: .more | not\n            then: count\n        - again:\n            then: read\n',
  ]),
  edit('import-repairs', 'a value of the query as text', [
    "query: { page: '${ .page }', size: 2 }",
    "query: { page: '${ .page | tostring }', size: '2' }",
  ]),
  edit('import-repairs', 'the query in the path', [
    "        path: /old/repairs\n        query: { page: '${ .page }', size: 2 }\n",
    '        path: \'${ "/old/repairs?page=\\(.page)&size=2" }\'\n',
  ]),
  edit('import-repairs', 'more as a text', ['more: ${ .next != null }', 'more: ${ .next | . != null }']),
  edit('import-repairs', 'the number in a try', [
    "      call: store/numbers.increment\n      with: { key: imports }\n      output:\n        as: '${ $input + { import: . } }'\n",
    "      try:\n        - increment:\n            call: store/numbers.increment\n            with: { key: imports, by: 1 }\n      catch: {}\n      output:\n        as: '${ $input + { import: . } }'\n",
  ]),
  // remind-owners
  edit('remind-owners', 'three at the same time', ['concurrency: 2', 'concurrency: 3']),
  edit('remind-owners', 'a longer wait', ['wait: { milliseconds: 30 }', 'wait: { minutes: 1 }']),
  edit('remind-owners', 'no wait', ['  - pause:\n      wait: { milliseconds: 30 }\n', '']),
  edit('remind-owners', 'the day by strftime', ['now | todate | .[:10]', 'now | strftime("%Y-%m-%d")']),
  edit('remind-owners', 'the day by the clock of the task', [
    'now | todate | .[:10]',
    '$task.startedAt.iso8601[:10]',
  ]),
  edit('remind-owners', 'letters by a list', ['map(.letter)', '[.[].letter]']),
  edit('remind-owners', 'another item', ['each: repair', 'each: one'], ['$repair', '$one']),
  edit('remind-owners', 'a longer limit', ['after: { minutes: 5 }', 'after: { hours: 5 }']),
  // price-list
  edit('price-list', 'JavaScript written otherwise', [
    'const lines = parts.map(({ name, price }, index) => `${name}: ${price} EUR, ${dollars[index]} USD`);\n            return { lines, count: lines.length };',
    "const lines = [];\n            for (let i = 0; i < parts.length; i++) lines.push(parts[i].name + ': ' + parts[i].price + ' EUR, ' + dollars[i] + ' USD');\n            return { count: parts.length, lines };",
  ]),
  edit('price-list', 'the script as jq', [
    `      run:
        script:
          language: javascript
          code: |
            const lines = parts.map(({ name, price }, index) => \`\${name}: \${price} EUR, \${dollars[index]} USD\`);
            return { lines, count: lines.length };
          arguments:
            parts: \${ .parts }
            dollars: \${ .dollars }
`,
    `      set: '\${ . as $all | [range(.parts | length) as $i | "\\($all.parts[$i].name): \\($all.parts[$i].price) EUR, \\($all.dollars[$i]) USD"] | { lines: ., count: length } }'
`,
  ]),
  edit('price-list', 'the subflow in place', [
    `      run:
        workflow:
          namespace: workshop
          name: convert
          version: 1.0.0
          input:
            prices: \${ map(.price) }
            currency: USD
      output:
        as: '\${ { parts: $input, dollars: .prices } }'
`,
    `      call: workshop.get
      with: { path: /rates/USD }
      output:
        as: '\${ .rate as $rate | { parts: $input, dollars: ($input | map(.price * $rate * 100 | round / 100)) } }'
`,
  ]),
  edit('price-list', 'the newest version of the subflow', [
    '          version: 1.0.0\n          input:',
    '          version: latest\n          input:',
  ]),
  edit('price-list', 'items by name', ['        as: ${ .items }', "        as: '${ [.items[]] }'"]),
  {
    ...edit('price-list', 'the subflow by multiplication in a loop'),
    files: {
      'flows/convert.yaml': `document:
  dsl: '1.0.3'
  namespace: workshop
  name: convert
  version: 1.0.0
do:
  - read:
      call: workshop.get
      with:
        path: '\${ "/rates/" + .currency }'
      output:
        as: '\${ { rate, prices: $input.prices } }'
  - multiply:
      set:
        prices: \${ . as { $rate, $prices } | [$prices[] * $rate | . * 100 | round / 100] }
`,
    },
  },
  // first-offer
  edit('first-offer', 'a longer rest', ['wait: { seconds: 3 }', 'wait: { seconds: 9 }']),
  edit(
    'first-offer',
    'branches in another order',
    [
      `          - fast:
              call: workshop.get
              with: { path: /offers/fast }
`,
      '',
    ],
    [
      '                    with: { path: /offers/slow }\n',
      `                    with: { path: /offers/slow }
          - fast:
              call: workshop.get
              with: { path: /offers/fast }
`,
    ],
  ),
  edit('first-offer', 'a header in other letters', ['X-Offer', 'x-offer']),
  edit('first-offer', 'take by names', [
    '        offer: ${ .id }\n        price: ${ .price }',
    '        offer: ${ .id }\n        price: \'${ .["price"] }\'',
  ]),
  edit('first-offer', 'a do around the order', [
    `  - order:
      call: workshop.post
      with:
        path: /orders
        headers: { X-Offer: '\${ .offer }' }
        body: { offer: '\${ .offer }' }
      output:`,
    `  - order:
      do:
        - send:
            call: workshop.post
            with:
              path: /orders
              headers: { X-Offer: '\${ .offer }' }
              body: { offer: '\${ .offer }' }
      output:`,
  ]),
];
