/** Uses the parts that most flows use, so that V8's code for them is in the cache. */
export const sampleFlow = `document:
  dsl: '1.0.3'
  namespace: samples
  name: sample
  version: 1.0.0
  title: A sample
  tags: { team: build }
input:
  schema:
    format: json
    document:
      type: object
      required: [name]
      properties:
        name:
          type: string
          pattern: ^[a-z]+$
do:
  - greet:
      set:
        text: '\${ "Hello, \\(.name)" }'
        count: \${ .items | map(select(.size > 1)) | length }
  - decide:
      switch:
        - long:
            when: (.text | length) > 40
            then: finish
        - other:
            then: ask
  - ask:
      call: sample.post
      with:
        path: /orders
        body: \${ . }
      output:
        as: >-
          \${ .id
             // "none" }
  - finish:
      set: { done: true }
`;

export const sampleConnection = `kind: connection
name: sample
connector: http
config:
  baseUrl: https://example.com
`;
