Feature: Calls
  As an author of flows
  I want to call HTTP endpoints, functions and other flows
  So that a flow gets things done

  Scenario: A request with everything in it
    Given a stub that answers:
      """yaml
      - { path: /pets/7, method: post, echo: true }
      """
    And a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: request, version: '1.0.0' }
      do:
        - send:
            call: http
            with:
              method: post
              endpoint: '{stub}/pets/{id}?kind={kind}'
              headers: { accept: '${ .accept }' }
              query: { tag: '${ .tags }', none: '${ null }' }
              body: { name: '${ .name }', nested: { list: [ 1, '${ .id }' ] } }
      """
    And given the workflow input is:
      """yaml
      { id: 7, kind: 'a b', name: Milou, tags: [ x, y ], accept: application/json }
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      method: POST
      path: /pets/7
      query: { kind: a b, tag: y }
      headers: { authorization: null, accept: application/json, content-type: application/json }
      body: '{"name":"Milou","nested":{"list":[1,7]}}'
      """

  Scenario: The response as a whole, raw, and as text
    Given a stub that answers:
      """yaml
      - { path: /json, status: 201, body: { id: 1 }, headers: { x-kind: pet } }
      - { path: /text, body: hello }
      """
    And a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: response, version: '1.0.0' }
      do:
        - all:
            fork:
              branches:
                - whole: { call: http, with: { method: get, endpoint: '{stub}/json', output: response, headers: { x-own: a } } }
                - raw: { call: http, with: { method: get, endpoint: '{stub}/text', output: raw } }
                - text: { call: http, with: { method: get, endpoint: { uri: '{stub}/text' } } }
        - pick:
            set:
              status: '${ .[0].statusCode }'
              kind: '${ .[0].headers["x-kind"] }'
              id: '${ .[0].content.id }'
              method: '${ .[0].request.method }'
              own: '${ .[0].request.headers["x-own"] }'
              raw: '${ .[1] | @base64d }'
              text: '${ .[2] }'
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      { status: 201, kind: pet, id: 1, method: get, own: a, raw: hello, text: hello }
      """
    And the workflow output should have properties 'status', 'kind'
    And the workflow output should have a 'id' property with value:
      """yaml
      1
      """

  Scenario: Redirects are errors unless the call says otherwise
    Given a stub that answers:
      """yaml
      - { path: /old, status: 302, headers: { location: /new } }
      - { path: /new, body: { moved: true } }
      """
    And a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: redirects, version: '1.0.0' }
      do:
        - strict:
            try:
              - stop: { call: http, with: { method: get, endpoint: '{stub}/old' } }
            catch:
              do:
                - follow: { call: http, with: { method: get, endpoint: '{stub}/old', redirect: true }, output: { as: '. + { first: $error.status }' } }
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      { moved: true, first: 302 }
      """

  Scenario: Credentials, in place and named
    Given a stub that answers:
      """yaml
      - { path: /secured, echo: true }
      """
    And a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: credentials, version: '1.0.0' }
      use:
        authentications:
          site: { basic: { username: admin, password: '${ .password }' } }
      do:
        - all:
            fork:
              branches:
                - named:
                    call: http
                    with: { method: get, endpoint: { uri: '{stub}/secured', authentication: { use: site } } }
                    output: { as: '{ sent: .headers.authorization, shown: $authorization.scheme }' }
                - inPlace:
                    call: http
                    with: { method: get, endpoint: { uri: '{stub}/secured', authentication: { bearer: { token: '${ .token }' } } } }
                    output: { as: .headers.authorization }
      """
    And given the workflow input is:
      """yaml
      { password: pw, token: t0 }
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      - { sent: Basic YWRtaW46cHc=, shown: Basic }
      - Bearer t0
      """

  Scenario: A function with parameters, used twice
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: functions, version: '1.0.0' }
      use:
        functions:
          shout:
            input:
              schema: { document: { type: object, required: [ text ] } }
            do:
              - upper: { set: '${ .text | ascii_upcase }' }
              - mark: { set: '${ . + "!" }' }
      do:
        - first:
            call: shout
            with: { text: '${ .a }' }
            output: { as: '{ a: ., b: $input.b }' }
        - second:
            call: shout
            with: { text: '${ .b }' }
            output: { as: '[$input.a, .]' }
        - third:
            try:
              - wrong: { call: shout, with: '${ {} }' }
            catch:
              do:
                - tell: { set: { error: '${ $error.instance }' } }
      """
    And given the workflow input is:
      """yaml
      { a: one, b: two }
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      error: /do/2/third/try/0/wrong
      """
    And second should complete with output:
      """yaml
      [ ONE!, TWO! ]
      """
    And upper should run 2 times

  Scenario: Another flow, awaited and not
    Given another workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: add, version: '1.0.0' }
      do:
        - sum: { set: '${ .a + .b }' }
      """
    And a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: parent, version: '1.0.0' }
      do:
        - background:
            run: { await: false, workflow: { namespace: own, name: add, version: '1.0.0', input: { a: 1, b: 1 } } }
        - three:
            run: { workflow: { namespace: own, name: add, version: '1.0.0', input: { a: '${ .x }', b: 2 } } }
      """
    And given the workflow input is:
      """yaml
      x: 1
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      3
      """
    And background should complete with output:
      """yaml
      x: 1
      """
