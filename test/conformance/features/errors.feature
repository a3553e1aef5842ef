Feature: Errors
  As an author of flows
  I want to catch, retry and raise errors
  So that a flow copes with a world that fails

  Scenario: A caught error is handled, and tasks after it go on
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: handled, version: '1.0.0' }
      do:
        - attempt:
            try:
              - fail: { raise: { error: { type: 'https://example.com/late', status: 503, title: Late, detail: '${ "by \(.minutes) minutes" }' } } }
            catch:
              errors: { with: { status: 503 } }
              as: late
              when: $late.title == "Late"
              do:
                - tell: { set: { told: '${ $late.detail }', minutes: '${ .minutes }' } }
        - after: { set: '${ . + { went: "on" } }', if: 'false' }
      """
    And given the workflow input is:
      """yaml
      minutes: 5
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      told: by 5 minutes
      minutes: 5
      """
    And fail should fault with error:
      """yaml
      instance: /do/0/attempt/try/0/fail
      """

  Scenario Outline: An error that the catch does not mean passes through
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: passed-on, version: '1.0.0' }
      do:
        - attempt:
            try:
              - fail: { raise: { error: { type: 'https://example.com/late', status: 503 } } }
            catch: <catch>
      """
    When the workflow is executed
    Then the workflow should fault with error:
      """yaml
      type: https://example.com/late
      """
    And attempt should fault

    Examples:
      | catch                                                    |
      | { errors: { with: { status: 404 } } }                    |
      | { errors: { with: { type: 'https://example.com/soon' } } } |
      | { when: '$error.status == 404' }                         |
      | { exceptWhen: '$error.status == 503' }                   |

  Scenario Outline: Filters know the standard types under each of their addresses
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: bases, version: '1.0.0' }
      do:
        - attempt:
            try:
              - fail: { set: { sum: '${ 1 + "a" }' } }
            catch:
              errors: { with: { type: '<type>' } }
              do:
                - caught: { set: { caught: true } }
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      caught: true
      """

    Examples:
      | type                                                                     |
      | https://open-workflow-specification.org/spec/1.0.0/errors/expression      |
      | https://open-workflow-specification.org/dsl/errors/types/expression       |
      | https://serverlessworkflow.io/spec/1.0.0/errors/expression                |
      | https://serverlessworkflow.io/dsl/errors/types/expression                 |

  Scenario: A call that fails twice is tried a third time
    Given a stub that answers:
      """yaml
      - { path: /stock, status: 503, times: 2 }
      - { path: /stock, body: { left: 12 } }
      """
    And a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: retried, version: '1.0.0' }
      use:
        retries:
          patient:
            delay: { milliseconds: 5 }
            backoff: { exponential: {} }
            jitter: { from: PT0S, to: PT0.005S }
            limit: { attempt: { count: 3 } }
      do:
        - ask:
            try:
              - stock:
                  call: http
                  with: { method: get, endpoint: '{stub}/stock' }
            catch:
              errors: { with: { type: 'https://open-workflow-specification.org/spec/1.0.0/errors/communication' } }
              retry: patient
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      left: 12
      """
    And stock should run 3 times
    And the stub should have received:
      """yaml
      [ GET /stock, GET /stock, GET /stock ]
      """

  Scenario: Retries that run out leave the error as it is, unless something handles it
    Given a stub that answers:
      """yaml
      - { path: /gone, status: 410, body: { reason: sold } }
      """
    And a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: exhausted, version: '1.0.0' }
      do:
        - handled:
            try:
              - first: { call: http, with: { method: get, endpoint: '{stub}/gone' } }
            catch:
              retry: { limit: { attempt: { count: 1 } } }
              do:
                - note: { set: { noted: '${ $error.status }' } }
        - unhandled:
            try:
              - second: { call: http, with: { method: get, endpoint: '{stub}/gone' } }
            catch:
              retry: { limit: { attempt: { count: 1 } } }
      """
    When the workflow is executed
    Then the workflow should fault with error:
      """yaml
      type: https://open-workflow-specification.org/spec/1.0.0/errors/communication
      status: 410
      title: Gone
      instance: /do/1/unhandled/try/0/second
      """
    And note should complete with output:
      """yaml
      noted: 410
      """
    And first should run 2 times
    And second should run 2 times

  Scenario: The catch says where to go on
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: catch-then, version: '1.0.0' }
      do:
        - attempt:
            try:
              - fail: { raise: { error: { type: 'https://example.com/late', status: 503 } } }
            catch:
              then: makeUp
            then: end
        - skip: { set: { path: wrong }, if: 'true', then: end }
        - makeUp: { set: { path: made up } }
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      path: made up
      """

  Scenario: A named error with expressions in its fields
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: named-error, version: '2.1.0' }
      use:
        errors:
          tooSmall:
            type: https://example.com/errors/too-small
            status: 422
            title: '${ "\(.n) is too small" }'
            detail: '${ "\($workflow.definition.document.name) \($workflow.definition.document.version)" }'
      do:
        - check: { raise: { error: tooSmall } }
      """
    And given the workflow input is:
      """yaml
      n: 3
      """
    When the workflow is executed
    Then the workflow should fault with error:
      """yaml
      type: https://example.com/errors/too-small
      status: 422
      title: 3 is too small
      detail: named-error 2.1.0
      instance: /do/0/check
      """

  Scenario: A task and a flow that take too long
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: timeouts, version: '1.0.0' }
      use:
        timeouts: { brief: { after: { milliseconds: 20 } } }
      timeout: { after: PT0.2S }
      do:
        - patient:
            try:
              - slow: { wait: { seconds: 20 }, timeout: brief }
            catch:
              errors: { with: { type: 'https://open-workflow-specification.org/spec/1.0.0/errors/timeout', status: 408 } }
              do:
                - note: { set: { instance: '${ $error.instance }' } }
        - endless: { wait: { seconds: 20 } }
      """
    When the workflow is executed
    Then the workflow should fault with error:
      """yaml
      type: https://open-workflow-specification.org/spec/1.0.0/errors/timeout
      status: 408
      """
    And note should complete with output:
      """yaml
      instance: /do/0/patient/try/0/slow
      """
    And slow should fault
    And endless should cancel
