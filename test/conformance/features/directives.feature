Feature: Directives
  As an author of flows
  I want to say where the flow goes next
  So that it need not be a straight line

  Scenario: Exit leaves the inner list, end leaves the flow
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: exit-and-end, version: '1.0.0' }
      do:
        - first:
            do:
              - one: { set: { steps: [ one ] }, then: exit }
              - two: { set: { steps: [ two ] } }
        - second:
            do:
              - three: { set: { steps: '${ .steps + ["three"] }' }, then: end }
            output: { as: '. + { shaped: true }' }
        - third: { set: { steps: [] } }
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      steps: [ one, three ]
      shaped: true
      """
    And second should run after first
    And three should run last

  Scenario: A flow may go back to an earlier task
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: back, version: '1.0.0' }
      do:
        - count: { set: { n: '${ (.n // 0) + 1 }' } }
        - check:
            switch:
              - again: { when: .n < 5, then: count }
              - enough: { then: done }
        - unused: { set: { n: -1 } }
        - done: { set: '${ .n }' }
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      5
      """
    And count should run 5 times

  Scenario: A switch without a case that matches goes on
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: no-case, version: '1.0.0' }
      do:
        - look:
            switch:
              - big: { when: '${ .n > 100 }', then: end }
        - next: { set: { reached: '${ .n }' } }
      """
    And given the workflow input is:
      """yaml
      n: 7
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      reached: 7
      """
    And look should run before next

  Scenario: A flow that is cancelled ends there
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: cancelled, version: '1.0.0' }
      do:
        - long: { wait: { hours: 1 } }
      """
    When the workflow is executed and cancelled while long runs
    Then the workflow should cancel
