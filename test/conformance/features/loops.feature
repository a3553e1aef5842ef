Feature: Loops and branches
  As an author of flows
  I want to repeat tasks and to run them side by side
  So that batches and fan-outs are a few lines

  Scenario: A loop hands each iteration's output to the next, until its condition fails
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: while, version: '1.0.0' }
      do:
        - addUp:
            for: { each: number, at: position, in: '${ .numbers }' }
            while: .sum + $number <= 10
            do:
              - add:
                  set: '${ .sum += $number | .last = $position }'
            output:
              as: '{ sum, last }'
      """
    And given the workflow input is:
      """yaml
      numbers: [ 4, 5, 6, 1 ]
      sum: 0
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      sum: 9
      last: 1
      """
    And add should run 2 times

  Scenario: A loop over items written in place, and one over nothing
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: inline-items, version: '1.0.0' }
      do:
        - cities:
            for:
              in:
                - { name: Oslo }
                - { name: '${ .home }' }
            do:
              - visit:
                  set: { home: '${ .home }', seen: '${ (.seen // []) + [$item.name] }' }
        - none:
            for: { in: '[]' }
            do:
              - never:
                  raise: { error: { type: 'https://example.com/never', status: 500 } }
      """
    And given the workflow input is:
      """yaml
      home: Lima
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      home: Lima
      seen: [ Oslo, Lima ]
      """

  Scenario: Loops inside loops see the variables of both
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: nested, version: '1.0.0' }
      do:
        - rows:
            for: { each: row, at: y, in: '["a", "b"]' }
            do:
              - columns:
                  for: { each: column, at: x, in: '[1, 2]' }
                  do:
                    - cell:
                        set: { cells: '${ (.cells // []) + ["\($row)\($column):\($y)\($x)"] }' }
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      cells: [ 'a1:00', 'a2:01', 'b1:10', 'b2:11' ]
      """

  Scenario: A loop over something else than a list faults
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: not-a-list, version: '1.0.0' }
      do:
        - each:
            for: { in: .missing }
            do:
              - step: { set: { a: 1 } }
      """
    When the workflow is executed
    Then the workflow should fault with error:
      """yaml
      type: https://open-workflow-specification.org/spec/1.0.0/errors/expression
      instance: /do/0/each
      """

  Scenario: Branches get the same input, and their outputs keep the declared order
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: fan-out, version: '1.0.0' }
      do:
        - both:
            fork:
              branches:
                - slow:
                    do:
                      - pause: { wait: { milliseconds: 30 } }
                      - double:
                          set: '${ .n * 2 }'
                          export: { as: '$context + { double: . }' }
                - fast:
                    set: '${ .n + 1 }'
                    export: { as: '$context + { next: . }' }
        - merge:
            set: { outputs: '${ . }', context: '${ $context }' }
      """
    And given the workflow input is:
      """yaml
      n: 20
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      outputs: [ 40, 21 ]
      context: { n: 20, double: 40, next: 21 }
      """

  Scenario: The first of competing branches to complete decides; the others are cancelled
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: race, version: '1.0.0' }
      do:
        - race:
            fork:
              compete: true
              branches:
                - broken:
                    raise: { error: { type: 'https://example.com/broken', status: 500 } }
                - slow:
                    wait: { seconds: 20 }
                - fast:
                    do:
                      - pause: { wait: PT0.02S }
                      - answer: { set: { winner: fast } }
      """
    When the workflow is executed
    Then the workflow should complete with output:
      """yaml
      winner: fast
      """
    And slow should cancel

  Scenario: A branch that faults stops the others
    Given a workflow with definition:
      """yaml
      document: { dsl: '1.0.3', namespace: own, name: fault-in-branch, version: '1.0.0' }
      do:
        - both:
            fork:
              branches:
                - slow:
                    wait: { seconds: 20 }
                - broken:
                    do:
                      - pause: { wait: { milliseconds: 10 } }
                      - fail:
                          raise: { error: { type: 'https://example.com/broken', status: 500, title: Broken } }
      """
    When the workflow is executed
    Then the workflow should fault with error:
      """yaml
      type: https://example.com/broken
      title: Broken
      instance: /do/0/both/fork/branches/1/broken/do/1/fail
      """
    And slow should cancel
